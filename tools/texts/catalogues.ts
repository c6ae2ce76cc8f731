import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatter } from "@lingui/format-po";
import { defaultLang, languageOf, languages } from "@tidemark/contracts";

/** A message as the format reads and writes it. */
export type Message = {
  message?: string;
  translation?: string;
  context?: string;
  comments?: string[];
  origin?: [file: string, line?: number][];
  obsolete?: boolean;
  extra?: { translatorComments: string[]; flags: string[] };
};
/** Messages by their ids. */
export type Catalogue = Record<string, Message>;

type Place = { locale: string; sourceLocale: string; filename: string };
type Format = {
  parse(text: string, place: Place): Catalogue | Promise<Catalogue>;
  serialize(catalogue: Catalogue, place: Place & { existing: string | undefined }): string | Promise<string>;
};
// As apps/web/lingui.config.ts has it: one hand must write what the other reads.
const format = formatter({ lineNumbers: false }) as unknown as Format;

export const root: string = fileURLToPath(new URL("../..", import.meta.url));
export const sourceTag: string = languageOf(defaultLang).tag;
export const tags: readonly string[] = languages.map(({ tag }) => tag);

/** Words on screens, and sentences of the server. */
export const catalogueFolders = { web: "apps/web/locales", contracts: "contracts/locales" } as const;
export type CatalogueName = keyof typeof catalogueFolders;
export const catalogueNames: readonly CatalogueName[] = ["web", "contracts"];

const fileOf = (name: CatalogueName, tag: string, at: string): string => join(at, catalogueFolders[name], `${tag}.po`);

export async function readCatalogue(name: CatalogueName, tag: string, at: string = root): Promise<Catalogue> {
  const file = fileOf(name, tag, at);
  if (!existsSync(file)) return {};
  return format.parse(readFileSync(file, "utf8"), { locale: tag, sourceLocale: sourceTag, filename: file });
}

const collator = new Intl.Collator(sourceTag);
const textOf = ({ message = "", context = "" }: Message): [string, string] => [message, context];

/** In the order in which the extractor of the web's messages writes them. */
export function sorted(catalogue: Catalogue): Catalogue {
  return Object.fromEntries(
    Object.entries(catalogue).sort(([, a], [, b]) => {
      const [[one, at], [other, there]] = [textOf(a), textOf(b)];
      return collator.compare(one, other) || collator.compare(at, there);
    }),
  );
}

/** The text of a catalogue's file. */
export async function printCatalogue(
  name: CatalogueName,
  tag: string,
  catalogue: Catalogue,
  at: string = root,
): Promise<string> {
  const filename = fileOf(name, tag, at);
  const existing = existsSync(filename) ? readFileSync(filename, "utf8") : undefined;
  return format.serialize(sorted(catalogue), { locale: tag, sourceLocale: sourceTag, filename, existing });
}

export async function writeCatalogue(
  name: CatalogueName,
  tag: string,
  catalogue: Catalogue,
  at: string = root,
): Promise<void> {
  const file = fileOf(name, tag, at);
  const text = await printCatalogue(name, tag, catalogue, at);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Messages that are still in use, with their ids. */
export const living = (catalogue: Catalogue): [id: string, message: Message][] =>
  Object.entries(catalogue).filter(([, { obsolete }]) => obsolete !== true);
