import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { allMutants } from "./all.ts";
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

test("every bug of the list can be planted, and the tests that must notice it are there", () => {
  const pathOf = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url));
  const wrong = allMutants.flatMap((each) => {
    const place = planted(readFileSync(pathOf(each.file), "utf8"), each);
    const missing = each.tests.filter((path) => !existsSync(pathOf(path)));
    return "fault" in place || missing.length > 0 ? [`${each.file}: ${each.name}`] : [];
  });
  expect(wrong).toEqual([]);
});
