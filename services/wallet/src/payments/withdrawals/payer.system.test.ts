import { parseEther } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finalBlocks, openPaymentsFixture, type PaymentsFixture } from "../../../testing/payments-fixture.ts";

let fixture: PaymentsFixture;
beforeAll(async () => {
  fixture = await openPaymentsFixture();
});
afterAll(async () => fixture?.end());

const usd = (amount: number): bigint => BigInt(amount) * 1_000_000n;
/** Mines, reads the blocks as the deposits' side does, and lets a wallet do a round. */
async function mineAndRun(blocks: number, run: () => Promise<void>): Promise<void> {
  await fixture.mine(blocks);
  await fixture.scan();
  await run();
}

test("[INC-01] an approved withdrawal is paid once: its coins arrive, and after the last confirmation the core ends it with its fee", async () => {
  const wallet = await fixture.open();
  const paid = [
    await fixture.withdraw({ asset: "USDT", amount: usd(25) }),
    await fixture.withdraw({ asset: "ETH", amount: parseEther("1.5") }),
  ];
  for (const { id } of paid) expect(await fixture.payment(id)).toMatchObject({ state: "WAITING", nonce: null });
  await wallet.run();
  await mineAndRun(1, wallet.run);
  for (const { id, to, wish } of paid) {
    expect(await fixture.payment(id)).toMatchObject({ state: "MINED", sendState: "MINED" });
    expect(await fixture.balanceOf(wish.asset, to)).toBe(wish.amount);
  }
  await mineAndRun(finalBlocks - 4, wallet.run);
  for (const { coreId } of paid) expect(await fixture.endsOf(coreId)).toEqual([]);
  await mineAndRun(4, wallet.run);
  expect(await fixture.endsOf(paid[0]!.coreId)).toEqual([
    { type: "end_withdrawal", withdrawal: paid[0]!.coreId, fee: 100_000_000n, isSent: true },
  ]);
  await fixture.answerEnds();
  for (let round = 0; round < 3; round += 1) await mineAndRun(1, wallet.run);
  for (const { id, to, coreId, wish } of paid) {
    expect(await fixture.payment(id)).toMatchObject({ state: "PAID", sendState: "FINAL" });
    expect(await fixture.balanceOf(wish.asset, to)).toBe(wish.amount);
    expect(await fixture.endsOf(coreId)).toEqual([]);
  }
  await wallet.end();
});
