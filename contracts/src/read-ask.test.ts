import { expect, test } from "vitest";
import { z } from "zod";
import { readAsk } from "./read-ask.ts";

const ask = z.strictObject({
  search: z.string().max(40).optional(),
  list: z.array(z.object({ name: z.string() })).default([]),
  notes: z.record(z.string(), z.string()).optional(),
});

test("what the contract does not take is refused with the field's name", () => {
  expect(readAsk({ ask }, { search: 5 })).toMatchObject({
    success: false,
    problem: expect.stringMatching(/^search: /),
  });
  expect(readAsk({ ask }, { search: "btc" })).toEqual({ success: true, data: { search: "btc", list: [] } });
});

test("M1: text with NUL, which no database keeps, is refused wherever it stands", () => {
  const refused = { success: false, problem: "the character U+0000 stands in a text" };
  expect(readAsk({ ask }, { search: "a\0" })).toEqual(refused);
  expect(readAsk({ ask }, { list: [{ name: "a" }, { name: "\0" }] })).toEqual(refused);
  expect(readAsk({ ask }, { notes: { "a\0": "b" } })).toEqual(refused);
  const file = z.object({ file: z.instanceof(File) });
  expect(readAsk({ ask: file }, { file: new File(["\0"], "picture.png") })).toMatchObject({ success: true });
  expect(readAsk({ ask: file }, { file: new File([], "a\0.png") })).toEqual(refused);
});
