import { expect, test } from "vitest";
import { type Mutant, planted, turnOf } from "./mutant.ts";

const mutant: Mutant = { name: "a border is off by one", file: "f.ts", find: "a < b", replace: "a <= $& b", tests: [] };

test("a bug is planted where its text stands once, word for word", () => {
  expect(planted("if (a < b) c();", mutant)).toEqual({ text: "if (a <= $& b) c();" });
});

test("a text that has moved, stands twice or changes nothing makes the table wrong", () => {
  expect(planted("if (a > b) c();", mutant)).toEqual({ fault: "its text occurs 0 times" });
  expect(planted("a < b && a < b", mutant)).toEqual({ fault: "its text occurs 2 times" });
  expect(planted("a < b", { ...mutant, replace: "a < b" })).toEqual({ fault: "it changes nothing" });
});

test("the short form comes round to every mutant", () => {
  const all = [1, 2, 3, 4, 5, 6, 7];
  expect([0, 1, 2, 3].map((turn) => turnOf(all, turn, 3))).toEqual([
    [1, 2, 3],
    [4, 5, 6],
    [7, 1, 2],
    [3, 4, 5],
  ]);
  expect(turnOf([1, 2], 5, 6)).toEqual([1, 2]);
});
