import { expect, test } from "vitest";
import { z } from "zod";
import { listOf, page } from "./call-parts.ts";

test("[S9.1] a list begins at page 1 with 10 rows unless it is told otherwise", () => {
  const ask = z.strictObject(page);
  expect(ask.parse({})).toEqual({ pageNum: 1, pageSize: 10 });
  expect(ask.parse({ pageNum: 3, pageSize: 50 })).toEqual({ pageNum: 3, pageSize: 50 });
  expect(ask.safeParse({ pageNum: "3" }).success).toBe(false);
  expect(ask.safeParse({ pageNum: 0 }).success).toBe(false);
  expect(ask.safeParse({ pageSize: 101 }).success).toBe(false);
});

test("[S3.2] a list tells its page and its total beside its rows", () => {
  const answer = listOf(z.string());
  const data = { source: "main", seq: 4, list: ["a"], pageNum: 1, pageSize: 10, total: 1, isMore: false };
  expect(answer.parse(data)).toEqual(data);
  expect(answer.parse({ ...data, next: "4:0" })).toEqual({ ...data, next: "4:0" });
  for (const field of Object.keys(data)) expect(answer.safeParse({ ...data, [field]: undefined }).success).toBe(false);
});
