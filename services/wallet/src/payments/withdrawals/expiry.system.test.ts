import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { parseEther } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { usdcContract } from "../../../testing/fixture.ts";
import { openPaymentsFixture, type PaymentsFixture, type Wish } from "../../../testing/payments-fixture.ts";
import { paymentAnswers } from "./answers.ts";
import type { SendPoint } from "../sends/sends.ts";

let fixture: PaymentsFixture;
beforeAll(async () => {
  fixture = await openPaymentsFixture({ caps: { transaction: "100", hour: "1000", day: "5000" } });
});
afterAll(async () => fixture?.end());

const lifeMs = 4_000;
const soon = (wish: Wish): Wish => ({ ...wish, expiresAt: Date.now() + lifeMs });
const retryNow = () => sql`update wallet.payments set retry_at = 0`.execute(fixture.db);
const isSentOf = async (coreId: number) => (await fixture.endsOf(coreId)).map(({ isSent }) => isSent);

async function failureOf(id: string, coreId: number): Promise<unknown> {
  const said = await paymentAnswers(fixture)[0]!.reply({ ids: [id] }, { uid: 9_000 + coreId } as never);
  return said.ok ? (said.value as { list: { failure: string }[] }).list[0]?.failure : undefined;
}

/** One round of a process of its own. With `killedAt` it ends there as by kill -9. */
async function round(killedAt?: SendPoint): Promise<void> {
  const reached = Promise.withResolvers<void>();
  const passed = (now: SendPoint): Promise<void> => {
    if (now !== killedAt) return Promise.resolve();
    reached.resolve();
    return new Promise(() => undefined);
  };
  const wallet = await fixture.open({ passed });
  const isKilled = await Promise.race([reached.promise.then(() => true), wallet.run().then(() => false)]);
  await (isKilled ? wallet.kill() : wallet.end());
}

test("what a receiver always refuses is given back when its intent has run out, once, over a kill between the signer's word and the row", async () => {
  // A contract that takes no coins.
  const { id, coreId } = await fixture.withdraw(soon({ asset: "ETH", amount: parseEther("1"), to: usdcContract }));
  await round();
  expect(await fixture.payment(id)).toMatchObject({ state: "WAITING", reason: "WOULD_FAIL" });
  await sleep(lifeMs);
  await retryNow();
  await round("expired");
  expect([await fixture.payment(id), await isSentOf(coreId)]).toMatchObject([{ state: "WAITING" }, []]);
  await fixture.signer.kill();
  await fixture.signer.start();
  for (let again = 0; again < 3; again += 1) await round();
  expect(await fixture.payment(id)).toMatchObject({ state: "FAILED", reason: "RECEIVER_REFUSES", nonce: null });
  expect(await isSentOf(coreId)).toEqual([false]);
  expect(await failureOf(id, coreId)).toBe("RECEIVER_REFUSES");
  await fixture.answerEnds();
});

test("what is over the signer's cap of one transaction is given back when its intent has run out", async () => {
  const { id, coreId, to } = await fixture.withdraw(soon({ asset: "USDT", amount: 101_000_000n }));
  await round();
  expect(await fixture.payment(id)).toMatchObject({ state: "WAITING", reason: "amount_above_cap", nonce: null });
  await sleep(lifeMs);
  await retryNow();
  await round();
  await round();
  expect(await fixture.payment(id)).toMatchObject({ state: "FAILED", reason: "NOT_SENT_IN_TIME" });
  expect([await isSentOf(coreId), await fixture.balanceOf("USDT", to)]).toEqual([[false], 0n]);
  expect(await failureOf(id, coreId)).toBe("NOT_SENT_IN_TIME");
  await fixture.answerEnds();
});

test("what was signed is never given back by its expiry, whatever the wallet's own rows say", async () => {
  const { id, coreId } = await fixture.withdraw(soon({ asset: "USDT", amount: 5_000_000n }));
  await round();
  expect((await fixture.payment(id))?.state).toBe("SENT");
  // As if the row of the payment had been lost and made anew.
  await sql`update wallet.payments set state = 'WAITING', send_id = null, reason = '' where id = ${id}`.execute(
    fixture.db,
  );
  await sql`delete from wallet.sends where kind = 'withdraw'`.execute(fixture.db);
  await sleep(lifeMs);
  await retryNow();
  await round();
  expect(await fixture.payment(id)).toMatchObject({ state: "WAITING", reason: "intent_already_signed" });
  expect(await isSentOf(coreId)).toEqual([]);
});
