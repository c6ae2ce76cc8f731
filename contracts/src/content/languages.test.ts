import { expect, test } from "vitest";
import { isLang, languages, languageOf, nearestLang, textIn } from "./languages.ts";
import { siteOfPath } from "./sites.ts";

test("a tag is its language with a dash, Intl knows every one of them, and only Persian runs right to left", () => {
  for (const { lang, tag } of languages) {
    expect(tag).toBe(lang.replace("_", "-"));
    expect(Intl.NumberFormat.supportedLocalesOf(tag)).toEqual([tag]);
  }
  expect(languages.filter(({ direction }) => direction === "rtl").map(({ lang }) => lang)).toEqual(["fa_IR"]);
  expect(languageOf("tr_TR").name).toBe("Türkçe");
  expect(isLang("zh_CN")).toBe(false);
});

test("[D.8] there are thirteen languages, Vietnamese among them, for there is a Vietnamese site", () => {
  const twelve = [
    "en_US",
    "ko_KR",
    "de_DE",
    "ja_JP",
    "fa_IR",
    "fr_FR",
    "it_IT",
    "ru_RU",
    "es_ES",
    "pt_BR",
    "tr_TR",
    "zh_TW",
  ];
  expect(languages.map(({ lang }) => lang).toSorted()).toEqual([...twelve, "vi_VN"].toSorted());
});

test.each([
  ["de", "de_DE"],
  ["de-AT", "de_DE"],
  ["pt_BR", "pt_BR"],
  ["pt-PT", "pt_BR"],
  ["zh-HK", "zh_TW"],
  ["zh-Hant", "zh_TW"],
  ["zh_CN", "en_US"],
  ["zh-Hans-HK", "en_US"],
  ["sv-SE", "en_US"],
  ["", "en_US"],
])("[S9.21 S9.53] a browser that asks for %s is spoken to in %s", (wanted, lang) => {
  expect(nearestLang(wanted)).toBe(lang);
});

test("a text that nobody has translated is said in English", () => {
  expect(textIn({ en_US: "Hello", de_DE: "Hallo" }, "de_DE")).toBe("Hallo");
  expect(textIn({ en_US: "Hello", de_DE: "Hallo" }, "fr_FR")).toBe("Hello");
});

test.each([
  ["/", "MAIN"],
  ["/kr", "KO"],
  ["/kr/markets", "KO"],
  ["/kraken", "MAIN"],
  ["/vn/", "VN"],
  ["/br/auth/login", "BR"],
])("[S2.1 S2.2 S2.4 S9.23 S9.24] %s is a page of %s", (path, siteId) => {
  expect(siteOfPath(path).siteId).toBe(siteId);
});
