import { sql } from "kysely";
import { parseEther } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finalBlocks, openPaymentsFixture, type PaymentsFixture } from "../../../testing/payments-fixture.ts";

// What stops withdrawals that are all well approved: the signer's cap of an hour, and a chain that took back what was final.
let fixture: PaymentsFixture;
beforeAll(async () => {
  fixture = await openPaymentsFixture({ caps: { transaction: "50", hour: "100", day: "1000" } });
});
afterAll(() => fixture?.end());

const usd = (amount: number): bigint => BigInt(amount) * 1_000_000n;

test("[INC-09] after a reorg beyond finality withdrawals of the asset wait, and those of others are paid", async () => {
  const address = await fixture.addresses.of(700, 1);
  await fixture.pay("USDT", address, usd(40));
  await fixture.mine(finalBlocks - 1);
  await fixture.scan();
  await fixture.answer();
  await fixture.reorg(finalBlocks);
  await fixture.scan();
  const [halted, other] = [
    await fixture.withdraw({ asset: "USDT", amount: 1n }),
    await fixture.withdraw({ asset: "ETH", amount: parseEther("1") }),
  ];
  const wallet = await fixture.open();
  for (let round = 0; round < 2; round += 1) await wallet.run();
  await wallet.end();
  expect(await fixture.payment(halted.id)).toMatchObject({ state: "WAITING", reason: "HALTED REORG", nonce: null });
  expect(await fixture.balanceOf("ETH", other.to)).toBe(parseEther("1"));
  // As people lift it.
  await sql`delete from wallet.halts`.execute(fixture.db);
}, 120_000);

test("[INC-08] fifty users with approved withdrawals together get no more than the asset's cap of an hour: the rest is never broadcast", async () => {
  const all = [];
  for (let user = 0; user < 50; user += 1) all.push(await fixture.withdraw({ asset: "USDT", amount: usd(7) }));
  const other = await fixture.withdraw({ asset: "ETH", amount: parseEther("1") });
  const wallet = await fixture.open();
  for (let round = 0; round < 3; round += 1) {
    await wallet.run();
    await fixture.mine(1);
    await fixture.scan();
  }
  await wallet.end();
  const lines = await Promise.all(all.map(({ id }) => fixture.payment(id)));
  const paid = lines.filter((one) => one?.nonce !== null);
  expect(paid).toHaveLength(14);
  const received = await Promise.all(all.map(({ to }) => fixture.balanceOf("USDT", to)));
  expect(received.reduce((sum, amount) => sum + amount, 0n)).toBe(usd(14 * 7));
  const waiting = lines.filter((one) => one?.nonce === null);
  expect(waiting.every((one) => one?.state === "WAITING")).toBe(true);
  expect(waiting.some((one) => one?.reason === "hour_cap_reached")).toBe(true);
  const { rows } = await sql<{ signed: number }>`
    select count(distinct a.send_id)::float8 as signed from wallet.attempts a join wallet.sends s on s.id = a.send_id
    where a.raw is not null and s.asset = 'USDT' and s.amount = ${String(usd(7))}`.execute(fixture.db);
  expect(rows).toEqual([{ signed: 14 }]);
  expect((await fixture.payment(other.id))?.nonce).not.toBeNull();
}, 180_000);
