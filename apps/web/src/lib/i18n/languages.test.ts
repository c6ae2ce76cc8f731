import { i18n } from "@lingui/core";
import { langs } from "@tidemark/contracts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

type Ask = { readonly part: string; readonly tag: string; readonly arrive: () => void; readonly fail: () => void };
const asked: Ask[] = [];
vi.mock("./text-files.ts", () => ({
  firstPart: "first",
  loadTexts: (part: string, tag: string) =>
    new Promise((resolve, reject) => {
      const arrive = () => resolve({ [part]: `${part} in ${tag}` });
      asked.push({ part, tag, arrive, fail: () => reject(new Error("offline")) });
    }),
}));

type Languages = typeof import("./languages.ts");
let page: Languages;
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
/** Answers every request until none is left. */
async function answerAll(): Promise<void> {
  for (await turn(); asked.length > 0; await turn()) for (const { arrive } of asked.splice(0)) arrive();
}
const textOf = (part: string): string => i18n._(part);

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal("document", { documentElement: {} });
  page = await import("./languages.ts");
});
afterEach(() => {
  asked.length = 0;
  vi.unstubAllGlobals();
});

async function activates(lang: Parameters<Languages["activateLang"]>[0]): Promise<void> {
  const current = page.activateLang(lang);
  await answerAll();
  await current;
}

test("a part that is fetched later comes with its words, in the language that is spoken", async () => {
  await activates("de_DE");
  const part = page.withTexts("trade", Promise.resolve("screen"));
  expect(asked.map(({ part: name, tag }) => [name, tag])).toEqual([["trade", "de-DE"]]);
  await answerAll();
  expect([await part, textOf("first"), textOf("trade")]).toEqual(["screen", "first in de-DE", "trade in de-DE"]);
  await page.withTexts("trade", Promise.resolve("screen"));
  expect(asked).toEqual([]);
});

test("from then on its words come with every language", async () => {
  await activates("de_DE");
  const part = page.withTexts("trade", Promise.resolve("screen"));
  await answerAll();
  await part;
  await activates("fa_IR");
  expect([textOf("first"), textOf("trade")]).toEqual(["first in fa-IR", "trade in fa-IR"]);
});

test("a part that comes before any language waits for none: the first language brings its words", async () => {
  expect(await page.withTexts("failure", Promise.resolve("screen"))).toBe("screen");
  expect(asked).toEqual([]);
  await activates("en_US");
  expect(textOf("failure")).toBe("failure in en-US");
});

test("a language that is chosen while a part is on its way is the one of its words", async () => {
  await activates("de_DE");
  const part = page.withTexts("trade", Promise.resolve("screen"));
  const [german] = asked.splice(0);
  const chosen = page.activateLang("ja_JP");
  german!.arrive();
  await answerAll();
  await Promise.all([part, chosen]);
  expect([textOf("first"), textOf("trade")]).toEqual(["first in ja-JP", "trade in ja-JP"]);
});

test("a part that comes while a language is on its way has its words in that language", async () => {
  await activates("de_DE");
  const chosen = page.activateLang("ja_JP");
  const part = page.withTexts("trade", Promise.resolve("screen"));
  await answerAll();
  await Promise.all([part, chosen]);
  expect(textOf("trade")).toBe("trade in ja-JP");
});

test("a language that cannot be had changes nothing, and parts go on in the one that is spoken", async () => {
  await activates("de_DE");
  const chosen = page.activateLang("ja_JP");
  asked.splice(0).forEach(({ fail }) => fail());
  await expect(chosen).rejects.toThrow("offline");
  const part = page.withTexts("trade", Promise.resolve("screen"));
  await answerAll();
  await part;
  expect([textOf("first"), textOf("trade")]).toEqual(["first in de-DE", "trade in de-DE"]);
});

test("[S3.32] numbers and dates are printed by the tag that the config names, else with Latin digits", () => {
  expect([page.printTagOf("fa_IR"), page.printTagOf("de_DE")]).toEqual(["fa-IR-u-nu-latn", "de-DE-u-nu-latn"]);
  page.setPrintTags({ de_DE: "de-CH-u-nu-latn" });
  expect([page.printTagOf("fa_IR"), page.printTagOf("de_DE")]).toEqual(["fa-IR-u-nu-latn", "de-CH-u-nu-latn"]);
});

test("eight of our languages write a decimal comma; Persian, in Latin digits, a point", () => {
  expect(langs.filter((lang) => page.decimalMarkOf(lang) === ",")).toEqual([
    "de_DE",
    "es_ES",
    "fr_FR",
    "it_IT",
    "pt_BR",
    "ru_RU",
    "tr_TR",
    "vi_VN",
  ]);
});
