import { deviceOf, isolate, languageOf } from "@tidemark/contracts";
import type { Notice } from "../notices.ts";
import { htmlOf, plainOf, type Sheet } from "./layout.ts";
import { type CodePurpose, codePurposes, type MailWords, type ToldKind } from "./words/shape.ts";
import { wordsIn } from "./words/words.ts";

export type Letter = { readonly subject: string; readonly text: string; readonly html: string };
/** A notice as it is sent: its secret is open, and it says when what it tells has happened. */
export type Told = Pick<Notice, "kind" | "lang" | "facts" | "secret"> & { readonly madeAt: number };

type FactName = keyof MailWords["facts"];
type Values = Readonly<Record<string, string>>;

/** After these nothing can be withdrawn for a day. */
const pausing: ReadonlySet<string> = new Set<ToldKind>([
  "password-changed",
  "authenticator-bound",
  "authenticator-removed",
  "passkey-added",
  "passkey-removed",
  "third-party-linked",
  "third-party-unlinked",
  "address-changed",
  "factor-changed",
]);
/** Codes that only somebody who knows the password, or is inside already, could have asked for. */
const inside: ReadonlySet<CodePurpose> = new Set<CodePurpose>(["login", "own"]);
const shownFacts = ["label", "permissions", "network", "address"] as const satisfies readonly FactName[];

const isPurpose = (text: string | undefined): text is CodePurpose =>
  (codePurposes as readonly unknown[]).includes(text);

/** A value that is missing is a dash, never a brace. */
const filled = (text: string, values: Values, placed: (value: string) => string): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => placed(values[name] ?? "–"));

/** The time as it is written everywhere in the product; a mail's reader may be anywhere, so it names its zone. */
const timeText = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;

function countryText(country: string, tag: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(country)) return undefined;
  return new Intl.DisplayNames([tag], { type: "region", fallback: "none" }).of(country);
}

function factsOf({ facts = {}, madeAt }: Told, words: MailWords, tag: string): Sheet["facts"] {
  const rows: [FactName, string][] = [["time", timeText(madeAt)]];
  for (const name of shownFacts) if (facts[name] !== undefined) rows.push([name, facts[name]]);
  if (facts.agent !== undefined) rows.push(["device", deviceOf(facts.agent) ?? words.unknown]);
  if (facts.ip !== undefined) rows.push(["ip", facts.ip]);
  if (facts.country !== undefined) rows.push(["country", countryText(facts.country, tag) ?? words.unknown]);
  return rows.map(([name, value]) => [words.facts[name], value]);
}

/** What is said about a code or about what has happened, with its values in place. */
function pieceOf(told: Told, brand: string) {
  const words = wordsIn[told.lang];
  const { direction } = languageOf(told.lang);
  const placed = direction === "rtl" ? isolate : (text: string): string => text;
  const { kind, facts = {}, secret } = told;
  const isCode = kind === "email-code" || kind === "sms-code";
  const purpose = isPurpose(facts.purpose) ? facts.purpose : "own";
  const piece = isCode ? words.codes[purpose] : words.told[kind];
  const values: Values = { ...facts, brand, ...(secret === undefined ? {} : { code: secret }) };
  const fill = (text: string): string => filled(text, values, placed);
  return { words, isCode, purpose, subject: fill(piece.subject), text: fill(piece.text), fill };
}

export function letterOf(told: Told, brand: string): Letter {
  const { words, isCode, purpose, subject, text, fill } = pieceOf(told, brand);
  const { tag, direction } = languageOf(told.lang);
  const { antiPhishing } = told.facts ?? {};
  const sheet: Sheet = {
    tag,
    direction,
    brand,
    heading: subject,
    paragraphs: [text, ...(pausing.has(told.kind) ? [words.withdrawalsPaused] : [])],
    ...(isCode && told.secret !== undefined ? { code: { label: words.code, digits: told.secret } } : {}),
    facts: isCode ? [] : factsOf(told, words, tag),
    advice: isCode
      ? [fill(words.codeRules), inside.has(purpose) ? words.codeUnaskedInside : words.codeUnasked]
      : [words.notYou],
    ...(antiPhishing === undefined
      ? {}
      : { antiPhishing: { label: words.antiPhishing, text: antiPhishing, meaning: fill(words.antiPhishingMeaning) } }),
    footer: words.automatic,
  };
  return { subject: `${brand}: ${subject}`, text: plainOf(sheet), html: htmlOf(sheet) };
}

/** A text message says its subject and what to do; whoever wants to know more looks into his account. */
export function messageOf(told: Told, brand: string): string {
  const { words, isCode, subject, fill } = pieceOf(told, brand);
  return fill((isCode ? words.smsCode : words.smsTold).replace("{subject}", subject));
}
