import { withdrawalDayLimitOf } from "@tidemark/contracts";
import { sql } from "kysely";
import { parseEther } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openPaymentsFixture, type PaymentsFixture, type WalletProcess } from "../../../testing/payments-fixture.ts";
import { openWalletRegister } from "../../operators/register.ts";
import { type Send, sends } from "../sends/sends-store.ts";
import type { SendPoint } from "../sends/sends.ts";
import { halts } from "../../limits/halts-store.ts";
import { levels, worths } from "../../limits/level-store.ts";

// What stops withdrawals after a round has begun, or after they were planned.
let fixture: PaymentsFixture;
let opened: WalletProcess[] = [];
beforeAll(async () => {
  fixture = await openPaymentsFixture();
});
afterEach(async () => {
  for (const wallet of opened) await wallet.end();
  opened = [];
  await lift();
});
afterAll(async () => fixture?.end());

const usd = (amount: number): bigint => BigInt(amount) * 1_000_000n;
async function open(more?: Parameters<PaymentsFixture["open"]>[0]): Promise<WalletProcess> {
  const wallet = await fixture.open(more);
  opened.push(wallet);
  return wallet;
}
const halt = (): Promise<boolean> => halts.add(fixture.db, "USDT", "DEFICIT", {}, Date.now());
/** As people lift it. */
const lift = (): Promise<unknown> => sql`delete from wallet.halts`.execute(fixture.db);
/** A wallet that does something once it has passed a step. */
function opensAt(point: SendPoint, act: () => Promise<unknown>): Promise<WalletProcess> {
  return open({ passed: async (now) => void (now === point && (await act())) });
}

/** One that cannot be paid for its asset, and one of another asset behind it. */
async function both(amount: number) {
  const first = await fixture.withdraw({ asset: "USDT", amount: usd(amount) });
  return { first, second: await fixture.withdraw({ asset: "ETH", amount: parseEther("1") }) };
}
const nonceOf = async (id: string): Promise<number | null> => (await fixture.payment(id))!.nonce;
const retryNow = (): Promise<unknown> => sql`update wallet.payments set retry_at = 0`.execute(fixture.db);

test("[INC-10] a halt after a withdrawal was planned, before the signer was asked, gives its nonce to the next of another asset, and it is paid once when the halt is lifted", async () => {
  const { first, second } = await both(15);
  await (await opensAt("planned", halt)).run();
  expect(await fixture.payment(first.id)).toMatchObject({ state: "WAITING", nonce: null, reason: "HALTED DEFICIT" });
  const wallet = await open();
  await retryNow();
  await wallet.run();
  expect(await fixture.balanceOf("ETH", second.to)).toBe(parseEther("1"));
  await lift();
  await retryNow();
  await wallet.run();
  expect(await fixture.balanceOf("USDT", first.to)).toBe(usd(15));
  expect(await nonceOf(first.id)).toBe((await nonceOf(second.id))! + 1);
});

test("[INC-10] a halt after a withdrawal was planned, before the signer was asked, takes it off the limit of its level, and another of its user is paid meanwhile", async () => {
  const by = { uid: 90, heldAt: Date.now() };
  const [first, second] = [
    await fixture.withdraw({ asset: "USDT", amount: usd(19), by }),
    await fixture.withdraw({ asset: "ETH", amount: parseEther("1"), by }),
  ];
  await levels.keep(fixture.db, by.uid, 1);
  // Each alone is within the limit of the level.
  for (const { coreId } of [first, second]) await worths.keep(fixture.db, coreId, withdrawalDayLimitOf(1));
  await (await opensAt("planned", halt)).run();
  const wallet = await open();
  await retryNow();
  for (let round = 0; round < 2; round += 1) await wallet.run();
  expect(await fixture.payment(first.id)).toMatchObject({ state: "WAITING", nonce: null, reason: "HALTED DEFICIT" });
  expect(await fixture.balanceOf("ETH", second.to)).toBe(parseEther("1"));
  await lift();
  await retryNow();
  await wallet.run();
  expect(await fixture.payment(first.id)).toMatchObject({ state: "WAITING", nonce: null, reason: "LEVEL_LIMIT" });
  // The others of this file have no levels and no limits to wait for.
  await levels.keep(fixture.db, by.uid, 2);
  await retryNow();
  await wallet.run();
});

/** As operators are shown it. */
async function heldBack() {
  const register = openWalletRegister(fixture.databaseUrl, new Map(), async () => undefined);
  const list = await register.sends();
  await register.close();
  return list;
}

/** As a process that is killed at a step; the halt comes meanwhile. */
async function killedAt(point: SendPoint): Promise<void> {
  const dying = opensAt(point, async () => {
    await halt();
    throw new Error("killed");
  });
  await expect((await dying).run()).rejects.toThrow("killed");
}

test.each(["asked", "answered"] as const)(
  "[INC-10 W2] a halt after the step %s keeps a withdrawal under its nonce, which the signer may have signed under, operators see why, and others wait behind it",
  async (point) => {
    const { first, second } = await both(16);
    await killedAt(point);
    const wallet = await open();
    for (let round = 0; round < 2; round += 1) await wallet.run();
    const kept = { state: "WAITING", sendState: "PLANNED", reason: "HALTED DEFICIT" };
    expect(await fixture.payment(first.id)).toMatchObject(kept);
    expect(await heldBack()).toMatchObject([{ kind: "withdraw", state: "PLANNED", reason: "HALTED DEFICIT" }]);
    expect(await fixture.balanceOf("ETH", second.to)).toBe(0n);
    await lift();
    await retryNow();
    for (let round = 0; round < 2; round += 1) await wallet.run();
    expect(await fixture.balanceOf("USDT", first.to)).toBe(usd(16));
    expect(await fixture.balanceOf("ETH", second.to)).toBe(parseEther("1"));
    expect(await nonceOf(second.id)).toBe((await nonceOf(first.id))! + 1);
  },
);

test("[INC-10 W2] where the row says that the signer was not asked, and the signer has signed, the signer counts", async () => {
  const { first } = await both(17);
  await killedAt("answered");
  // As after a failover that lost the last commit.
  await sql`update wallet.sends set is_asked = false where state = 'PLANNED'`.execute(fixture.db);
  const wallet = await open();
  await wallet.run();
  expect(await fixture.payment(first.id)).toMatchObject({ sendState: "PLANNED", reason: "HALTED DEFICIT" });
  await lift();
  await wallet.run();
  await retryNow();
  await wallet.run();
  expect(await fixture.balanceOf("USDT", first.to)).toBe(usd(17));
});

test("[W2] a process that looked at a send before another gave its nonce away asks the signer for nothing", async () => {
  const { first, second } = await both(18);
  const seen: Send[] = [];
  await expect(
    (
      await open({
        passed: async (now) => {
          if (now !== "planned") return;
          seen.push(...(await sends.open(fixture.db, "LOCAL_EVM")).filter(({ state }) => state === "PLANNED"));
          throw new Error("killed");
        },
      })
    ).run(),
  ).rejects.toThrow("killed");
  await halt();
  const wallet = await open();
  await wallet.run(async (round) => {
    await lift();
    await round.sends.advance(seen[0]!);
  });
  expect(await fixture.balanceOf("USDT", first.to)).toBe(0n);
  expect(await fixture.balanceOf("ETH", second.to)).toBe(parseEther("1"));
  await retryNow();
  await wallet.run();
  expect(await fixture.balanceOf("USDT", first.to)).toBe(usd(18));
});

test("[INC-10] a halt after a withdrawal was signed keeps it here under its nonce, operators see why, and it is paid once when the halt is lifted", async () => {
  const { id, to } = await fixture.withdraw({ asset: "USDT", amount: usd(10) });
  await (await opensAt("signed", halt)).run();
  const restarted = await open();
  await restarted.run();
  expect(await fixture.payment(id)).toMatchObject({ state: "WAITING", sendState: "SIGNED", reason: "HALTED DEFICIT" });
  expect(await fixture.balanceOf("USDT", to)).toBe(0n);
  expect(await heldBack()).toMatchObject([{ kind: "withdraw", state: "SIGNED", reason: "HALTED DEFICIT" }]);
  await lift();
  await restarted.run();
  await restarted.run();
  expect(await fixture.payment(id)).toMatchObject({ state: "MINED", reason: "" });
  expect(await fixture.balanceOf("USDT", to)).toBe(usd(10));
});

test("[W8] what was planned before chain and ledger were compared again is not sent until they are", async () => {
  let mayPay = true;
  const { id, to } = await fixture.withdraw({ asset: "USDT", amount: usd(11) });
  const wallet = await open({
    mayPay: () => mayPay,
    passed: async (now) => void (now === "planned" && (mayPay = false)),
  });
  await wallet.run();
  await wallet.run();
  expect(await fixture.payment(id)).toMatchObject({ state: "WAITING", sendState: "PLANNED", reason: "NOT_COMPARED" });
  mayPay = true;
  await wallet.run();
  expect(await fixture.balanceOf("USDT", to)).toBe(usd(11));
});

test("[INC-10] a halt stops the withdrawals that a running round has not come to", async () => {
  const [first, second] = [
    await fixture.withdraw({ asset: "USDT", amount: usd(12) }),
    await fixture.withdraw({ asset: "USDT", amount: usd(13) }),
  ];
  await (await opensAt("sent", halt)).run();
  expect(await fixture.balanceOf("USDT", first.to)).toBe(usd(12));
  expect(await fixture.payment(second.id)).toMatchObject({ state: "WAITING", reason: "HALTED DEFICIT", nonce: null });
  await lift();
  await sql`update wallet.payments set retry_at = 0`.execute(fixture.db);
  await (await open()).run();
  expect(await fixture.balanceOf("USDT", second.to)).toBe(usd(13));
});

test("[W8 INC-10] a round begins no payment after two seconds, so that chain and ledger are compared before the next ones", async () => {
  const all: { readonly to: string }[] = [];
  for (let count = 0; count < 3; count += 1) all.push(await fixture.withdraw({ asset: "USDT", amount: usd(14) }));
  let passedMs = 0;
  const wallet = await open({
    time: { now: () => Date.now() + passedMs },
    passed: async (now) => void (now === "sent" && (passedMs += 2_000)),
  });
  const paid: number[] = [];
  for (let round = 0; round < 3; round += 1)
    await wallet.run(async () => {
      const balances = await Promise.all(all.map(({ to }) => fixture.balanceOf("USDT", to)));
      paid.push(balances.filter((balance) => balance > 0n).length);
    });
  expect(paid).toEqual([1, 2, 3]);
});
