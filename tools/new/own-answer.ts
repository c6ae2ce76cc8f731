import { insertedBefore, withNameFrom } from "./edits.ts";
import type { Spelled } from "./names.ts";
import type { Tree } from "./tree.ts";

export const moduleFolderOf = (domain: Spelled): string => `services/platform/src/${domain.kebab}`;

/** How a module that was written by `pnpm new module` begins the list of its answers, and how its index.ts opens it. */
export const answersHead = (pascal: string, withDeps: boolean): string =>
  `export const answersOf = (store: ${pascal}Store${withDeps ? ", deps: ModuleDeps" : ""}): Answer[] => [\n`;
export const answersOpened = (camel: string, withDeps: boolean): string =>
  `answers: answersOf(${camel}Store(deps.db)${withDeps ? ", deps" : ""}),\n`;

/** Lets the answers use what the module was given. */
function giveDeps(tree: Tree, domain: Spelled): void {
  const folder = moduleFolderOf(domain);
  tree.change(`${folder}/answers.ts`, (text) => {
    const changed = text.replace(answersHead(domain.pascal, false), () => answersHead(domain.pascal, true));
    return changed === text ? text : withNameFrom(changed, "type ModuleDeps", "../module/deps.ts");
  });
  tree.change(`${folder}/index.ts`, (text) =>
    text.replace(answersOpened(domain.camel, false), () => answersOpened(domain.camel, true)),
  );
}

/** One more answer of a module. A module of another shape is left to a person: the returned lines say what to add. */
export function addOwnAnswer(tree: Tree, domain: Spelled, line: string, names: readonly string[]): string[] {
  const path = `${moduleFolderOf(domain)}/answers.ts`;
  const heads = [true, false].map((withDeps) => answersHead(domain.pascal, withDeps));
  const isKnown = tree.has(path) && heads.some((head) => tree.read(path).includes(head));
  if (!isKnown) return [`Answer it in ${moduleFolderOf(domain)}: ${line.trim().replaceAll(/\s+/g, " ")}`];
  if (line.includes("deps.")) giveDeps(tree, domain);
  tree.change(path, (text) => {
    const entered = insertedBefore(text, "];\n", line, "export const answersOf");
    return names.reduce((done, name) => withNameFrom(done, name, "@tidemark/contracts"), entered);
  });
  return [`Say what it reads: ${path}.`];
}
