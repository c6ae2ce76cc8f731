import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openPaymentsFixture, type PaymentsFixture, type WalletProcess } from "../../../testing/payments-fixture.ts";
import { openWalletRegister } from "../../operators/register.ts";
import type { SendPoint } from "../sends/sends.ts";
import { halts } from "../../limits/halts-store.ts";

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

test.each([
  ["planned", "PLANNED"],
  ["signed", "SIGNED"],
] as const)(
  "[INC-10] a halt after a withdrawal was %s keeps it here under its nonce, operators see why, and it is paid once when the halt is lifted",
  async (point, sendState) => {
    const { id, to } = await fixture.withdraw({ asset: "USDT", amount: usd(10) });
    await (await opensAt(point, halt)).run();
    const restarted = await open();
    await restarted.run();
    expect(await fixture.payment(id)).toMatchObject({ state: "WAITING", sendState, reason: "HALTED DEFICIT" });
    expect(await fixture.balanceOf("USDT", to)).toBe(0n);
    const register = openWalletRegister(fixture.databaseUrl, new Map(), async () => undefined);
    expect(await register.sends()).toMatchObject([{ kind: "withdraw", state: sendState, reason: "HALTED DEFICIT" }]);
    await register.close();
    await lift();
    await restarted.run();
    await restarted.run();
    expect(await fixture.payment(id)).toMatchObject({ state: "MINED", reason: "" });
    expect(await fixture.balanceOf("USDT", to)).toBe(usd(10));
  },
);

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
