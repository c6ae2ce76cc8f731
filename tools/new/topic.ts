import { readFileSync } from "node:fs";
import { join } from "node:path";
import { spelled } from "./names.ts";
import type { Written } from "./written.ts";

const catalogPath = "contracts/src/catalog.ts";

/** A topic per user, given as domain.topic-name; its snapshot is a call of the same domain. */
export function topic(name: string, root: string): Written {
  const [domainName, topicName, ...more] = name.split(".");
  if (topicName === undefined || more.length > 0)
    throw new Error(`"${name}" is not domain.topic-name, e.g. wallet.deposits`);
  const [domain, it] = [spelled(domainName!), spelled(topicName)];
  const path = `contracts/src/${domain.kebab}/${it.kebab}-topic.ts`;
  const catalog = readFileSync(join(root, catalogPath), "utf8");
  const list = catalog.indexOf("export const topics = {\n");
  const end = catalog.indexOf("} as const;", list);
  const firstImport = catalog.indexOf("import ");
  if (list < 0 || end < 0) throw new Error(`${catalogPath} has another shape`);
  if (new RegExp(`^  ${it.camel}:`, "m").test(catalog.slice(list, end)))
    throw new Error(`there is a topic ${it.camel} already`);
  const file = `import { z } from "zod";
import { defineTopic } from "../define.ts";

const row = z.object({ id: z.string() });

export const ${it.camel}Topic = defineTopic({
  name: "${domain.kebab}.${it.camel}",
  owner: "core",
  per: "user",
  snapshot: "${domain.kebab}.${it.camel}",
  row: row.partial(),
  rowKey: ({ id }) => String(id),
  gone: () => false,
  events: [],
  rows: () => [],
});
`;
  const changed =
    catalog.slice(0, firstImport) +
    `import { ${it.camel}Topic } from "./${domain.kebab}/${it.kebab}-topic.ts";\n` +
    catalog.slice(firstImport, end) +
    `  ${it.camel}: ${it.camel}Topic,\n` +
    catalog.slice(end);
  return {
    files: { [path]: file },
    changes: { [catalogPath]: changed },
    next: [
      "Name the events it is made of, and the rows that each contributes. A topic of platform or wallet has neither: its module numbers and publishes its changes (topicWriter).",
      `Its snapshot is the call ${domain.kebab}.${it.camel} (pnpm new call); the gateway and the client then follow it.`,
    ],
  };
}
