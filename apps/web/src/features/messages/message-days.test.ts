import { expect, test } from "vitest";
import { byDay } from "./message-days.ts";

test("messages stand under the day on which they came, each day once", () => {
  const noon = new Date(2026, 10, 18, 12).getTime();
  const row = (createTime: number) => ({ createTime });
  const days = byDay([row(noon), row(noon - 3_600_000), row(noon - 86_400_000)]);
  expect(days.map(({ day, list }) => [day, list.length])).toEqual([
    ["2026-11-18", 2],
    ["2026-11-17", 1],
  ]);
});
