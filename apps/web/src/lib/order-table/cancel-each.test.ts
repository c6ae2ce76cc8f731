import type { Outcome } from "@tidemark/kit-client";
import { expect, test } from "vitest";
import { cancelEach } from "./cancel-each.ts";

const done: Outcome<unknown> = { ok: true, value: {}, source: "main", seq: 1, stale: false };
const final: Outcome<unknown> = { ok: false, code: 21051, refusal: "ORDER_FINAL", message: "", facts: {} };
const offline: Outcome<unknown> = { ok: false, code: 0, message: "no connection", facts: {} };

test("each listed order is cancelled by its number; one that fired meanwhile is not a problem", async () => {
  const sent: string[] = [];
  const answers = [done, final, done];
  const result = await cancelEach(["7", "8", "9"], async (orderId) => answers[sent.push(orderId) - 1]!);
  expect(sent).toEqual(["7", "8", "9"]);
  expect(result).toEqual({ cancelled: 2, problem: undefined });
});

test("a problem ends it and says how many were cancelled before", async () => {
  const sent: string[] = [];
  const answers = [done, offline, done];
  const result = await cancelEach(["7", "8", "9"], async (orderId) => answers[sent.push(orderId) - 1]!);
  expect(sent).toEqual(["7", "8"]);
  expect(result).toEqual({ cancelled: 1, problem: offline });
});
