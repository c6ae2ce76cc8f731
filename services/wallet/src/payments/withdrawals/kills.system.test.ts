import { afterAll, beforeAll, expect, test } from "vitest";
import { evmKills } from "../../../testing/evm-kills.ts";
import { killSteps } from "../../../testing/kills.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../testing/payments-fixture.ts";

let fixture: PaymentsFixture;
beforeAll(async () => {
  fixture = await openPaymentsFixture();
});
afterAll(async () => fixture?.end());

test("[W2 INC-01] kill -9 of wallet and signer at each of their steps: each withdrawal is paid once, without a gap in the nonces, each deposit credited once", async () => {
  const report = await evmKills(killSteps.length, Number(process.env.SEED ?? 20_261_117));
  expect(report.wrong).toEqual([]);
  expect(Object.keys(report.kills)).toEqual(killSteps.map(({ victim, step }) => `${victim} ${step}`));
  expect(report.deposits).toBeGreaterThan(1);
}, 300_000);

test("[W2] a signer that is killed leaves the withdrawal as it is; it is signed under the same nonce once the signer is back", async () => {
  const wallet = await fixture.open();
  const before = await fixture.anvil.client.getTransactionCount({ address: fixture.hotAddress });
  await fixture.signer.kill();
  const { id, to } = await fixture.withdraw({ asset: "USDT", amount: 3_000_000n });
  await expect(wallet.run()).rejects.toThrow("signer");
  expect(await fixture.payment(id)).toMatchObject({ state: "WAITING" });
  await fixture.signer.start();
  await wallet.run();
  await wallet.run();
  expect(await fixture.payment(id)).toMatchObject({ state: "MINED", nonce: before });
  expect(await fixture.balanceOf("USDT", to)).toBe(3_000_000n);
  await wallet.end();
});

test("[W2] two processes at once pay each withdrawal once", async () => {
  const wallets = [await fixture.open(), await fixture.open()];
  const all = [];
  for (let i = 0; i < 6; i += 1) all.push(await fixture.withdraw({ asset: "USDT", amount: 2_000_000n }));
  for (let round = 0; round < 3; round += 1) await Promise.all(wallets.map(({ run }) => run()));
  for (const { to } of all) expect(await fixture.balanceOf("USDT", to)).toBe(2_000_000n);
  for (const wallet of wallets) await wallet.end();
});
