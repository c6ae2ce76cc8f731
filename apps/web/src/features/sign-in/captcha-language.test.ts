import { langs } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { captchaLanguageOf } from "./captcha-language.ts";

const english = { geetest: "eng", recaptcha: "en" };

test("[S9.54] robot checks speak eleven languages, by the names that their makers give them", () => {
  const langs = ["zh_CN", "en_US", "ja_JP", "ko_KR", "pt_BR", "de_DE", "zh_TW", "ru_RU", "es_ES", "fr_FR", "fa_IR"];
  const names = ["zh-CN", "en", "ja", "ko", "pt-BR", "de", "zh-TW", "ru", "es", "fr", "fa"];
  expect(langs.map((lang) => captchaLanguageOf(lang).recaptcha)).toEqual(names);
  // The languages that the provider lists; an unknown one would be shown in Chinese.
  const known = [
    "zho",
    "eng",
    "zho-tw",
    "zho-hk",
    "udm",
    "jpn",
    "ind",
    "kor",
    "rus",
    "ara",
    "spa",
    "pon",
    "por",
    "fra",
  ];
  for (const lang of langs) expect([...known, "deu"]).toContain(captchaLanguageOf(lang).geetest);
});

test("[D.67] who reads the page in any other language is spoken to in English", () => {
  const others = langs.filter((lang) => captchaLanguageOf(lang).recaptcha === "en" && lang !== "en_US");
  expect(others).toEqual(["it_IT", "tr_TR", "vi_VN"]);
  for (const lang of [...others, "nl_NL", "", "toString"]) expect(captchaLanguageOf(lang)).toEqual(english);
});
