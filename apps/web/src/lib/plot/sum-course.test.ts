import { expect, test } from "vitest";
import { sumCourse } from "./sum-course.ts";

const now = Date.UTC(2026, 10, 18, 9, 30);
const today = Math.floor(now / 86_400_000);

test("[S1.10 S1.81] interest is added up over the days of a range", () => {
  const days = [
    { day: today - 2, units: 10n },
    { day: today - 1, units: 20n },
  ];
  const course = sumCourse(days, "30D", now)!;
  expect(course.levels).toHaveLength(30);
  expect(course.levels.slice(-3)).toEqual([0n, 10n, 30n]);
  expect(course).toMatchObject({ sum: 30n, from: today - 30, to: today - 1 });
  expect(sumCourse([], "30D", now)).toBeUndefined();
});
