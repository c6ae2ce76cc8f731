import { expect, test } from "vitest";
import { growth, keyStep, within } from "./separator-value.ts";

const right = { deltaX: 10, deltaY: 0, isKey: false };
const column = { orientation: "vertical", isBefore: true, isRightToLeft: false } as const;

test("a separator moved to the right widens the panel before it and narrows the one after it", () => {
  expect(growth(right, column)).toBe(10);
  expect(growth(right, { ...column, isBefore: false })).toBe(-10);
});

test("where panels mirror, the same move narrows the panel before it", () => {
  expect(growth(right, { ...column, isRightToLeft: true })).toBe(-10);
});

test("rows do not mirror, and take no notice of a move to the side", () => {
  const row = { orientation: "horizontal", isBefore: false, isRightToLeft: true } as const;
  expect(growth({ deltaX: 30, deltaY: -10, isKey: false }, row)).toBe(10);
});

test("an arrow key moves by a step", () => {
  expect(growth({ deltaX: 1, deltaY: 0, isKey: true }, column)).toBe(keyStep);
});

test("a size stays within its limits and is whole", () => {
  const range = { min: 240, max: 480 };
  expect([within(range, 100), within(range, 300.4), within(range, 900)]).toEqual([240, 300, 480]);
});
