import { expect, test } from "vitest";
import { z } from "zod";
import { formReader } from "./form.ts";

const read = formReader(
  z.strictObject({ count: z.number().int().optional(), isOn: z.boolean().default(false), name: z.string() }),
);

test("numbers and yes-or-no are read from their one spelling", () => {
  expect(read({ count: "12", isOn: "true", name: "12" })).toEqual({ count: 12, isOn: true, name: "12" });
});

test("[D.33] any other spelling stays text, for the schema to refuse", () => {
  expect(read({ count: "1e3", isOn: "1", name: "x" })).toEqual({ count: "1e3", isOn: "1", name: "x" });
  expect(read({ count: "012", isOn: "TRUE" })).toEqual({ count: "012", isOn: "TRUE" });
  expect(read({ count: "" })).toEqual({ count: "" });
});

test("fields that nobody asked for are kept, for the schema to refuse", () => {
  expect(read({ other: "1" })).toEqual({ other: "1" });
  expect(read(undefined)).toEqual({});
});
