// `pnpm reference`: writes docs/reference from the contracts.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { referencePages } from "./pages.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "docs/reference");
const pages = referencePages((path) => readFileSync(join(root, path), "utf8"));
mkdirSync(folder, { recursive: true });
for (const file of readdirSync(folder)) if (!pages.some((page) => page.file === file)) rmSync(join(folder, file));
for (const { file, text } of pages) writeFileSync(join(folder, file), text);
process.stdout.write(`${pages.length} pages in docs/reference\n`);
