import type { Instruments } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { csvAnswerers } from "./csv.ts";
import { behind, type HistoryContext, page } from "./page.ts";

const queries: { text: string; values: unknown[] | undefined }[] = [];
const context = {
  uid: 7,
  instruments: {} as Instruments,
  pool: {
    query: async (text: string, values?: unknown[]) => {
      queries.push({ text, values });
      return { rows: [] };
    },
  },
} as unknown as HistoryContext;
const cursor = "987654321012345:876543210123456";

test("L12: what a request brings back as the end of a page is a value of the statement, never its text", async () => {
  const paged = { table: "orders", place: ["batch_seq", "line"], where: "uid = $1", values: [7] };
  const ask = { pageNum: 1, pageSize: 10, before: cursor };
  await page(context, ask, paged, () => ({ kind: "answered" }) as never).catch(() => undefined);
  await csvAnswerers["trading.orderHistoryCsv"]!(context, { timeZone: "UTC", after: cursor } as never);
  expect(queries).toHaveLength(2);
  for (const { text, values } of queries) {
    expect(text).toContain("(batch_seq, line) < ($2::bigint, $3::bigint)");
    expect(values).toEqual([7, ...cursor.split(":")]);
    for (const part of cursor.split(":")) expect(text).not.toContain(part);
  }
});

test("the parts of a place are numbered behind the values before them", () => {
  expect(behind(["a", "b", "c"], 4)).toBe("(a, b, c) < ($4::bigint, $5::bigint, $6::bigint)");
});
