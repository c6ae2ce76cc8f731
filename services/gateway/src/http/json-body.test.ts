import { hasDuplicateKey } from "@tidemark/kit-node/http";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openWorldInMemory } from "../testing/standalone.ts";

const transfer = "/api/exchange-account-center-api/asset/transfer";
const asset = '"asset":"USDT","amount":"1"';

test("L1: a number of a money call is a number, and a key stands once", async () => {
  const world = await openWorldInMemory();
  const alice = world.holder(1001);
  const codeOf = async (body: string): Promise<number> => (await alice.post(transfer, body)).code;
  // Without a core the call itself is busy: it was understood.
  expect(await codeOf(`{"fromProduct":1,"toProduct":4,${asset}}`)).toBe(50002);
  for (const wrong of ["[4]", '"4"', '"0x4"', '" 4 "', "[[4]]", "true", "null", "4.5", "{}"])
    expect([wrong, await codeOf(`{"fromProduct":1,"toProduct":${wrong},${asset}}`)]).toEqual([wrong, 40000]);
  for (const twice of [
    `{"fromProduct":1,"toProduct":4,${asset},"amount":"2"}`,
    `{"fromProduct":1,"toProduct":4,${asset},"amo\\u0075nt":"2"}`,
    `{"fromProduct":1,"fromProduct" \n: 1,"toProduct":4,${asset}}`,
  ])
    expect([twice, await codeOf(twice)]).toEqual([twice, 40000]);
  await world.close();
});

test("a key counts in its own object, and text within values is none", () => {
  for (const text of [
    '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
    '{"a":"\\"a\\":1","b":"{\\"a\\":1,\\"a\\":2}"}',
    '["a","a"]',
    '"a"',
    "{}",
  ])
    expect([text, hasDuplicateKey(text)]).toEqual([text, false]);
  for (const text of ['{"b":[{"a":1,"a":1}]}', '{"":1,"":2}', '[[{"a":{},"b":{},"a":1}]]', '{"\\\\":1,"\\u005c":2}'])
    expect([text, hasDuplicateKey(text)]).toEqual([text, true]);
});

test("whatever is written by JSON.stringify has no duplicate key", () => {
  fc.assert(fc.property(fc.json(), (text) => !hasDuplicateKey(text)));
});
