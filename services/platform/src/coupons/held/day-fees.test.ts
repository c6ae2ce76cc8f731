import { type Instruments, success } from "@tidemark/contracts";
import type { PaidFee, PaidFeesAsk } from "@tidemark/contracts/journal";
import type { CoreClient } from "@tidemark/kit-node";
import { expect, test } from "vitest";
import { feesOf } from "./day-fees.ts";

const answerMax = 2;
const instruments = { marketOf: () => undefined } as unknown as Instruments;
const feeOf = (uid: number, tradeId: number): PaidFee => ({ uid, tradeId, market: 1, at: tradeId, worth: "5" });

/** A core whose answers hold so few fees that there are many. */
function coreOf(fees: readonly PaidFee[]): CoreClient {
  return {
    core: "test",
    async ask(_about: string, question: { ask: PaidFeesAsk }) {
      const [uid, tradeId] = question.ask.after!;
      const behind = fees.filter((fee) => fee.uid > uid || (fee.uid === uid && fee.tradeId > tradeId));
      const page = behind.filter((fee) => question.ask.uids.includes(fee.uid)).slice(0, answerMax);
      return { code: success, seq: 1, data: { rows: [], fees: page, hasMore: page.length === answerMax } };
    },
  } as unknown as CoreClient;
}
const made = (uid: number, count: number) => Array.from({ length: count }, (_, place) => feeOf(uid, place + 1));

test("[C.34] fees of a page come user by user, each user's in the order of trades", async () => {
  const core = coreOf([...made(1, 3), ...made(3, 2)]);
  const found = await feesOf(core, instruments, [1, 2, 3], 9);
  expect(found!.toUid).toBe(Number.POSITIVE_INFINITY);
  expect([...found!.byUid].map(([uid, fees]) => [uid, fees.map(({ at }) => at)])).toEqual([
    [1, [1, 2, 3]],
    [3, [1, 2]],
  ]);
});

test("[C.34] a page with more fees than are held at once is complete for the users before the last", async () => {
  const found = await feesOf(coreOf([...made(1, 7), ...made(4, 500)]), instruments, [1, 2, 4, 5], 9);
  expect([found!.toUid, [...found!.byUid.keys()], found!.byUid.get(1)!.length]).toEqual([3, [1], 7]);
});

test("[C.34] a user with more fees than are held at once is complete all the same", async () => {
  const found = await feesOf(coreOf(made(4, 500)), instruments, [4, 5], 9);
  expect([found!.toUid, found!.byUid.get(4)!.length]).toEqual([Number.POSITIVE_INFINITY, 500]);
});
