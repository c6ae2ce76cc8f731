import { calls } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { csvColumnsOf, type CsvPage, csvText } from "./csv.ts";

async function textOf(columns: string[], pages: CsvPage[], linesMax?: number): Promise<string> {
  const [first, ...rest] = pages;
  let text = "";
  for await (const part of csvText(columns, first!, async () => rest.shift()!, linesMax)) text += part;
  return text;
}

test("[S7.28] cells that a spreadsheet would run become text, negative numbers stay numbers", async () => {
  const row = { note: "=HYPERLINK(1)", delta: "-1.5", tag: "@x", plus: "+1", dash: "-a" };
  expect(await textOf(Object.keys(row), [{ list: [row] }])).toBe(
    "note,delta,tag,plus,dash\r\n'=HYPERLINK(1),-1.5,'@x,'+1,'-a\r\n",
  );
});

test("commas, quotes and line breaks stay inside their cell, and nothing is an empty cell", async () => {
  expect(await textOf(["a", "b", "c"], [{ list: [{ a: 'say "hi", you', b: "two\nlines", c: null }] }])).toBe(
    'a,b,c\r\n"say ""hi"", you","two\nlines",\r\n',
  );
});

test("a file without lines has its heading", async () => {
  expect(await textOf(["time", "price"], [{ list: [] }])).toBe("time,price\r\n");
});

test("pages follow each other until there is none, and a file that is cut says so in its last line", async () => {
  const pages = (): CsvPage[] => [{ list: [{ n: 1 }, { n: 2 }], next: "2" }, { list: [{ n: 3 }] }];
  expect(await textOf(["n"], pages())).toBe("n\r\n1\r\n2\r\n3\r\n");
  const note = (lines: number) => `The newest ${lines} lines. Choose a shorter time for the older ones.\r\n`;
  expect(await textOf(["n"], pages(), 2)).toBe(`n\r\n1\r\n2\r\n${note(2)}`);
  expect(await textOf(["n"], [{ list: [{ n: 1 }, { n: 2 }] }], 1)).toBe(`n\r\n1\r\n${note(1)}`);
  expect(await textOf(["n"], pages(), 3)).toBe("n\r\n1\r\n2\r\n3\r\n");
  // A full page has a place behind it, also where nothing follows.
  const full = [{ list: [{ n: 1 }, { n: 2 }], next: "2" }, { list: [] }];
  expect(await textOf(["n"], full, 2)).toBe("n\r\n1\r\n2\r\n");
});

test("the heading is the contract's list of fields", () => {
  expect(csvColumnsOf(calls.fundingPaymentsCsv)).toEqual([
    "time",
    "zone",
    "market",
    "position",
    "rate",
    "amount",
    "capitalised",
    "asset",
  ]);
});
