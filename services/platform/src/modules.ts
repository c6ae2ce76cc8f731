import { content } from "./content/index.ts";
import { identity } from "./identity/index.ts";
import type { Kit, Module } from "./module.ts";

/** All modules, in the order in which they start. The key is the module's folder under src. */
export const modules: Readonly<Record<string, (kit: Kit) => Module>> = { content, identity };
