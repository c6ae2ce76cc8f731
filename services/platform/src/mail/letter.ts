import { deviceOf, isolate, languageOf, type MessageKind } from "@tidemark/contracts";
import { messageWords } from "../module/message-texts/texts.ts";
import type { Notice } from "../module/notices.ts";
import { htmlOf, plainOf, type Sheet } from "./layout.ts";
import { type CodePurpose, codePurposes, type MailTexts, type AccountNoticeKind } from "./texts/shape.ts";
import { textsIn } from "./texts/texts.ts";

export type Letter = { readonly subject: string; readonly text: string; readonly html: string };
/** A notice for sending, with its opened secret and its time. */
export type LetterNotice = Pick<Notice, "kind" | "lang" | "facts" | "secret"> & { readonly madeAt: number };

type FactName = keyof MailTexts["facts"];
type Values = Readonly<Record<string, string>>;

/** Kinds that lock withdrawals for a day. */
const pausing: ReadonlySet<string> = new Set<AccountNoticeKind>([
  "password-changed",
  "authenticator-bound",
  "authenticator-removed",
  "passkey-added",
  "passkey-removed",
  "oauth-linked",
  "oauth-unlinked",
  "contact-changed",
  "factor-changed",
]);
/** Codes whose requester knows the password or is signed in. */
const inside: ReadonlySet<CodePurpose> = new Set<CodePurpose>(["sign-in", "own"]);
const shownFacts = [
  "label",
  "permissions",
  "amount",
  "arrives",
  "network",
  "address",
] as const satisfies readonly FactName[];

const isPurpose = (text: string | undefined): text is CodePurpose =>
  (codePurposes as readonly unknown[]).includes(text);

/** A missing value becomes a dash. */
const filled = (text: string, values: Values, placed: (value: string) => string): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => placed(values[name] ?? "–"));

/** The product's time format, with its zone, because the reader's is unknown. */
const timeText = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;

function countryText(country: string, tag: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(country)) return undefined;
  return new Intl.DisplayNames([tag], { type: "region", fallback: "none" }).of(country);
}

function factsOf({ facts = {}, madeAt }: LetterNotice, texts: MailTexts, tag: string): Sheet["facts"] {
  const rows: [FactName, string][] = [["time", timeText(madeAt)]];
  // A message says its values in its sentences.
  if (facts.message !== undefined) return rows.map(([name, value]) => [texts.facts[name], value]);
  for (const name of shownFacts) if (facts[name] !== undefined) rows.push([name, facts[name]]);
  if (facts.agent !== undefined) rows.push(["device", deviceOf(facts.agent) ?? texts.unknown]);
  if (facts.ip !== undefined) rows.push(["ip", facts.ip]);
  if (facts.country !== undefined) rows.push(["country", countryText(facts.country, tag) ?? texts.unknown]);
  return rows.map(([name, value]) => [texts.facts[name], value]);
}

/** The texts of a notice with its values filled in. */
function pieceOf(notice: LetterNotice, brand: string) {
  const texts = textsIn[notice.lang];
  const { direction } = languageOf(notice.lang);
  const placed = direction === "rtl" ? isolate : (text: string): string => text;
  const { kind, facts = {}, secret } = notice;
  const isCode = kind === "email-code" || kind === "sms-code";
  const purpose = isPurpose(facts.purpose) ? facts.purpose : "own";
  if (kind === "message") {
    const { title, text } = messageWords(facts.message as MessageKind, facts, notice.lang);
    const fill = (words: string): string => filled(words, { brand }, placed);
    return { texts, isCode, hasCode: false, purpose, subject: title, text, fill };
  }
  const piece = isCode ? texts.codes[purpose] : texts.notice[kind];
  const values: Values = { ...facts, brand, ...(secret === undefined ? {} : { code: secret }) };
  const fill = (text: string): string => filled(text, values, placed);
  // A code that comes with facts confirms exactly these.
  const hasCode = isCode || kind === "withdrawal-confirm";
  return { texts, isCode, hasCode, purpose, subject: fill(piece.subject), text: fill(piece.text), fill };
}

export function letterOf(notice: LetterNotice, brand: string): Letter {
  const { texts, isCode, hasCode, purpose, subject, text, fill } = pieceOf(notice, brand);
  const { tag, direction } = languageOf(notice.lang);
  const { antiPhishing } = notice.facts ?? {};
  const sheet: Sheet = {
    tag,
    direction,
    brand,
    heading: subject,
    paragraphs: [text, ...(pausing.has(notice.kind) ? [texts.withdrawalsPaused] : [])],
    ...(hasCode && notice.secret !== undefined ? { code: { label: texts.code, digits: notice.secret } } : {}),
    facts: isCode ? [] : factsOf(notice, texts, tag),
    advice: isCode
      ? [fill(texts.codeRules), inside.has(purpose) ? texts.codeUnaskedInside : texts.codeUnasked]
      : [...(hasCode ? [fill(texts.codeRules)] : []), ...(notice.kind === "message" ? [] : [texts.notYou])],
    ...(antiPhishing === undefined
      ? {}
      : { antiPhishing: { label: texts.antiPhishing, text: antiPhishing, meaning: fill(texts.antiPhishingMeaning) } }),
    footer: texts.automatic,
  };
  return { subject: `${brand}: ${subject}`, text: plainOf(sheet), html: htmlOf(sheet) };
}

/**
 * A text message has the subject and what to do; details are in the account. The code of a withdrawal confirms an amount and an address, so
 * these stand in it.
 */
export function messageOf(notice: LetterNotice, brand: string): string {
  const { texts, hasCode, subject, fill } = pieceOf(notice, brand);
  const text = fill((hasCode ? texts.smsCode : texts.smsNotice).replace("{subject}", subject));
  const { amount, address } = notice.facts ?? {};
  return notice.kind === "withdrawal-confirm" ? `${text} ${amount} → ${address}` : text;
}
