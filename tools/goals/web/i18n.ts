import { spawnSync } from "node:child_process";
import { join } from "node:path";
import {
  type CatalogueName,
  catalogueNames,
  living,
  printCatalogue,
  readCatalogue,
  root,
  sourceTag,
  tags,
} from "../../texts/catalogues.ts";
import { hardCodedIn } from "../../texts/hard-coded.ts";
import { serverCatalogue } from "../../texts/server-texts.ts";
import { problemsOf } from "../../texts/shape.ts";
import { isUntranslated, readUnchanged, type Unchanged } from "../../texts/unchanged.ts";
import type { Figure } from "../measure.ts";

const say = (line: string): void => void process.stdout.write(`  ${line}\n`);
const shownMax = 10;

type Count = { missing: number; unused: string[]; parameters: string[]; plurals: string[]; untranslated: string[] };

async function countOf(name: CatalogueName, tag: string, inUse: ReadonlySet<string>, same: Unchanged): Promise<Count> {
  const count: Count = { missing: 0, unused: [], parameters: [], plurals: [], untranslated: [] };
  const catalogue = await readCatalogue(name, tag);
  for (const [id, { message = id, translation = "", obsolete }] of Object.entries(catalogue)) {
    const line = `${name} ${tag}: "${message}"`;
    if (obsolete === true || !inUse.has(id)) count.unused.push(line);
    else if (translation === "") count.missing += 1;
    else {
      for (const { kind, what } of problemsOf(message, translation, tag)) count[kind].push(`${line} ${what}`);
      if (tag !== sourceTag && isUntranslated(message, translation, tag, same)) count.untranslated.push(line);
    }
  }
  // A language that was never extracted lacks everything.
  for (const id of inUse) if (catalogue[id] === undefined) count.missing += 1;
  return count;
}

/** Files that `pnpm texts extract` would write anew. A message that is in no catalogue is shown as a hash where it is built for people. */
async function notExtracted(): Promise<string[]> {
  const { status, stdout, stderr } = spawnSync(
    join(root, "apps/web/node_modules/.bin/lingui"),
    ["check", "sync", "--clean", "--verbose"],
    { cwd: join(root, "apps/web"), encoding: "utf8" },
  );
  const stale = status === 0 ? [] : `${stdout}\n${stderr}`.split("\n").filter((line) => line.includes("locales/"));
  if (status !== 0 && stale.length === 0) stale.push(`apps/web: ${stderr.trim()}`);
  for (const tag of tags) {
    const now = await printCatalogue("contracts", tag, await readCatalogue("contracts", tag));
    if ((await printCatalogue("contracts", tag, await serverCatalogue(tag))) !== now)
      stale.push(`contracts/locales/${tag}.po: out of sync`);
  }
  return stale;
}

/** Whether every word of screens and server is said in every language, rightly counted and with its values. */
export async function i18nGoals(): Promise<Figure[]> {
  const same = readUnchanged();
  const sources = await Promise.all(
    catalogueNames.map(async (name) => {
      const messages = living(await readCatalogue(name, sourceTag)).map(([id]) => id);
      return { name, inUse: new Set(messages) };
    }),
  );
  const counts = new Map<string, Count[]>();
  for (const tag of tags)
    counts.set(tag, await Promise.all(sources.map(({ name, inUse }) => countOf(name, tag, inUse, same))));
  const all = [...counts.values()].flat();
  const lines = (kind: Exclude<keyof Count, "missing">): string[] => all.flatMap((count) => count[kind]);
  const missingOf = (tag: string): number => counts.get(tag)!.reduce((sum, { missing }) => sum + missing, 0);

  const stale = await notExtracted();
  // The console is written in English alone; its words stand in messages, ready for more.
  const hardCoded = hardCodedIn("apps/console", root);
  say(`${sources.map(({ name, inUse }) => `${inUse.size} messages of ${name}`).join(", ")}`);
  say(`complete: ${tags.filter((tag) => missingOf(tag) === 0).join(" ")}`);
  say(`missing: ${tags.map((tag) => `${tag} ${missingOf(tag)}`).join(", ")}`);
  for (const line of stale) say(`not extracted: ${line}`);
  for (const line of hardCoded.slice(0, shownMax)) say(`outside of messages: ${line}`);
  for (const kind of ["unused", "parameters", "plurals", "untranslated"] as const) {
    for (const line of lines(kind).slice(0, shownMax)) say(`${kind}: ${line}`);
    if (lines(kind).length > shownMax) say(`${kind}: and ${lines(kind).length - shownMax} more`);
  }
  const none = { goal: 0, floor: 0, better: "less" } as const;
  return [
    { name: "i18n.languages", figure: tags.length, goal: 13, floor: 13, better: "more" },
    { name: "i18n.missing", figure: tags.reduce((sum, tag) => sum + missingOf(tag), 0), ...none },
    { name: "i18n.unused", figure: lines("unused").length, ...none },
    { name: "i18n.parameters", figure: lines("parameters").length, ...none },
    { name: "i18n.plurals", figure: lines("plurals").length, ...none },
    { name: "i18n.untranslated", figure: lines("untranslated").length, ...none },
    { name: "i18n.not_extracted", figure: stale.length, ...none },
    { name: "i18n.console_hard_coded", figure: hardCoded.length, ...none },
  ];
}
