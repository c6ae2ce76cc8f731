import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Spelled } from "./names.ts";

const catalogPath = "contracts/src/catalog.ts";

/** The catalogue with one more call of a domain, as a change by its path. */
export function catalogWith(root: string, domain: Spelled, call: string): Record<string, string> {
  const catalog = readFileSync(join(root, catalogPath), "utf8");
  const end = catalog.indexOf("} as const;");
  if (end < 0 || new RegExp(`^  ${call}:`, "m").test(catalog))
    throw new Error(`${catalogPath} has a call of the name ${call} already`);
  const withEntry = `${catalog.slice(0, end)}  ${call}: ${domain.camel}.${call},\n${catalog.slice(end)}`;
  const importLine = `import * as ${domain.camel} from "./${domain.kebab}/calls.ts";\n`;
  if (withEntry.includes(importLine)) return { [catalogPath]: withEntry };
  const firstImport = withEntry.indexOf("import * as ");
  return { [catalogPath]: withEntry.slice(0, firstImport) + importLine + withEntry.slice(firstImport) };
}
