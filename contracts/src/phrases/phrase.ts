import { group } from "@tidemark/money";
import { defaultLang, type Lang, languageOf } from "../content/languages.ts";
import { type Facts, type Refusal, refusals } from "../errors.ts";
import { sentences as deDE } from "./generated/de-DE.ts";
import { sentences as enUS } from "./generated/en-US.ts";
import { sentences as esES } from "./generated/es-ES.ts";
import { sentences as faIR } from "./generated/fa-IR.ts";
import { sentences as frFR } from "./generated/fr-FR.ts";
import { sentences as itIT } from "./generated/it-IT.ts";
import { sentences as jaJP } from "./generated/ja-JP.ts";
import { sentences as koKR } from "./generated/ko-KR.ts";
import { sentences as ptBR } from "./generated/pt-BR.ts";
import { sentences as ruRU } from "./generated/ru-RU.ts";
import { sentences as trTR } from "./generated/tr-TR.ts";
import { sentences as viVN } from "./generated/vi-VN.ts";
import { sentences as zhTW } from "./generated/zh-TW.ts";
import { isolate } from "./isolate.ts";
import { fill, type Sentences } from "./sentence.ts";

const sentencesIn: Readonly<Record<Lang, Sentences>> = {
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

/**
 * The sentence of a refusal in a language, else in English, with its facts in place. Numbers are written the same in every language, as
 * the screens write them; money is said with its asset.
 */
export function phrase(refusal: Refusal, facts: Facts, lang: Lang = defaultLang): string {
  const own = sentencesIn[lang][refusal];
  const { tag, direction } = languageOf(own === undefined ? defaultLang : lang);
  const rule: { facts: readonly string[]; unit?: string } = refusals[refusal];
  const asset = rule.unit === "money" && facts.asset !== undefined ? ` ${facts.asset}` : "";
  const of = (name: string): string | undefined => {
    const fact = facts[name];
    return fact !== undefined && rule.unit !== undefined && rule.facts.includes(name) ? `${group(fact)}${asset}` : fact;
  };
  const placed = (text: string): string => (direction === "rtl" ? isolate(text) : text);
  return fill(own ?? enUS[refusal] ?? [], { of, placed }, tag);
}
