import { defaultLang } from "@tidemark/contracts";

/** The providers' names of a language. Geetest has no Persian, so English is used there. */
type Instruments = { readonly geetest: string; readonly recaptcha: string };

/** The languages of the robot checks; the page may have others. */
const captchaLanguages: Readonly<Record<string, Instruments>> = {
  zh_CN: { geetest: "zho", recaptcha: "zh-CN" },
  en_US: { geetest: "eng", recaptcha: "en" },
  ja_JP: { geetest: "jpn", recaptcha: "ja" },
  ko_KR: { geetest: "kor", recaptcha: "ko" },
  pt_BR: { geetest: "por", recaptcha: "pt-BR" },
  de_DE: { geetest: "deu", recaptcha: "de" },
  zh_TW: { geetest: "zho-tw", recaptcha: "zh-TW" },
  ru_RU: { geetest: "rus", recaptcha: "ru" },
  es_ES: { geetest: "spa", recaptcha: "es" },
  fr_FR: { geetest: "fra", recaptcha: "fr" },
  fa_IR: { geetest: "eng", recaptcha: "fa" },
};

/** The robot check's language for a page in this language; English if it has none. */
export const captchaLanguageOf = (lang: string): Instruments =>
  captchaLanguages[Object.hasOwn(captchaLanguages, lang) ? lang : defaultLang]!;
