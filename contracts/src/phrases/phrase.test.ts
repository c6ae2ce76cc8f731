import { expect, test } from "vitest";
import { type Refusal, refusals } from "../errors.ts";
import { phrase } from "./index.ts";
import { fill, type Sentence } from "./sentence.ts";

const plain = (values: Record<string, string>) => ({
  of: (name: string) => values[name],
  placed: (text: string) => text,
});

test("numbers are grouped as screens write them, and money is said with its asset", () => {
  const facts = { needed: "521550", available: "17634.5", asset: "USDT" };
  expect(phrase("INSUFFICIENT_BALANCE", facts)).toBe(
    "Not enough balance: 521,550 USDT needed, 17,634.5 USDT available.",
  );
  expect(phrase("PRICE_RANGE", { min: "0.1", max: "1000000" })).toBe("The price must be between 0.1 and 1,000,000.");
});

test("a sentence counts: one order is not some orders", () => {
  expect(phrase("TOO_MANY_ORDERS", { allowed: "1" })).toBe("You have reached the limit of 1 open order.");
  expect(phrase("TOO_MANY_ORDERS", { allowed: "200" })).toBe("You have reached the limit of 200 open orders.");
  expect(phrase("TOO_MANY_ORDERS", {})).toBe("You have reached the limit of – open orders.");
});

test("every language has the forms that it counts in, and a number may have words of its own", () => {
  const orders: Sentence = [
    [
      "n",
      "plural",
      {
        "0": ["нет ордеров"],
        one: ["#", " ордер"],
        few: ["#", " ордера"],
        many: ["#", " ордеров"],
        other: ["#", " ордера"],
      },
    ],
  ];
  const said = (n: string): string => fill(orders, plain({ n }), "ru-RU");
  expect(["0", "1", "3", "11", "21", "105"].map(said)).toEqual([
    "нет ордеров",
    "1 ордер",
    "3 ордера",
    "11 ордеров",
    "21 ордер",
    "105 ордеров",
  ]);
});

test("every refusal can be said in English, and without facts shows no brace", () => {
  for (const refusal of Object.keys(refusals) as Refusal[]) {
    expect(phrase(refusal, {})).not.toBe("");
    expect(phrase(refusal, {})).not.toMatch(/[{}#]/);
  }
});

test("[D.74] facts stand in the sentence of every language, and in one that runs the other way they keep their own direction", () => {
  const facts = { needed: "1000", available: "0", asset: "USDT" };
  expect(phrase("INSUFFICIENT_BALANCE", facts, "de_DE")).toBe(
    "Das Guthaben reicht nicht: 1,000 USDT benötigt, 0 USDT verfügbar.",
  );
  expect(phrase("INSUFFICIENT_BALANCE", facts, "fa_IR")).toContain("\u20681,000 USDT\u2069");
  expect(phrase("TOO_MANY_ORDERS", { allowed: "200" }, "fa_IR")).toContain("\u2068200\u2069");
});
