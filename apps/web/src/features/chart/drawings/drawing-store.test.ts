import { expect, test } from "vitest";
import { drawingsMax, isDrawing, movedBy, newDrawing, withPoint } from "./drawing.ts";
import { committed, historyOf, redone, undone, undoMax } from "./drawing-history.ts";
import { drawingsOf, keptOf } from "./drawing-store.ts";

const line = newDrawing("trendLine", "a", [
  { time: 60, price: 10 },
  { time: 120, price: 20 },
]);
const level = newDrawing("horizontal", "b", [{ time: 60, price: 10 }]);

test("drawings are kept per market", () => {
  const [btc, eth] = [drawingsOf("BTCUSDT"), drawingsOf("ETHUSDT")];
  btc.commit([line]);
  eth.commit([level]);
  expect(keptOf("BTCUSDT")).toEqual([line]);
  expect(keptOf("ETHUSDT")).toEqual([level]);
  btc.commit([]);
  expect(keptOf("BTCUSDT")).toEqual([]);
  btc.undo();
  expect(keptOf("BTCUSDT")).toEqual([line]);
  btc.redo();
  expect(btc.read().present).toEqual([]);
});

test("the oldest drawings give way", () => {
  const many = Array.from({ length: drawingsMax + 2 }, (_, index) => ({ ...level, id: `${index}` }));
  drawingsOf("SOLUSDT").commit(many);
  expect(keptOf("SOLUSDT")).toHaveLength(drawingsMax);
  expect(keptOf("SOLUSDT")[0]!.id).toBe("2");
});

test("undo and redo go back and forth, and a new drawing ends the way forth", () => {
  const drawn = committed(historyOf([]), [line]);
  expect(undone(drawn)).toEqual({ past: [], present: [], future: [[line]] });
  expect(redone(undone(drawn))).toEqual(drawn);
  expect(redone(committed(undone(drawn), [level])).present).toEqual([level]);
  expect(undone(historyOf([line]))).toEqual(historyOf([line]));
  let long = historyOf([]);
  for (let count = 0; count < undoMax + 5; count += 1) long = committed(long, [line]);
  expect(long.past).toHaveLength(undoMax);
});

test("a drawing moves whole or by one of its points", () => {
  expect(movedBy(line, 60, -5).points).toEqual([
    { time: 120, price: 5 },
    { time: 180, price: 15 },
  ]);
  expect(withPoint(line, 1, { time: 1, price: 2 }).points).toEqual([line.points[0], { time: 1, price: 2 }]);
});

test("what is no drawing is not drawn", () => {
  expect([line, level].every(isDrawing)).toBe(true);
  const broken = [null, {}, { ...line, tool: "circle" }, { ...line, points: [] }, { ...line, colour: "#fff" }];
  expect(broken.some(isDrawing)).toBe(false);
  expect(isDrawing({ ...level, points: [{ time: Number.NaN, price: 1 }] })).toBe(false);
});
