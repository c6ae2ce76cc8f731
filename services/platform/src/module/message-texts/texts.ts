import { isolate, type Lang, languageOf, type MessageKind } from "@tidemark/contracts";
import { group } from "@tidemark/money";
import { texts as deDE } from "./de-DE.ts";
import { texts as enUS } from "./en-US.ts";
import { texts as esES } from "./es-ES.ts";
import { texts as faIR } from "./fa-IR.ts";
import { texts as frFR } from "./fr-FR.ts";
import { texts as itIT } from "./it-IT.ts";
import { texts as jaJP } from "./ja-JP.ts";
import { texts as koKR } from "./ko-KR.ts";
import { texts as ptBR } from "./pt-BR.ts";
import { texts as ruRU } from "./ru-RU.ts";
import { texts as trTR } from "./tr-TR.ts";
import { texts as viVN } from "./vi-VN.ts";
import { texts as zhTW } from "./zh-TW.ts";
import type { MessageTexts } from "./shape.ts";

export const messageTextsIn: Readonly<Record<Lang, MessageTexts>> = {
  en_US: enUS,
  de_DE: deDE,
  es_ES: esES,
  fa_IR: faIR,
  fr_FR: frFR,
  it_IT: itIT,
  ja_JP: jaJP,
  ko_KR: koKR,
  pt_BR: ptBR,
  ru_RU: ruRU,
  tr_TR: trTR,
  vi_VN: viVN,
  zh_TW: zhTW,
};

export type MessageWords = { readonly title: string; readonly text: string };

/** Amounts and prices are written as the screens write them. */
const shown = (value: string): string => (/^-?\d+(\.\d+)?$/.test(value) ? group(value) : value);

/** A message in a language; a missing value is a dash, never a brace. */
export function messageWords(kind: MessageKind, facts: Readonly<Record<string, string>>, lang: Lang): MessageWords {
  const [title, text] = messageTextsIn[lang][kind];
  const placed = languageOf(lang).direction === "rtl" ? isolate : (value: string): string => value;
  const fill = (words: string): string =>
    words.replaceAll(/\{(\w+)\}/g, (_, name: string) => placed(shown(facts[name] ?? "–")));
  return { title: fill(title), text: fill(text) };
}
