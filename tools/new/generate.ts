import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { call } from "./call.ts";
import { feature } from "./feature.ts";
import { command, event, record } from "./journal.ts";
import { module } from "./module.ts";
import { topic } from "./topic.ts";
import type { Written } from "./written.ts";

export const kinds = ["feature", "module", "call", "command", "event", "record", "topic"] as const;
export type Kind = (typeof kinds)[number];

function wanted(kind: Kind, name: string, root: string, today: string): Written {
  switch (kind) {
    case "feature":
      return feature(name);
    case "module":
      return module(name, root, today);
    case "call":
      return call(name, root);
    case "command":
      return command(name, root);
    case "event":
      return event(name, root);
    case "record":
      return record(name, root);
    case "topic":
      return topic(name, root);
  }
}

/** Writes the skeleton below `root`; refuses to touch what somebody has made already. Returns the paths and what comes next. */
export function generate(
  kind: Kind,
  name: string,
  root: string,
  today: string,
): { paths: string[]; next: readonly string[] } {
  const { files, changes = {}, next } = wanted(kind, name, root, today);
  for (const path of Object.keys(files)) if (existsSync(join(root, path))) throw new Error(`${path} exists already`);
  const all = [...Object.entries(files), ...Object.entries(changes)];
  for (const [path, text] of all) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return { paths: all.map(([path]) => path), next };
}
