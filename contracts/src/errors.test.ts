import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { refusals } from "./errors.ts";

// Names and codes as they were given out. A new refusal is added here; no line ever changes or leaves.
const givenOut = JSON.parse(readFileSync(new URL("../fixtures/refusals.json", import.meta.url), "utf8")) as Record<
  string,
  number
>;

test("[D.73] a refusal's code is its own for ever: recorded, never changed, never given to another", () => {
  const now = Object.entries(refusals).map(([name, { code }]) => [name, code] as const);
  expect(new Set(now.map(([, code]) => code)).size).toBe(now.length);
  expect(now.filter(([name, code]) => givenOut[name] !== code)).toEqual([]);
  const owners = new Map(Object.entries(givenOut).map(([name, code]) => [code, name]));
  expect(owners.size).toBe(Object.keys(givenOut).length);
});
