import { expect, test } from "vitest";
import { csvOf } from "./csv.ts";

test("cells that a spreadsheet would run are made text; negative numbers stay numbers", () => {
  expect(csvOf([{ note: "=HYPERLINK(1)", delta: "-1.5", tag: "@x", plus: "+1", dash: "-a" }])).toBe(
    "note,delta,tag,plus,dash\r\n'=HYPERLINK(1),-1.5,'@x,'+1,'-a\r\n",
  );
});

test("commas, quotes and line ends do not break a row", () => {
  expect(csvOf([{ a: 'say "hi", you', b: "two\nlines", c: null }])).toBe(
    'a,b,c\r\n"say ""hi"", you","two\nlines",\r\n',
  );
});

test("no rows are an empty file", () => {
  expect(csvOf([])).toBe("");
});
