import { insertedBefore, withImport, withNameFrom } from "./edits.ts";
import { type Spelled, spelled } from "./names.ts";
import type { Tree } from "./tree.ts";

const catalogPath = "contracts/src/catalog.ts";

/** `domain.name` as it is said on the command line. */
export function spelledIn(name: string, example: string): { domain: Spelled; it: Spelled } {
  const [domain, own, ...more] = name.split(".");
  if (own === undefined || more.length > 0)
    throw new Error(`"${name}" is not domain.${example.split(".")[1]!}, e.g. ${example}`);
  return { domain: spelled(domain!), it: spelled(own) };
}

const importsOfNew = `import { z } from "zod";
import { defineCall } from "../define.ts";
`;

export const callsPathOf = (domain: Spelled): string => `contracts/src/${domain.kebab}/calls.ts`;

/** A call at the end of its domain's list and in the catalogue; `values` are what it needs of contracts/src/values.ts. */
export function addCall(tree: Tree, domain: Spelled, camel: string, declared: string, values: readonly string[]): void {
  const path = callsPathOf(domain);
  if (!tree.has(path)) tree.create(path, importsOfNew);
  tree.change(path, (before) => {
    if (new RegExp(`export const ${camel} =`).test(before)) throw new Error(`${path} has ${camel} already`);
    if (!/import \{ z \} from "zod"/.test(before)) throw new Error(`${path} does not look like a list of calls`);
    const imported = values.reduce((text, name) => withNameFrom(text, name, "../values.ts"), before);
    return withNameFrom(imported, "defineCall", "../define.ts") + declared;
  });
  tree.change(catalogPath, (before) => {
    const list = before.slice(0, before.indexOf("} as const;"));
    if (new RegExp(`^  ${camel}:`, "m").test(list)) throw new Error(`${catalogPath} has a call ${camel} already`);
    const entered = insertedBefore(before, "} as const;", `  ${camel}: ${domain.camel}.${camel},\n`);
    return withImport(entered, `import * as ${domain.camel} from "./${domain.kebab}/calls.ts";`);
  });
}

/** A topic at the end of its domain's list and in the catalogue. The page's build reads topics in files of this name only. */
export function addTopic(tree: Tree, domain: Spelled, it: Spelled, declared: string): void {
  const path = `contracts/src/${domain.kebab}/topics.ts`;
  if (!tree.has(path)) tree.create(path, 'import { defineTopic } from "../define.ts";\n');
  tree.change(path, (text) => withNameFrom(text, `${it.camel}Row`, "./calls.ts") + declared);
  tree.change(catalogPath, (before) => {
    const list = "export const topics = {\n";
    const names = before.slice(before.indexOf(list));
    if (new RegExp(`^  ${it.camel}:`, "m").test(names.slice(0, names.indexOf("} as const;"))))
      throw new Error(`${catalogPath} has a topic ${it.camel} already`);
    const entered = insertedBefore(before, "} as const;", `  ${it.camel}: ${it.camel}Topic,\n`, list);
    return withNameFrom(entered, `${it.camel}Topic`, `./${domain.kebab}/topics.ts`);
  });
}
