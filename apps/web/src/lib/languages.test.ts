import { i18n } from "@lingui/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

type Ask = { readonly part: string; readonly tag: string; readonly come: () => void; readonly fail: () => void };
const asked: Ask[] = [];
vi.mock("./word-files.ts", () => ({
  firstPart: "first",
  loadWords: (part: string, tag: string) =>
    new Promise((resolve, reject) => {
      const come = () => resolve({ [part]: `${part} in ${tag}` });
      asked.push({ part, tag, come, fail: () => reject(new Error("offline")) });
    }),
}));

type Languages = typeof import("./languages.ts");
let page: Languages;
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
/** Answers everything that is asked until nobody asks any more. */
async function answerAll(): Promise<void> {
  for (await turn(); asked.length > 0; await turn()) for (const { come } of asked.splice(0)) come();
}
const said = (part: string): string => i18n._(part);

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal("document", { documentElement: {} });
  page = await import("./languages.ts");
});
afterEach(() => {
  asked.length = 0;
  vi.unstubAllGlobals();
});

async function speaks(lang: Parameters<Languages["speak"]>[0]): Promise<void> {
  const spoken = page.speak(lang);
  await answerAll();
  await spoken;
}

test("a part that is fetched later comes with its words, in the language that is spoken", async () => {
  await speaks("de_DE");
  const part = page.bringWords("trade", Promise.resolve("screen"));
  expect(asked.map(({ part: name, tag }) => [name, tag])).toEqual([["trade", "de-DE"]]);
  await answerAll();
  expect([await part, said("first"), said("trade")]).toEqual(["screen", "first in de-DE", "trade in de-DE"]);
  await page.bringWords("trade", Promise.resolve("screen"));
  expect(asked).toEqual([]);
});

test("from then on its words come with every language", async () => {
  await speaks("de_DE");
  const part = page.bringWords("trade", Promise.resolve("screen"));
  await answerAll();
  await part;
  await speaks("fa_IR");
  expect([said("first"), said("trade")]).toEqual(["first in fa-IR", "trade in fa-IR"]);
});

test("a part that comes before any language waits for none: the first language brings its words", async () => {
  expect(await page.bringWords("failure", Promise.resolve("screen"))).toBe("screen");
  expect(asked).toEqual([]);
  await speaks("en_US");
  expect(said("failure")).toBe("failure in en-US");
});

test("a language that is chosen while a part is on its way is the one of its words", async () => {
  await speaks("de_DE");
  const part = page.bringWords("trade", Promise.resolve("screen"));
  const [german] = asked.splice(0);
  const chosen = page.speak("ja_JP");
  german!.come();
  await answerAll();
  await Promise.all([part, chosen]);
  expect([said("first"), said("trade")]).toEqual(["first in ja-JP", "trade in ja-JP"]);
});

test("a part that comes while a language is on its way has its words in that language", async () => {
  await speaks("de_DE");
  const chosen = page.speak("ja_JP");
  const part = page.bringWords("trade", Promise.resolve("screen"));
  await answerAll();
  await Promise.all([part, chosen]);
  expect(said("trade")).toBe("trade in ja-JP");
});

test("a language that cannot be had changes nothing, and parts go on in the one that is spoken", async () => {
  await speaks("de_DE");
  const chosen = page.speak("ja_JP");
  asked.splice(0).forEach(({ fail }) => fail());
  await expect(chosen).rejects.toThrow("offline");
  const part = page.bringWords("trade", Promise.resolve("screen"));
  await answerAll();
  await part;
  expect([said("first"), said("trade")]).toEqual(["first in de-DE", "trade in de-DE"]);
});

test("numbers and dates are printed by the tag that the config names, else with Latin digits", () => {
  expect([page.printTagOf("fa_IR"), page.printTagOf("de_DE")]).toEqual(["fa-IR-u-nu-latn", "de-DE-u-nu-latn"]);
  page.printBy({ de_DE: "de-CH-u-nu-latn" });
  expect([page.printTagOf("fa_IR"), page.printTagOf("de_DE")]).toEqual(["fa-IR-u-nu-latn", "de-CH-u-nu-latn"]);
});
