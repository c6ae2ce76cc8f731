import { languageOf } from "@tidemark/contracts";
import type { AnswerOf, Outcome } from "@tidemark/kit-client";
import { expect, test } from "vitest";
import { offeredLanguages } from "./offered-languages.ts";

type List = AnswerOf<"langList">;
const config = { defaultLang: "en_US", list: ["en_US", "de_DE", "tr_TR"] } as const;
const langs = { defaultLang: config.defaultLang, list: [...config.list] };
const listOf = (defaultLang: List["defaultLang"], ...list: List["defaultLang"][]): Outcome<List> => ({
  ok: true,
  value: { defaultLang, list: list.map((lang) => ({ ...languageOf(lang) })) },
  source: "",
  seq: 0,
  stale: false,
});
const never = new Promise<never>(() => undefined);
const noWait = () => never;

test("[S7.42] the languages of a page are those of its config that the exchange lists for the site", async () => {
  const offered = await offeredLanguages(langs, Promise.resolve(listOf("en_US", "tr_TR", "en_US", "ja_JP")), noWait);
  expect(offered).toEqual({ defaultLang: "en_US", list: ["en_US", "tr_TR"] });
});

test("a default that is not offered gives way to the exchange's, and then to the first that is", async () => {
  const defaultOf = async (list: Outcome<List>) =>
    (await offeredLanguages(langs, Promise.resolve(list), noWait)).defaultLang;
  expect(await defaultOf(listOf("tr_TR", "de_DE", "tr_TR"))).toBe("tr_TR");
  expect(await defaultOf(listOf("ja_JP", "ja_JP", "tr_TR", "de_DE"))).toBe("de_DE");
});

test("without a list within a second, with a refusal or with nothing in common the config's languages are offered", async () => {
  const refused: Outcome<List> = { ok: false, code: 50002, refusal: "BUSY", message: "", facts: {} };
  const waits: number[] = [];
  const wait = async (ms: number): Promise<void> => void waits.push(ms);
  expect(await offeredLanguages(langs, never, wait)).toEqual(langs);
  expect(waits).toEqual([1_000]);
  expect(await offeredLanguages(langs, Promise.resolve(refused), noWait)).toEqual(langs);
  expect(await offeredLanguages(langs, Promise.resolve(listOf("ja_JP", "ja_JP")), noWait)).toEqual(langs);
});
