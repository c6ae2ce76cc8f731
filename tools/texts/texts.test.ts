import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  catalogueFolders,
  catalogueNames,
  printCatalogue,
  readCatalogue,
  root,
  tags,
  writeCatalogue,
} from "./catalogues.ts";
import { mergeInto } from "./merge.ts";
import { missingIn, type ToTranslate } from "./missing.ts";
import { printCompiled, readCompiled, serverCatalogue } from "./server-texts.ts";
import { problemsOf } from "./shape.ts";
import { isUntranslated } from "./unchanged.ts";

const whats = (english: string, translation: string, tag = "de-DE"): string[] =>
  problemsOf(english, translation, tag).map(({ kind }) => kind);

describe("a translation", () => {
  test("keeps the values and tags of its English, in whatever order", () => {
    expect(whats("{a} of {b}", "von {b}: {a}")).toEqual([]);
    expect(whats("{a} of {b}", "{a}")).toEqual(["parameters"]);
    expect(whats("{a}", "{a} {c}")).toEqual(["parameters"]);
    expect(whats("Read <0>this</0>", "<0>Dies</0> lesen")).toEqual([]);
    expect(whats("Read <0>this</0>", "Dies lesen")).toEqual(["parameters"]);
    expect(whats("{a", "{a")).toEqual(["parameters"]);
    expect(whats("Vol", "Vol ")).toEqual(["parameters"]);
  });

  test("has the plural forms that its language has, no fewer and no others", () => {
    const english = "{n, plural, =0 {none} one {# order} other {# orders}}";
    expect(whats(english, "{n, plural, one {# Order} other {# Orders}}")).toEqual([]);
    expect(whats(english, "{n, plural, other {# 件}}", "ja-JP")).toEqual([]);
    expect(whats(english, "{n, plural, one {#} other {#}}", "ja-JP")).toEqual(["plurals"]);
    expect(whats(english, "{n, plural, one {#} other {#}}", "ru-RU")).toEqual(["plurals"]);
    expect(whats(english, "{n, plural, one {#} few {#} many {#} other {#}}", "ru-RU")).toEqual([]);
    expect(whats("{n} orders", "{n, plural, one {# Order} other {# Orders}}")).toEqual([]);
  });

  test("that repeats the English is none, but for names and words that were borrowed", () => {
    expect(isUntranslated("Order book", "Order book", "de-DE", {})).toBe(true);
    expect(isUntranslated("Order book", "Orderbuch", "de-DE", {})).toBe(false);
    expect(isUntranslated("{count} s", "{count} s", "de-DE", {})).toBe(false);
    expect(isUntranslated("Spot", "Spot", "de-DE", { "de-DE": ["Spot"] })).toBe(false);
    expect(isUntranslated("Spot", "Spot", "fr-FR", { "de-DE": ["Spot"] })).toBe(true);
    expect(isUntranslated("UID", "UID", "ja-JP", { "*": ["UID"] })).toBe(false);
  });
});

describe("translating", () => {
  let place = "";
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), "tidemark-words-"));
    for (const folder of Object.values(catalogueFolders)) {
      mkdirSync(join(place, folder), { recursive: true });
      cpSync(join(root, folder, "en-US.po"), join(place, folder, "ko-KR.po"));
    }
  });
  afterEach(() => rmSync(place, { recursive: true }));

  const empty = async (): Promise<ToTranslate[]> => {
    // English words under another name: with their translations taken out they are a language that nobody has begun.
    for (const name of catalogueNames) {
      const catalogue = await readCatalogue(name, "ko-KR", place);
      for (const message of Object.values(catalogue)) message.translation = "";
      await writeCatalogue(name, "ko-KR", catalogue, place);
    }
    return missingIn("ko-KR", place);
  };

  test("what is missing tells its English, its place and its values, and comes back into a file that stays in order", async () => {
    const missing = await empty();
    const short = missing.find(({ english }) => english.startsWith("Not enough balance"))!;
    expect(short).toMatchObject({
      catalogue: "contracts",
      where: ["contracts/src/errors.ts"],
      values: ["available", "needed"],
      translation: "",
    });
    const before = readFileSync(join(place, "contracts/locales/ko-KR.po"), "utf8");
    const translation = "잔액이 부족합니다: {needed} 필요, {available} 사용 가능.";
    expect(await mergeInto("ko-KR", [{ ...short, translation }], {}, place)).toMatchObject({ taken: 1, refused: [] });
    const after = readFileSync(join(place, "contracts/locales/ko-KR.po"), "utf8");
    expect(after.replace(translation, "")).toBe(before);
    expect(await missingIn("ko-KR", place)).toHaveLength(missing.length - 1);
  });

  test("what lost a value, repeats the English or belongs to words that are gone is refused, the rest is taken", async () => {
    const missing = await empty();
    const [one, other] = missing.filter(({ values, english }) => values === undefined && /\w{4}/.test(english));
    const valued = missing.find(({ values, forms }) => values?.length === 2 && forms === undefined)!;
    const { taken, refused, same } = await mergeInto(
      "ko-KR",
      [
        { ...one!, translation: "번역" },
        { ...valued, translation: "값 없음" },
        { ...other!, translation: other!.english },
        { ...one!, english: "Words that are gone", translation: "사라진" },
      ],
      {},
      place,
    );
    expect([taken, refused.length, same]).toEqual([1, 3, []]);
    const borrowed = await mergeInto("ko-KR", [{ ...other!, translation: other!.english, same: true }], {}, place);
    expect(borrowed).toEqual({ taken: 1, refused: [], same: [other!.english] });
  });
});

describe("the catalogues", () => {
  test.each(tags)(
    "of the server in %s are what `pnpm texts extract` makes of its sentences, and so is the module",
    async (tag) => {
      const catalogue = await serverCatalogue(tag);
      const file = readFileSync(join(root, catalogueFolders.contracts, `${tag}.po`), "utf8");
      expect(await printCatalogue("contracts", tag, catalogue)).toBe(file);
      expect(readCompiled(tag)).toBe(printCompiled(tag, catalogue));
    },
  );

  test.each(tags)("in %s have the values, tags and plurals that they should", async (tag) => {
    for (const name of catalogueNames)
      for (const { message = "", translation = "" } of Object.values(await readCatalogue(name, tag)))
        if (translation !== "") expect([message, problemsOf(message, translation, tag)]).toEqual([message, []]);
  });
});
