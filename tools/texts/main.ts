// `pnpm texts extract`: collects the words of screens and server into their catalogues, and makes the server's modules.
// `pnpm texts missing <tag>`: what is not translated yet, as JSON. `pnpm texts merge <tag> <file>`: the same JSON with translations, back.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readCatalogue, root, sourceTag, tags, writeCatalogue } from "./catalogues.ts";
import { mergeInto } from "./merge.ts";
import { missingIn, type ToTranslate } from "./missing.ts";
import { serverCatalogue, writeCompiled } from "./server-texts.ts";
import { readUnchanged, writeUnchanged } from "./unchanged.ts";

const say = (line: string): void => void process.stderr.write(`${line}\n`);

function known(tag: string | undefined): string {
  if (tag === undefined || !tags.includes(tag) || tag === sourceTag)
    throw new Error(`which language? ${tags.filter((one) => one !== sourceTag).join(" ")}`);
  return tag;
}

async function extract(): Promise<void> {
  const { status } = spawnSync(join(root, "apps/web/node_modules/.bin/lingui"), ["extract", "--clean"], {
    cwd: join(root, "apps/web"),
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("the words of the screens could not be collected");
  for (const tag of tags) {
    const catalogue = await serverCatalogue(tag);
    await writeCatalogue("contracts", tag, catalogue);
    writeCompiled(tag, catalogue);
  }
}

async function merge(tag: string, file: string | undefined): Promise<void> {
  if (file === undefined) throw new Error("which file? pnpm texts merge <tag> <file>");
  const given = JSON.parse(readFileSync(file, "utf8")) as ToTranslate[];
  const unchanged = readUnchanged();
  const { taken, refused, same } = await mergeInto(tag, given, unchanged);
  if (same.length > 0) writeUnchanged({ ...unchanged, [tag]: [...(unchanged[tag] ?? []), ...same] });
  writeCompiled(tag, await readCatalogue("contracts", tag));
  for (const line of refused) say(`refused: ${line}`);
  say(`${taken} taken, ${refused.length} refused, ${(await missingIn(tag)).length} still missing`);
  if (refused.length > 0) process.exitCode = 1;
}

const [verb, tag, file] = process.argv.slice(2);
if (verb === "extract") await extract();
else if (verb === "missing") process.stdout.write(`${JSON.stringify(await missingIn(known(tag)), null, 2)}\n`);
else if (verb === "merge") await merge(known(tag), file);
else throw new Error("pnpm texts extract | missing <tag> | merge <tag> <file>");
