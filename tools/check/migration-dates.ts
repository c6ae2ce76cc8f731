import { globSync } from "node:fs";
import { basename } from "node:path";

const named = /^(\d{8})_\d{4}_[a-z0-9_]+\.sql$/;

/**
 * Migrations that are dated after `today` (YYYYMMDD), or not named by date and sentence. They run in order of name: after one from the future,
 * every honest date would be refused.
 */
export const wronglyDated = (root: string, today: string): string[] =>
  globSync("{services,tools}/**/migrations/*.sql", {
    cwd: root,
    exclude: (path) => path.endsWith("node_modules") || path.endsWith("planted"),
  })
    .filter((file) => {
      const date = named.exec(basename(file))?.[1];
      return date === undefined || date > today;
    })
    .toSorted();
