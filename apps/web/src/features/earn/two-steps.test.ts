import type { Outcome, Problem } from "@tidemark/kit-client";
import { expect, test } from "vitest";
import { inTwoSteps } from "./two-steps.ts";

const done: Outcome<string> = { ok: true, value: "done", source: "", seq: 0, stale: false };
const refused: Problem = {
  ok: false,
  code: 26100,
  refusal: "RATE_CHANGED",
  message: "The rate is 5% a year now.",
  facts: {},
};
const lost: Problem = { ok: false, code: 0, message: "No answer", facts: {} };

async function play(first: Outcome<string>, second: Outcome<string>) {
  const sent: string[] = [];
  const half: Problem[] = [];
  const step = (name: string, outcome: Outcome<string>) => async () => {
    sent.push(name);
    return outcome;
  };
  const outcome = await inTwoSteps(step("first", first), step("second", second), (problem) => half.push(problem));
  return { sent, half, outcome };
}

test("[S1.5] a term is left by two calls, and both have to be done", async () => {
  expect(await play(done, done)).toEqual({ sent: ["first", "second"], half: [], outcome: done });
  expect(await play(refused, done)).toEqual({ sent: ["first"], half: [], outcome: refused });
});

test("[S1.5] where only the second call is refused, it is said where the money is", async () => {
  expect(await play(done, refused)).toEqual({ sent: ["first", "second"], half: [refused], outcome: undefined });
});

test("[S1.5] an outcome that is not known is not taken for a refusal: both calls are sent again under the same key", async () => {
  expect(await play(done, lost)).toEqual({ sent: ["first", "second"], half: [], outcome: lost });
});
