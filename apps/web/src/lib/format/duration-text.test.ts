import type { Lang } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { durationText, minutesText } from "./duration-text.ts";

const hour = 3_600_000;
const spans = [350, 12_345, 20 * 60_000, 6 * hour + 20 * 60_000, 78 * hour + 59 * 60_000];

test.each<[Lang, readonly string[]]>([
  ["en_US", ["350 ms", "12.3 sec", "20 min", "6 hr 20 min", "3 days 6 hr"]],
  ["de_DE", ["350 ms", "12,3 Sek.", "20 Min.", "6 Std. 20 Min.", "3 Tg. 6 Std."]],
  ["fa_IR", ["350 میلی‌ثانیه", "12.3 ثانیه", "20 دقیقه", "6 ساعت 20 دقیقه", "3 روز 6 ساعت"]],
  ["ja_JP", ["350 ms", "12.3 秒", "20 分", "6 時間 20 分", "3 日 6 時間"]],
])("%s writes durations in its own words, with digits that can be typed", (lang, texts) => {
  expect(spans.map((ms) => durationText(ms, lang))).toEqual(texts);
});

test("after a day minutes do not count, and a whole unit stands alone", () => {
  expect(durationText(24 * hour + 59 * 60_000, "en_US")).toBe("1 day");
  expect(durationText(8 * hour, "en_US")).toBe("8 hr");
});

test("a time that is counted in minutes counts the one that has begun", () => {
  const texts = [8 * hour, 7 * hour + 12 * 60_000, 59_000, 0].map((ms) => minutesText(ms, "en_US"));
  expect(texts).toEqual(["8 hr", "7 hr 12 min", "1 min", "0 min"]);
});
