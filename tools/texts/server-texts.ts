import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import { type Refusal, refusals, refusalSentence } from "@tidemark/contracts";
import { type Catalogue, readCatalogue, root, sourceTag } from "./catalogues.ts";

const source = "contracts/src/errors.ts";
const sentences = Object.entries(refusalSentence) as [Refusal, string][];

/** What a translator should know of a sentence: whose it is, and what its values are. */
function commentOf(refusal: Refusal): string {
  const rule: { code: number; facts: readonly string[]; unit?: string } = refusals[refusal];
  const kind = { money: "an amount with its coin", decimal: "a number", undefined: "a count" }[String(rule.unit)];
  const values = rule.facts.filter((fact) => refusalSentence[refusal].includes(`{${fact}`));
  return `${rule.code} ${refusal}${values.length === 0 ? "" : `; ${values.map((name) => `{${name}} is ${kind}`).join(", ")}`}`;
}

/** The server's catalogue of a language: every sentence that there is now, with the translation that it had. */
export async function serverCatalogue(tag: string, at: string = root): Promise<Catalogue> {
  const before = await readCatalogue("contracts", tag, at);
  const catalogue: Catalogue = {};
  for (const [refusal, sentence] of sentences) {
    const id = generateMessageId(sentence);
    const translation = tag === sourceTag ? sentence : (before[id]?.translation ?? "");
    const extra = before[id]?.extra;
    catalogue[id] ??= { message: sentence, translation, origin: [[source]], comments: [], ...(extra && { extra }) };
    catalogue[id].comments!.push(commentOf(refusal));
  }
  return catalogue;
}

export const compiledFile = (tag: string, at: string = root): string =>
  join(at, "contracts/src/phrases/generated", `${tag}.ts`);

/** A language's sentences as a module: what is not translated is not in it. */
export function printCompiled(tag: string, catalogue: Catalogue): string {
  const lines = sentences.flatMap(([refusal, sentence]) => {
    const text = catalogue[generateMessageId(sentence)]?.translation ?? "";
    return text === "" ? [] : [`  ${refusal}: ${JSON.stringify(compileMessageOrThrow(text))},`];
  });
  return [
    `// Made from contracts/locales/${tag}.po by \`pnpm texts extract\`; not to be edited.`,
    `import type { Sentences } from "../sentence.ts";`,
    "",
    lines.length === 0
      ? "export const sentences: Sentences = {};"
      : `export const sentences: Sentences = {\n${lines.join("\n")}\n};`,
    "",
  ].join("\n");
}

export function writeCompiled(tag: string, catalogue: Catalogue, at: string = root): void {
  const file = compiledFile(tag, at);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, printCompiled(tag, catalogue));
}

export const readCompiled = (tag: string): string => readFileSync(compiledFile(tag), "utf8");
