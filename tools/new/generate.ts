import { call } from "./call.ts";
import { command } from "./command.ts";
import { event } from "./event.ts";
import { feature } from "./feature.ts";
import { module } from "./module.ts";
import type { Kind, Options } from "./options.ts";
import { record } from "./record.ts";
import { topic } from "./topic.ts";
import { Tree } from "./tree.ts";

/** Changes the tree; returns what is left to a person. */
type Generator = (tree: Tree, name: string, options: Options, today: string) => string[];
const generators: Readonly<Record<Kind, Generator>> = { feature, module, call, command, event, record, topic };

/** Writes the skeleton below `root`; refuses to touch what somebody has made already. Returns the paths and what comes next. */
export function generate(
  kind: Kind,
  name: string,
  root: string,
  today: string,
  options: Options = {},
): { paths: string[]; isNew: (path: string) => boolean; next: readonly string[] } {
  const tree = new Tree(root);
  const next = generators[kind](tree, name, options, today);
  return { paths: tree.write(), isNew: (path) => tree.isNew(path), next };
}
