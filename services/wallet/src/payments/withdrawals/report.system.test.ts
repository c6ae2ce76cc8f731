import { randomUUID } from "node:crypto";
import { calls, type HaltOrder, type WalletReport } from "@tidemark/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPaymentsFixture, type PaymentsFixture } from "../../../testing/payments-fixture.ts";
import { paymentAnswers } from "./answers.ts";
import { openReport } from "./report.ts";

let fixture: PaymentsFixture;
beforeAll(async () => {
  fixture = await openPaymentsFixture();
});
afterAll(() => fixture?.end());

const log = { error: () => undefined, warn: () => undefined, info: () => undefined } as never;

test("a payment in a block counts its confirmations up to the final one, for its owner and for operators", async () => {
  const { id, coreId } = await fixture.withdraw({ asset: "ETH", amount: 10n ** 18n });
  const wallet = await fixture.open();
  await wallet.run();
  await fixture.mine(20);
  await fixture.scan();
  await wallet.run();
  await wallet.end();
  const found = paymentAnswers(fixture).find(({ call }) => call.name === calls.withdrawalPayments.name)!;
  const said = await found.reply({ ids: [id] }, { uid: 9_000 + coreId } as never);
  expect(said).toMatchObject({ value: { list: [{ state: "MINED", confirmations: 21, needed: 3, final: 64 }] } });
  const sent: WalletReport[] = [];
  const send = async (one: WalletReport) => (sent.push(one), []);
  await openReport({ db: fixture.db, send, networks: () => [], clock: { now: () => 5_000 }, log }).run();
  expect(sent[0]!.payments).toMatchObject([{ id, confirmations: 21, needed: 64 }]);
});

test("[U.65] an operator's order halts the asset once: payments wait, and what people have lifted does not come back", async () => {
  const orders: HaltOrder[] = [];
  const sent: WalletReport[] = [];
  const report = openReport({
    db: fixture.db,
    send: async (one) => (sent.push(one), orders),
    networks: () => [{ network: "ETHEREUM", isRead: true }],
    clock: { now: () => 5_000 },
    log,
  });
  await report.run();
  expect(sent.at(-1)).toMatchObject({ halts: [], networks: [{ network: "ETHEREUM", isRead: true }] });
  orders.push({ id: randomUUID(), asset: "USDT", reason: "looks wrong", at: 4_000 });
  await report.run();
  const { id } = await fixture.withdraw({ asset: "USDT", amount: 1_000_000n });
  const wallet = await fixture.open();
  for (let round = 0; round < 2; round += 1) await wallet.run();
  await wallet.end();
  expect(await fixture.payment(id)).toMatchObject({ state: "WAITING", reason: "HALTED OPERATOR", nonce: null });
  await report.run();
  expect(sent.at(-1)).toMatchObject({
    halts: [{ asset: "USDT", reason: "OPERATOR", since: 5_000 }],
    payments: expect.arrayContaining([
      expect.objectContaining({ id, state: "WAITING", reason: "HALTED OPERATOR", txid: "", confirmations: 0 }),
    ]),
  });
  // As people lift it.
  await sql`delete from wallet.halts`.execute(fixture.db);
  await report.run();
  expect((await sql`select 1 from wallet.halts`.execute(fixture.db)).rows).toEqual([]);
  orders.push({ id: randomUUID(), asset: "USDT", reason: "looks wrong again", at: 6_000 });
  await report.run();
  expect((await sql`select 1 from wallet.halts`.execute(fixture.db)).rows).toHaveLength(1);
}, 120_000);
