import type { Lang } from "@tidemark/contracts";
import { words as deDE } from "./de-DE.ts";
import { words as enUS } from "./en-US.ts";
import { words as esES } from "./es-ES.ts";
import { words as faIR } from "./fa-IR.ts";
import { words as frFR } from "./fr-FR.ts";
import { words as itIT } from "./it-IT.ts";
import { words as jaJP } from "./ja-JP.ts";
import { words as koKR } from "./ko-KR.ts";
import { words as ptBR } from "./pt-BR.ts";
import { words as ruRU } from "./ru-RU.ts";
import { words as trTR } from "./tr-TR.ts";
import { words as viVN } from "./vi-VN.ts";
import { words as zhTW } from "./zh-TW.ts";
import type { MailWords } from "./shape.ts";

/** Every language is a file of its own; the compiler says what is missing in one, a test whether its values are all there. */
export const wordsIn: Readonly<Record<Lang, MailWords>> = {
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
