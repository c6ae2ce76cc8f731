import { deviceOf, langs, languageOf } from "@tidemark/contracts";
import { describe, expect, test } from "vitest";
import { accountNoticeKinds } from "../module/notices.ts";
import { letterOf, messageOf, type LetterNotice } from "./letter.ts";
import { codePurposes } from "./texts/shape.ts";
import { textsIn } from "./texts/texts.ts";

const madeAt = Date.UTC(2026, 10, 15, 9, 30, 5);
const place = { ip: "203.0.113.7", country: "KR", agent: "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36" };
const everyFact = {
  ...place,
  provider: "Google",
  label: "Bot <1>",
  permissions: "READ, TRADE",
  network: "BITCOIN",
  address: "bc1qexample",
  antiPhishing: "blue harbour 7",
};
const withdrawn = { amount: "0.25 BTC", arrives: "0.2498 BTC", minutes: "30" };
const codeTold = (purpose: string, lang: LetterNotice["lang"]): LetterNotice => ({
  kind: "email-code",
  lang,
  madeAt,
  secret: "482913",
  facts: { purpose, minutes: "10", antiPhishing: "blue harbour 7" },
});
const noticeOf = (kind: LetterNotice["kind"], lang: LetterNotice["lang"]): LetterNotice => ({
  kind,
  lang,
  madeAt,
  facts: everyFact,
  ...(kind === "withdrawal-confirm" ? { secret: "482913", facts: { ...everyFact, ...withdrawn } } : {}),
});
const allTold = langs.flatMap((lang) => [
  ...codePurposes.map((purpose) => codeTold(purpose, lang)),
  ...accountNoticeKinds.map((kind) => noticeOf(kind, lang)),
]);
/** What is left of a mail when its markup and styles are taken away. */
const seenOf = (html: string): string =>
  html
    .replaceAll(/<style>[\s\S]*?<\/style>/g, "")
    .replaceAll(/<title>[\s\S]*?<\/title>/g, "")
    .replaceAll(/<[^>]*>/g, " ");

function valuesIn(texts: unknown): string[] {
  if (typeof texts === "string")
    return [
      [...texts.matchAll(/\{(\w+)\}/g)]
        .map(([, name]) => name)
        .toSorted()
        .join(),
    ];
  return Object.values(texts as object).flatMap(valuesIn);
}

test("every template is whole in 13 languages: no brace, no dash for a value, both forms", () => {
  expect(allTold).toHaveLength(13 * (codePurposes.length + accountNoticeKinds.length));
  for (const notice of allTold) {
    const { subject, text, html } = letterOf(notice, "Tidemark");
    for (const texts of [subject, text, seenOf(html), messageOf(notice, "Tidemark")]) {
      expect([notice.lang, notice.kind, texts]).toEqual([
        notice.lang,
        notice.kind,
        expect.not.stringMatching(/[{}]|undefined|^\s*$/),
      ]);
      expect(texts).toContain("Tidemark");
    }
    expect(text).not.toContain("–");
  }
});

test("each language says the same values as English, and not the same words", () => {
  for (const lang of langs) expect([lang, valuesIn(textsIn[lang])]).toEqual([lang, valuesIn(textsIn.en_US)]);
  const flat = (texts: unknown): string[] =>
    typeof texts === "string" ? [texts] : Object.values(texts as object).flatMap(flat);
  const english = flat(textsIn.en_US);
  for (const lang of langs.filter((one) => one !== "en_US")) {
    const same = flat(textsIn[lang]).filter((text, at) => text === english[at] && /\s/.test(text));
    expect([lang, same]).toEqual([lang, []]);
  }
});

describe("a mail", () => {
  test("with a code holds this code and no other digits of its length, in both forms", () => {
    for (const notice of allTold.filter(({ secret }) => secret !== undefined)) {
      const { text, html } = letterOf(notice, "Tidemark");
      for (const form of [text, seenOf(html), messageOf(notice, "Tidemark")])
        expect(form.match(/\d{6,}/g)).toEqual(["482913"]);
      expect(letterOf(notice, "Tidemark").subject).not.toContain("482913");
    }
  });

  test("bears the reader's own words against forgery, and none where he has set none", () => {
    for (const notice of allTold) {
      const { text, html } = letterOf(notice, "Tidemark");
      expect(text).toContain(`${textsIn[notice.lang].antiPhishing}: blue harbour 7`);
      expect(seenOf(html)).toContain("blue harbour 7");
      const { antiPhishing: _own, ...facts } = notice.facts!;
      expect(letterOf({ ...notice, facts }, "Tidemark").html).not.toContain(textsIn[notice.lang].antiPhishing);
    }
  });

  test("runs from right to left in Persian, and says its language", () => {
    for (const lang of langs) {
      const { tag, direction } = languageOf(lang);
      const { html } = letterOf(noticeOf("new-device", lang), "Tidemark");
      expect(html).toContain(`<html lang="${tag}" dir="${direction}">`);
      expect(html).toContain(direction === "rtl" ? "text-align:right" : "text-align:left");
    }
    expect(languageOf("fa_IR").direction).toBe("rtl");
  });

  test("fetches nothing, links nowhere and knows dark pages", () => {
    for (const notice of allTold) {
      const { html } = letterOf(notice, "Tidemark");
      expect(html).not.toMatch(/https?:|src=|url\(|<a\b|<img|<link|<script/i);
      expect(html).toContain("prefers-color-scheme:dark");
    }
  });

  test("writes strangers' words as words", () => {
    const { html } = letterOf(noticeOf("api-key-created", "en_US"), "Tidemark");
    expect(html).toContain("Bot &lt;1&gt;");
    expect(html).not.toContain("Bot <1>");
  });

  test("with the code of a withdrawal shows its address, its amount and what arrives, before anything is confirmed", () => {
    for (const lang of langs) {
      const { text, html } = letterOf(noticeOf("withdrawal-confirm", lang), "Tidemark");
      for (const shown of [text, seenOf(html)])
        for (const fact of ["bc1qexample", "0.25 BTC", "0.2498 BTC", "482913", "blue harbour 7"])
          expect([lang, shown]).toEqual([lang, expect.stringContaining(fact)]);
    }
  });

  test("tells when, from what and from where it happened", () => {
    const { text } = letterOf(noticeOf("new-device", "de_DE"), "Tidemark");
    expect(text).toContain("Zeit: 2026-11-15 09:30:05 UTC");
    expect(text).toContain("Gerät: Chrome, Windows");
    expect(text).toContain("IP-Adresse: 203.0.113.7");
    expect(text).toContain("Ort: Südkorea");
    const noRegion = letterOf(
      { ...noticeOf("new-device", "de_DE"), facts: { ip: "::1", country: "", agent: "" } },
      "Tidemark",
    );
    expect(noRegion.text).toContain("Gerät: Unbekannt");
    expect(noRegion.text).toContain("Ort: Unbekannt");
  });
});

test("a device is named by what people call it", () => {
  expect(deviceOf("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1")).toBe(
    "Safari, iPhone",
  );
  expect(deviceOf("Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36 Edg/140.0")).toBe("Edge, Linux");
  expect(deviceOf("trading-bot/1.0")).toBe("trading-bot/1.0");
  expect(deviceOf("")).toBeUndefined();
});
