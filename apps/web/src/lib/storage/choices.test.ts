import { describe, expect, test } from "vitest";
import { currenciesOffered, currencyOf, langListFallback, langOf, langsOffered } from "./choices.ts";

const all = ["en_US", "ko_KR", "de_DE", "fa_IR", "zh_TW", "pt_BR"];
const allowed = { isKoreanAllowed: true };
const refused = { isKoreanAllowed: false };

describe("the language", () => {
  const offered = langsOffered(all, allowed);
  test("is the reader's own choice, else the browser's, else the site's", () => {
    expect(langOf("fa_IR", ["de-DE"], "en_US", offered)).toBe("fa_IR");
    expect(langOf(undefined, ["de-AT", "en"], "pt_BR", offered)).toBe("de_DE");
    expect(langOf(undefined, ["sv-SE"], "pt_BR", offered)).toBe("pt_BR");
    expect(langOf(undefined, ["en-GB"], "pt_BR", offered)).toBe("en_US");
    expect(langOf(undefined, [], "pt_BR", offered)).toBe("pt_BR");
  });
  test("of a browser that asks for zh_CN is English", () => {
    expect(langOf(undefined, ["zh-CN"], "pt_BR", offered)).toBe("en_US");
    expect(langOf("zh_CN", ["zh-CN"], "en_US", offered)).toBe("en_US");
  });
  test("[S3.33] that is not offered becomes the default of the list, where that is offered", () => {
    expect(langOf("ja_JP", ["ja-JP"], "en_US", offered, "pt_BR")).toBe("pt_BR");
    expect(langOf("ja_JP", ["ja-JP"], "en_US", offered, "vi_VN")).toBe("en_US");
    expect(langOf("ko_KR", ["ko-KR"], "ko_KR", langsOffered(all, refused), "pt_BR")).toBe("en_US");
  });
  test("[S6.8] is Korean only with the Korean flag, else English", () => {
    expect(langsOffered(all, refused)).not.toContain("ko_KR");
    expect(langOf("ko_KR", ["ko-KR"], "ko_KR", langsOffered(all, refused))).toBe("en_US");
    expect(langOf(undefined, ["ko-KR"], "ko_KR", offered)).toBe("ko_KR");
  });
  test("[S9.52] list falls back to four where the config carries none, of which zh_CN is not ours", () => {
    expect(langListFallback).toEqual(["zh_CN", "en_US", "ko_KR", "ja_JP"]);
    expect(langsOffered([], allowed)).toEqual(["en_US", "ja_JP", "ko_KR"]);
  });
});

test("[S6.9 S9.20] KRW is offered only with the Korean flag, and USD is what everything falls back to", () => {
  expect(currenciesOffered(["USD", "KRW"], refused)).toEqual(["USD"]);
  expect(currencyOf("KRW", "KRW", ["USD"])).toBe("USD");
  expect(currencyOf(null, "BRL", ["USD", "BRL"])).toBe("BRL");
  expect(currencyOf("EUR", "BRL", ["USD", "BRL", "EUR"])).toBe("EUR");
});
