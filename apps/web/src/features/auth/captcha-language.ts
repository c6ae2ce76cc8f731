import { defaultLang } from "@tidemark/contracts";

/** What each maker calls a language. Geetest has no Persian: whoever reads it is spoken to in English there. */
type Names = { readonly geetest: string; readonly recaptcha: string };

/** The languages that robot checks speak; the page may speak others. */
const captchaLanguages: Readonly<Record<string, Names>> = {
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

/** What a robot check is told to speak to whoever reads the page in this language; English where it does not know it. */
export const captchaLanguageOf = (lang: string): Names =>
  captchaLanguages[Object.hasOwn(captchaLanguages, lang) ? lang : defaultLang]!;
