import { expect, test } from "vitest";
import { envelope, hashAnswer, headAnswer, heightAnswer, rawBlockAnswer } from "./bitcoin-shapes.ts";

const hash = "a".repeat(64);

test("a head is read; block 0 has no parent", () => {
  expect(headAnswer.parse({ hash, height: 9, previousblockhash: "b".repeat(64) })).toEqual({
    hash,
    height: 9,
    parent: "b".repeat(64),
  });
  for (const first of [
    { hash, height: 0 },
    { hash, height: 0, previousblockhash: null },
  ])
    expect(headAnswer.parse(first).parent).toBe("0".repeat(64));
});

test("[Z5] an answer of another shape is refused, whatever a node sends", () => {
  const wrong: unknown[] = [
    null,
    true,
    "",
    "0x",
    "-1",
    {},
    [],
    -1,
    1.5,
    2 ** 31,
    Number.NaN,
    `${hash}a`,
    hash.toUpperCase(),
  ];
  for (const one of wrong)
    for (const shape of [hashAnswer, heightAnswer, headAnswer])
      expect([one, shape.safeParse(one).success]).toEqual([one, false]);
  for (const one of [
    { hash, height: "9" },
    { hash: "a", height: 9 },
    { hash, height: 9, previousblockhash: "b" },
  ])
    expect([one, headAnswer.safeParse(one).success]).toEqual([one, false]);
  for (const one of ["abc", "zz", "00zz", "0x00", 5, null]) expect(rawBlockAnswer.safeParse(one).success).toBe(false);
  for (const one of [null, [], { result: 1 }, { id: "1" }, { id: 1, error: "no" }, { id: 1, error: { code: 1 } }])
    expect([one, envelope.safeParse(one).success]).toEqual([one, false]);
});
