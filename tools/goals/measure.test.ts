import { expect, test } from "vitest";
import { inRounds } from "./measure.ts";

const goal = { name: "a.figure", goal: 2, floor: 1, better: "more" } as const;
const rounds = (...ratios: number[]) => {
  const left = [...ratios];
  return () => [left.shift()!];
};

test("the short form takes one round where the figure is well", async () => {
  const [figure] = await inRounds(5, [goal], rounds(0.6, 9, 9), true);
  expect(figure).toMatchObject({ figure: 0.6, note: "0.60" });
});

test("one noisy round is taken twice more, and the median of the three counts", async () => {
  const [figure] = await inRounds(5, [goal], rounds(0.14, 0.7, 0.8), true);
  expect(figure).toMatchObject({ figure: 0.7, note: "0.14 0.70 0.80" });
});

test("a figure that is really broken stays broken: a single good round does not save it", async () => {
  const [figure] = await inRounds(5, [goal], rounds(0.1, 3, 0.2), true);
  expect(figure).toMatchObject({ figure: 0.2, note: "0.10 3.00 0.20" });
});

test("of figures that come out of one round, all get the further rounds when one needs them", async () => {
  const rounds = [
    [0.1, 2],
    [0.9, 3],
    [0.9, 4],
  ];
  const figures = await inRounds(5, [goal, { ...goal, name: "b.figure" }], (round) => rounds[round - 1]!, true);
  expect(figures.map((figure) => figure.figure)).toEqual([0.9, 3]);
});

test("the full form takes all of its rounds and no more", async () => {
  const [figure] = await inRounds(3, [goal], rounds(0.1, 0.2, 0.3, 9), false);
  expect(figure).toMatchObject({ figure: 0.2, note: "0.10 0.20 0.30" });
});
