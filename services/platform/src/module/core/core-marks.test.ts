import { success } from "@tidemark/contracts";
import type { CoreClient } from "@tidemark/kit-node";
import { expect, test } from "vitest";
import { coreMarks } from "./core-marks.ts";

let seq: number | undefined = 0;
const core = {
  core: "test",
  ask: async () => (seq === undefined ? undefined : { code: success, seq, data: { assets: [], markets: [] } }),
} as unknown as CoreClient;

test("a moment is remembered with the batch that the core had reached by then, and no moment is made up", async () => {
  const marks = coreMarks(core);
  expect([marks.seqSince(0), marks.atOf(1_000)]).toEqual([undefined, 0]);
  for (const [at, reached] of [
    [10_000, 100],
    [10_100, 101],
    [11_000, 110],
    [12_000, 120],
  ] as const) {
    seq = reached;
    expect((await marks.ask(at))?.seq).toBe(reached);
  }
  seq = undefined;
  expect(await marks.ask(13_000)).toBeUndefined();
  // A history between two batches holds what was before the earlier one, and who said which that is may have been behind.
  expect([99, 100, 119, 120, 500].map((reached) => marks.atOf(reached))).toEqual([0, 5_000, 6_000, 7_000, 7_000]);
  expect([9_000, 10_000, 10_001, 12_000, 12_001].map((at) => marks.seqSince(at))).toEqual([
    100,
    100,
    110,
    120,
    undefined,
  ]);
});

test("the oldest moments are forgotten", async () => {
  const marks = coreMarks(core);
  for (seq = 1; seq <= 200; seq += 1) await marks.ask(seq * 1_000);
  expect(marks.seqSince(0)).toBe(81);
});

test("an answer that is behind an earlier one does not take back what the core had reached", async () => {
  const marks = coreMarks(core);
  const answers: (number | undefined)[] = [];
  for (const [at, reached] of [
    [10_000, 110],
    [11_000, 104],
    [12_000, 120],
  ] as const) {
    seq = reached;
    answers.push((await marks.ask(at))?.seq);
  }
  expect(answers).toEqual([110, 110, 120]);
  expect(marks.seqSince(11_000)).toBe(110);
  expect([104, 110].map((reached) => marks.atOf(reached))).toEqual([0, 6_000]);
});
