import { deviceOf, langs, languageOf } from "@tidemark/contracts";
import { describe, expect, test } from "vitest";
import { toldKinds } from "../notices.ts";
import { letterOf, messageOf, type Told } from "./letter.ts";
import { codePurposes } from "./words/shape.ts";
import { wordsIn } from "./words/words.ts";

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
const codeTold = (purpose: string, lang: Told["lang"]): Told => ({
  kind: "email-code",
  lang,
  madeAt,
  secret: "482913",
  facts: { purpose, minutes: "10", antiPhishing: "blue harbour 7" },
});
const toldOf = (kind: Told["kind"], lang: Told["lang"]): Told => ({ kind, lang, madeAt, facts: everyFact });
const allTold = langs.flatMap((lang) => [
  ...codePurposes.map((purpose) => codeTold(purpose, lang)),
  ...toldKinds.map((kind) => toldOf(kind, lang)),
]);
/** What is left of a mail when its markup and styles are taken away. */
const seenOf = (html: string): string =>
  html
    .replaceAll(/<style>[\s\S]*?<\/style>/g, "")
    .replaceAll(/<title>[\s\S]*?<\/title>/g, "")
    .replaceAll(/<[^>]*>/g, " ");

function valuesIn(words: unknown): string[] {
  if (typeof words === "string")
    return [
      [...words.matchAll(/\{(\w+)\}/g)]
        .map(([, name]) => name)
        .toSorted()
        .join(),
    ];
  return Object.values(words as object).flatMap(valuesIn);
}

test("every template is whole in 13 languages: no brace, no dash for a value, both forms", () => {
  expect(allTold).toHaveLength(13 * (codePurposes.length + toldKinds.length));
  for (const told of allTold) {
    const { subject, text, html } = letterOf(told, "Tidemark");
    for (const words of [subject, text, seenOf(html), messageOf(told, "Tidemark")]) {
      expect([told.lang, told.kind, words]).toEqual([
        told.lang,
        told.kind,
        expect.not.stringMatching(/[{}]|undefined|^\s*$/),
      ]);
      expect(words).toContain("Tidemark");
    }
    expect(text).not.toContain("–");
  }
});

test("each language says the same values as English, and not the same words", () => {
  for (const lang of langs) expect([lang, valuesIn(wordsIn[lang])]).toEqual([lang, valuesIn(wordsIn.en_US)]);
  const flat = (words: unknown): string[] =>
    typeof words === "string" ? [words] : Object.values(words as object).flatMap(flat);
  const english = flat(wordsIn.en_US);
  for (const lang of langs.filter((one) => one !== "en_US")) {
    const same = flat(wordsIn[lang]).filter((text, at) => text === english[at] && /\s/.test(text));
    expect([lang, same]).toEqual([lang, []]);
  }
});

describe("a mail", () => {
  test("with a code holds this code and no other digits of its length, in both forms", () => {
    for (const told of allTold.filter(({ secret }) => secret !== undefined)) {
      const { text, html } = letterOf(told, "Tidemark");
      for (const form of [text, seenOf(html), messageOf(told, "Tidemark")])
        expect(form.match(/\d{6,}/g)).toEqual(["482913"]);
      expect(letterOf(told, "Tidemark").subject).not.toContain("482913");
    }
  });

  test("bears the reader's own words against forgery, and none where he has set none", () => {
    for (const told of allTold) {
      const { text, html } = letterOf(told, "Tidemark");
      expect(text).toContain(`${wordsIn[told.lang].antiPhishing}: blue harbour 7`);
      expect(seenOf(html)).toContain("blue harbour 7");
      const { antiPhishing: _own, ...facts } = told.facts!;
      expect(letterOf({ ...told, facts }, "Tidemark").html).not.toContain(wordsIn[told.lang].antiPhishing);
    }
  });

  test("runs from right to left in Persian, and says its language", () => {
    for (const lang of langs) {
      const { tag, direction } = languageOf(lang);
      const { html } = letterOf(toldOf("new-device", lang), "Tidemark");
      expect(html).toContain(`<html lang="${tag}" dir="${direction}">`);
      expect(html).toContain(direction === "rtl" ? "text-align:right" : "text-align:left");
    }
    expect(languageOf("fa_IR").direction).toBe("rtl");
  });

  test("fetches nothing, links nowhere and knows dark pages", () => {
    for (const told of allTold) {
      const { html } = letterOf(told, "Tidemark");
      expect(html).not.toMatch(/https?:|src=|url\(|<a\b|<img|<link|<script/i);
      expect(html).toContain("prefers-color-scheme:dark");
    }
  });

  test("writes strangers' words as words", () => {
    const { html } = letterOf(toldOf("api-key-created", "en_US"), "Tidemark");
    expect(html).toContain("Bot &lt;1&gt;");
    expect(html).not.toContain("Bot <1>");
  });

  test("tells when, from what and from where it happened", () => {
    const { text } = letterOf(toldOf("new-device", "de_DE"), "Tidemark");
    expect(text).toContain("Zeit: 2026-11-15 09:30:05 UTC");
    expect(text).toContain("Gerät: Chrome, Windows");
    expect(text).toContain("IP-Adresse: 203.0.113.7");
    expect(text).toContain("Ort: Südkorea");
    const nowhere = letterOf(
      { ...toldOf("new-device", "de_DE"), facts: { ip: "::1", country: "", agent: "" } },
      "Tidemark",
    );
    expect(nowhere.text).toContain("Gerät: Unbekannt");
    expect(nowhere.text).toContain("Ort: Unbekannt");
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
