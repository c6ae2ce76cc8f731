import { expect, test } from "vitest";
import { chainIdAnswer, headAnswer, logsAnswer, smallOf, transferIn, transferTopic } from "./evm-shapes.ts";

const word = (hex: string): string => `0x${hex.padStart(64, "0")}`;
const own = "70997970c51812dc3a010c7d01b50e0d17dc79c8";
const log = {
  address: `0x${own}`,
  topics: [transferTopic, word("1"), word(own)],
  data: word("ff"),
  blockHash: word("a"),
  transactionHash: word("b"),
  logIndex: "0x0",
};

test("a plain transfer event is read; all that only looks like one is none", () => {
  expect(transferIn(log)).toEqual({
    from: "0x0000000000000000000000000000000000000001",
    to: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    amount: 255n,
  });
  const spoiled = [
    { ...log, topics: [...log.topics, word("1")] },
    { ...log, topics: log.topics.slice(0, 2) },
    { ...log, topics: [word("c"), word("1"), word(own)] },
    { ...log, topics: [transferTopic, word("1"), `0x${"1".repeat(24)}${own}`] },
    { ...log, data: "0x" },
    { ...log, data: `${word("ff")}00` },
  ];
  expect(spoiled.map(transferIn)).toEqual(spoiled.map(() => undefined));
});

test("[Z5] an answer of another shape is refused, whatever a node sends", () => {
  const wrong: unknown[] = [null, 1, "0x", "0x01", "-1", {}, [], "0xg", `0x${"f".repeat(65)}`, { number: "0x1" }];
  for (const one of wrong) {
    expect([one, headAnswer.safeParse(one).success]).toEqual([one, false]);
    expect([one, logsAnswer.safeParse([one]).success]).toEqual([one, false]);
  }
  for (const one of wrong) expect([one, chainIdAnswer.safeParse(one).success]).toEqual([one, false]);
  expect(() => smallOf(`0x${"f".repeat(40)}`)).toThrow("is no height");
});
