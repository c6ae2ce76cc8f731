import { type Instruments, success } from "@tidemark/contracts";
import type { PaidFee, PaidFeesAsk } from "@tidemark/contracts/journal";
import type { CoreClient } from "@tidemark/kit-node";
import { expect, test } from "vitest";
import { isMissing } from "./ask-history.ts";
import { type DayFees, feesOf } from "./day-fees.ts";

const answerMax = 2;
const instruments = { marketOf: () => undefined } as unknown as Instruments;
const feeOf = (uid: number, tradeId: number): PaidFee => ({ uid, tradeId, market: 1, at: tradeId, worth: "5" });

/** A core whose answers hold so few fees that there are many; from some answer on it is silent. */
function coreOf(fees: readonly PaidFee[], answersUntil = Number.POSITIVE_INFINITY): CoreClient {
  let answers = 0;
  return {
    core: "test",
    async ask(_about: string, question: { ask: PaidFeesAsk }) {
      answers += 1;
      if (answers > answersUntil) return undefined;
      const [uid, , tradeId] = question.ask.after!;
      const inOrder = fees.toSorted((a, b) => b.uid - a.uid || a.tradeId - b.tradeId);
      const behind = inOrder.filter((fee) => fee.uid < uid || (fee.uid === uid && fee.tradeId > tradeId));
      const page = behind.filter((fee) => question.ask.uids.includes(fee.uid)).slice(0, answerMax);
      return { code: success, seq: 1, data: { rows: [], fees: page, hasMore: page.length === answerMax } };
    },
  } as unknown as CoreClient;
}
async function found(...asked: Parameters<typeof feesOf>): Promise<DayFees> {
  const answer = await feesOf(...asked);
  if (isMissing(answer)) throw new Error(`no fees: ${answer}`);
  return answer;
}
const made = (uid: number, count: number) => Array.from({ length: count }, (_, place) => feeOf(uid, place + 1));

test("[C.34] fees of a page come user by user, each user's in the order of trades", async () => {
  const core = coreOf([...made(1, 3), ...made(3, 2)]);
  const { byUid, fromUid } = await found(core, instruments, [1, 2, 3], 9);
  expect(fromUid).toBe(0);
  expect([...byUid].map(([uid, fees]) => [uid, fees.map(({ at }) => at)])).toEqual([
    [3, [1, 2]],
    [1, [1, 2, 3]],
  ]);
});

test("[C.34] a page with more fees than are held at once is complete for the users before the last", async () => {
  const core = coreOf([...made(4, 7), ...made(1, 500)]);
  const { byUid, fromUid } = await found(core, instruments, [1, 2, 4, 5], 9);
  expect([fromUid, [...byUid.keys()], byUid.get(4)!.length]).toEqual([2, [4], 7]);
});

test("[C.34] a user with more fees than are held at once is complete all the same", async () => {
  const { byUid, fromUid } = await found(coreOf(made(5, 500)), instruments, [4, 5], 9);
  expect([fromUid, byUid.get(5)!.length]).toEqual([0, 500]);
});

test("[C.34] where a later answer is missing the users before the last are complete, and without one before it nothing is", async () => {
  const fees = [...made(4, 3), ...made(1, 9)];
  const { byUid, fromUid } = await found(coreOf(fees, 4), instruments, [1, 2, 4, 5], 9);
  expect([fromUid, [...byUid.keys()], byUid.get(4)!.length]).toEqual([2, [4], 3]);
  expect(await feesOf(coreOf(fees, 1), instruments, [1, 4], 9)).toBe("silent");
});
