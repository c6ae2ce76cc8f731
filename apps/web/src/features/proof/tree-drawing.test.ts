import { expect, test } from "vitest";
import { isSecond, treeDrawing } from "./tree-drawing.ts";

test("each level shows the own box beside its sibling, on the side that the place of the leaf says", () => {
  // 5 is 101: second, first, second from the leaf upwards.
  const { boxes, rows, gap } = treeDrawing(3, 5);
  expect(boxes.map(({ kind, level }) => `${kind} ${level}`)).toEqual([
    "root 3",
    "own 2",
    "given 2",
    "own 1",
    "given 1",
    "leaf 0",
    "given 0",
  ]);
  for (const level of [0, 1, 2]) {
    const [own, given] = boxes.filter((box) => box.level === level && box.kind !== "root");
    expect(own!.x > given!.x).toBe(isSecond(5, level));
  }
  expect([rows, gap]).toEqual([4, undefined]);
});

test("of a high tree the top levels and the leaf's are drawn, and how many are left out", () => {
  const { boxes, gap } = treeDrawing(20, 0);
  expect([...new Set(boxes.map(({ level }) => level))]).toEqual([20, 19, 18, 17, 0]);
  expect(gap?.levels).toBe(16);
});

test("boxes stay inside the drawing, whichever way the leaf stands", () => {
  for (const index of [0, 2 ** 20 - 1, 699_050, 2 ** 33]) {
    for (const { x } of treeDrawing(34, index).boxes) {
      expect(x).toBeGreaterThanOrEqual(16);
      expect(x).toBeLessThanOrEqual(84);
    }
  }
});

test("a tree of one leaf is its root", () => {
  expect(treeDrawing(0, 0)).toEqual({
    boxes: [{ x: 50, row: 0, kind: "root", level: 0 }],
    lines: [],
    rows: 1,
    gap: undefined,
  });
});
