import { expect, test } from "vitest";
import type { EventRow } from "../journal/index.ts";
import { instrumentsOf } from "../instruments.ts";
import { ordersTopic } from "./topics.ts";

const instruments = instrumentsOf({ assets: [], markets: [] });

test("a client key too long to pack is told in words and reads as it was written", () => {
  const key = "a-client-order-id-of-thirty-six-char";
  const word = (i: number): number => Buffer.from(key, "latin1").readUInt32LE(i * 4);
  const event = { type: "order_key", uid: 5, orderId: 9, length: key.length } as Record<string, unknown>;
  for (let i = 0; i < 9; i += 1) event[`w${i}`] = word(i);
  expect(ordersTopic.rows(event as EventRow, instruments, 0)).toEqual([
    { to: 5, row: { orderId: "9", clientOrderId: key } },
  ]);
});
