import type { Lang } from "@tidemark/contracts";
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
import type { MailTexts } from "./shape.ts";

/** One file per language; the compiler finds missing texts, a test missing values. */
export const textsIn: Readonly<Record<Lang, MailTexts>> = {
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
