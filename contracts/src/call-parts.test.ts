import { expect, test } from "vitest";
import { z } from "zod";
import { listOf, page, rowCursor } from "./call-parts.ts";
import { depositList } from "./wallet/deposit-calls.ts";
import { withdrawalList } from "./wallet/withdrawal-calls.ts";

test("[S9.1] a list begins at page 1 with 10 rows unless it is told otherwise", () => {
  const ask = z.strictObject(page);
  expect(ask.parse({})).toEqual({ pageNum: 1, pageSize: 10 });
  expect(ask.parse({ pageNum: 3, pageSize: 50 })).toEqual({ pageNum: 3, pageSize: 50 });
  expect(ask.safeParse({ pageNum: "3" }).success).toBe(false);
  expect(ask.safeParse({ pageNum: 0 }).success).toBe(false);
  expect(ask.safeParse({ pageSize: 101 }).success).toBe(false);
});

test("where a page of deposits or withdrawals ended is a time and exactly a uuid", () => {
  const uuid = "0b5d48a5-f781-4e6c-8ab4-5cc012831667";
  const wrong = ["-".repeat(36), "a".repeat(36), uuid.slice(1), `${uuid}0`, uuid.toUpperCase(), `${uuid}\n`];
  expect(rowCursor.parse(`1700000000000:${uuid}`)).toBe(`1700000000000:${uuid}`);
  for (const { ask } of [depositList, withdrawalList]) {
    expect(ask.safeParse({ before: `5:${uuid}` }).success).toBe(true);
    for (const one of wrong) expect([one, ask.safeParse({ before: `5:${one}` }).success]).toEqual([one, false]);
    expect(ask.safeParse({ before: `:${uuid}` }).success).toBe(false);
  }
});

test("[S3.2] a list tells its page and its total beside its rows", () => {
  const answer = listOf(z.string());
  const data = { source: "main", seq: 4, list: ["a"], pageNum: 1, pageSize: 10, total: 1, isMore: false };
  expect(answer.parse(data)).toEqual(data);
  expect(answer.parse({ ...data, next: "4:0" })).toEqual({ ...data, next: "4:0" });
  for (const field of Object.keys(data)) expect(answer.safeParse({ ...data, [field]: undefined }).success).toBe(false);
});
