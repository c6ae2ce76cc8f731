import { sql } from "kysely";
import { type Hex, parseEther } from "viem";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { instruments, usdcContract, usdtContract } from "../../../testing/fixture.ts";
import {
  finalBlocks,
  openPaymentsFixture,
  type PaymentsFixture,
  type WalletProcess,
} from "../../../testing/payments-fixture.ts";
import { coldAddress, requestKey } from "../../../testing/signer-process.ts";
import { callContract, placeContract } from "../../../testing/tokens.ts";
import { openHotShare } from "../reconciliation/hot-share.ts";
import { openHotTarget } from "./hot-target.ts";
import { type AskCustody, openReconciliation } from "../reconciliation/reconciliation.ts";
import { signerClient } from "../sends/signer-client.ts";
import { openSweeps } from "./sweeps.ts";

let fixture: PaymentsFixture;
let wallet: WalletProcess;
beforeAll(async () => {
  fixture = await openPaymentsFixture();
  wallet = await fixture.open();
});
afterAll(async () => {
  await wallet?.end();
  await fixture?.end();
});

const usd = (amount: number): bigint => BigInt(amount) * 1_000_000n;
const time = { now: () => Date.now() };
const sweepRound = (): Promise<void> =>
  wallet.run((round) => openSweeps({ ...wallet, time, log: fixture.log }).run(round));
let uidLast = 500;

async function credited(pay: (address: Hex) => Promise<unknown>): Promise<{ uid: number; address: Hex }> {
  const uid = (uidLast += 1);
  const address = (await fixture.addresses.of(uid, 1)) as Hex;
  await pay(address);
  await fixture.mine(finalBlocks);
  await fixture.scan();
  await fixture.answer();
  return { uid, address };
}

test("a credited token is swept to the hot address, with coins for the fee first, which are nobody's deposit", async () => {
  const { uid, address } = await credited((to) => fixture.pay("USDT", to, usd(40)));
  const before = await fixture.balanceOf("USDT", fixture.hotAddress);
  for (let round = 0; round < 4; round += 1) {
    await sweepRound();
    await fixture.mine(1);
    await fixture.scan();
  }
  expect(await fixture.balanceOf("USDT", address)).toBe(0n);
  expect(await fixture.balanceOf("USDT", fixture.hotAddress)).toBe(before + usd(40));
  await fixture.mine(finalBlocks);
  await fixture.scan();
  await sweepRound();
  await sweepRound();
  const { rows } = await sql<{ kind: string; state: string }>`
    select kind, state from wallet.sends order by made_at`.execute(fixture.db);
  expect(rows).toEqual([
    { kind: "fund_gas", state: "FINAL" },
    { kind: "sweep", state: "FINAL" },
  ]);
  expect((await fixture.deposits()).filter((one) => one.uid === uid).map(({ asset }) => asset)).toEqual(["USDT"]);
});

test("what the signer refuses of a sweep, of coins for its fee and of the way to the cold address rests: it is asked once, not in every round", async () => {
  const { address } = await credited((to) => fixture.anvil.client.sendTransaction({ to, value: parseEther("2") }));
  await credited((to) => fixture.pay("USDT", to, usd(30)));
  const asked: string[] = [];
  const signer = signerClient({ ...wallet, socketPath: fixture.signer.socketPath, requestKey, timeoutMs: 5_000 });
  const refusing = await fixture.open({
    signer: {
      ...signer,
      async sign(_network, _transaction, wish) {
        asked.push(wish.kind);
        return { ok: false, reason: "gas_price_above_cap", detail: "" };
      },
    },
  });
  let passedMs = 0;
  const clock = { now: () => Date.now() + passedMs };
  const sweeps = openSweeps({ ...refusing, time: clock, log: fixture.log });
  const targets = new Map([["USDT", 1n]]);
  const hot = openHotTarget({ ...refusing, time: clock, coldAddress, targets, log: fixture.log });
  const rounds = async (): Promise<readonly string[]> => {
    asked.length = 0;
    for (let round = 0; round < 3; round += 1)
      await refusing.run(async (one) => {
        await sweeps.run(one);
        await hot.run(one);
      });
    return asked.toSorted();
  };
  expect(await rounds()).toEqual(["fund_gas", "sweep", "sweep"]);
  expect(await rounds()).toEqual([]);
  passedMs = 10 * 60_000;
  expect(await rounds()).toEqual(["fund_gas", "sweep", "sweep"]);
  await refusing.end();
  expect(await fixture.balanceOf("ETH", address)).toBe(parseEther("2"));
  for (let round = 0; round < 4; round += 1) {
    await sweepRound();
    await fixture.mine(1);
    await fixture.scan();
  }
});

test("a credited coin is swept but for its fee", async () => {
  const { address } = await credited((to) => fixture.anvil.client.sendTransaction({ to, value: parseEther("3") }));
  const before = await fixture.balanceOf("ETH", fixture.hotAddress);
  await sweepRound();
  await fixture.mine(1);
  await fixture.scan();
  await sweepRound();
  const gained = (await fixture.balanceOf("ETH", fixture.hotAddress)) - before;
  expect(gained).toBeGreaterThan(parseEther("2.99"));
  expect(await fixture.balanceOf("ETH", address)).toBeLessThan(parseEther("0.01"));
});

test("a deposit that is credited while a sweep of its address is being planned is swept next", async () => {
  const pay = (to: Hex) => fixture.anvil.client.sendTransaction({ to, value: parseEther("3") });
  const { address } = await credited(pay);
  let isFirst = true;
  const chain: typeof wallet.chain = {
    ...wallet.chain,
    async balanceOf(...question) {
      const balance = await wallet.chain.balanceOf(...question);
      if (!isFirst) return balance;
      isFirst = false;
      await pay(address);
      await fixture.mine(finalBlocks);
      await fixture.scan();
      await fixture.answer();
      return balance;
    },
  };
  await wallet.run((round) => openSweeps({ ...wallet, chain, time, log: fixture.log }).run(round));
  await fixture.mine(finalBlocks);
  await fixture.scan();
  await wallet.run();
  expect(await fixture.balanceOf("ETH", address)).toBeGreaterThan(parseEther("2.99"));
  await sweepRound();
  await fixture.mine(1);
  expect(await fixture.balanceOf("ETH", address)).toBeLessThan(parseEther("0.01"));
});

test("[W4] the signer sends own coins to the hot and the cold address only, and pays gas to no address but the named one", async () => {
  const signer = signerClient({ ...wallet, socketPath: fixture.signer.socketPath, requestKey, timeoutMs: 5_000 });
  const stolen = { token: null, to: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", amount: 1n } as const;
  const fee = { feeMax: 10n ** 10n, priorityFee: 10n ** 9n };
  const bytes = (nonce: number, more: object = {}): string =>
    wallet.chain.unsigned({
      ...stolen,
      ...fee,
      sender: fixture.hotAddress,
      inputs: [],
      nonce,
      gasLimit: 21_000,
      ...more,
    });
  const { nonceNext } = await signer.status("LOCAL_EVM");
  const reasonOf = async (wish: Parameters<typeof signer.sign>[2], transaction: string): Promise<string> => {
    const answer = await signer.sign("LOCAL_EVM", transaction, wish, []);
    return answer.ok ? "signed" : answer.reason;
  };
  for (const from of ["hot", 1, 501] as const)
    expect(await reasonOf({ kind: "sweep", from }, bytes(from === "hot" ? nonceNext : 0))).toBe("destination_not_own");
  expect(await reasonOf({ kind: "fund_gas", to: 1 }, bytes(nonceNext))).toBe("destination_not_own");
  const own = (await fixture.addresses.of(1, 1)) as Hex;
  expect(await reasonOf({ kind: "fund_gas", to: 1 }, bytes(nonceNext, { to: own, amount: parseEther("1") }))).toBe(
    "amount_above_cap",
  );
  // A token that was moved instead of coins for a fee.
  expect(
    await reasonOf({ kind: "fund_gas", to: 1 }, bytes(nonceNext, { to: own, token: usdtContract, gasLimit: 60_000 })),
  ).toBe("token_differs");
});

const compared = (custody: AskCustody) => ({ custody, instruments: async () => instruments, isCounted: () => true });
function reconciliation(custody: AskCustody) {
  let passedMs = 0;
  const clock = { now: () => Date.now() + passedMs };
  const one = openReconciliation({ ...wallet, ...compared(custody), coldAddress, time: clock, log: fixture.log });
  // A lack is believed three seconds after it was first found.
  return () => wallet.run((round) => one.run(round).finally(() => void (passedMs += 3_000)));
}
const reservesOf = async (asset: string): Promise<bigint> => {
  const { rows } = await sql<{ units: string }>`
    select (units + unended_units)::text as units from wallet.reserves where asset = ${asset}`.execute(fixture.db);
  return BigInt(rows[0]!.units);
};

test("[W8] a lack that the ledger shows between two blocks halts the asset within ten seconds, without another block, and not where it has gone within three", async () => {
  let at = Date.now();
  let owed = new Map<number, bigint>();
  let lackingMs = 0;
  const clock = { now: () => at };
  // As a core whose answers are of some moments ago.
  let late: ReadonlyMap<number, bigint> | undefined;
  const asked = compared(async () => {
    if (late === undefined || lackingMs > 2_000) return owed;
    lackingMs += 1_000;
    return late;
  });
  const one = openReconciliation({ ...wallet, ...asked, coldAddress, time: clock, log: fixture.log });
  await fixture.mine(1);
  await fixture.scan();
  const second = async (): Promise<void> => {
    at += 1_000;
    await wallet.run((round) => one.run(round));
  };
  await second();
  owed = new Map([[1, await reservesOf("USDT")]]);
  for (let seconds = 0; seconds < 10; seconds += 1) await second();
  late = new Map([[1, (await reservesOf("USDT")) + 1n]]);
  for (let seconds = 0; seconds < 10; seconds += 1) await second();
  expect(lackingMs).toBe(3_000);
  expect((await sql`select 1 from wallet.halts`.execute(fixture.db)).rows).toEqual([]);
  owed = new Map([[1, (await reservesOf("USDT")) + 1n]]);
  for (let seconds = 0; seconds < 10; seconds += 1) await second();
  const { rows } = await sql`select asset, reason from wallet.halts`.execute(fixture.db);
  expect(rows).toEqual([{ asset: "USDT", reason: "DEFICIT" }]);
  // As people lift it.
  await sql`delete from wallet.halts`.execute(fixture.db);
});

test("[W8] while the core does not say what is in custody, own addresses count as compared no longer than five minutes, also without a new block", async () => {
  let at = Date.now();
  let isAway = false;
  const clock = { now: () => at };
  const custody: AskCustody = async () => {
    if (isAway) throw new Error("away");
    return new Map();
  };
  const one = openReconciliation({ ...wallet, ...compared(custody), coldAddress, time: clock, log: fixture.log });
  await fixture.mine(1);
  await fixture.scan();
  await wallet.run((round) => one.run(round));
  isAway = true;
  for (let minute = 0; minute < 5; minute += 1) {
    expect([minute, one.isRecent()]).toEqual([minute, true]);
    at += 60_000;
    await expect(wallet.run((round) => one.run(round))).rejects.toThrow("away");
  }
  expect(one.isRecent()).toBe(false);
});

test("[W8 INC-01 INC-10] own addresses are compared with the ledger at every block: what is paid and not ended counts, one unit too few halts the asset", async () => {
  let owed = new Map<number, bigint>();
  const compare = reconciliation(async () => owed);
  await fixture.mine(1);
  await fixture.scan();
  await compare();
  const before = await reservesOf("USDT");
  owed = new Map([[1, before]]);
  // Paid, in a block, and not ended by the core: the ledger still has it.
  const paid = await fixture.withdraw({ asset: "USDT", amount: usd(5) });
  for (let round = 0; round < 3; round += 1) {
    await compare();
    await fixture.mine(1);
    await fixture.scan();
  }
  expect((await fixture.payment(paid.id))?.state).toBe("MINED");
  await compare();
  await compare();
  expect(await reservesOf("USDT")).toBe(before);
  expect((await sql`select 1 from wallet.halts`.execute(fixture.db)).rows).toEqual([]);
  owed = new Map([[1, before + 1n]]);
  for (let round = 0; round < 2; round += 1) {
    await fixture.mine(1);
    await fixture.scan();
    await compare();
  }
  const { rows } = await sql<{ asset: string; reason: string; lack: string }>`
    select asset, reason, facts ->> 'lack' as lack from wallet.halts`.execute(fixture.db);
  expect(rows).toEqual([{ asset: "USDT", reason: "DEFICIT", lack: "1" }]);
  const [halted, other] = [
    await fixture.withdraw({ asset: "USDT", amount: usd(6) }),
    await fixture.withdraw({ asset: "ETH", amount: parseEther("1") }),
  ];
  await compare();
  await compare();
  expect(await fixture.payment(halted.id)).toMatchObject({ state: "WAITING", reason: "HALTED DEFICIT" });
  expect((await fixture.payment(other.id))?.state).toBe("MINED");
  expect(await fixture.balanceOf("USDT", halted.to)).toBe(0n);
});

test("[W8] a token that falls silent is no longer compared with what it had, is named once, and halts after three blocks", async () => {
  const { client } = fixture.anvil;
  const spy = vi.spyOn(fixture.log, "error");
  onTestFinished(() => spy.mockRestore());
  const named = (): unknown[] =>
    spy.mock.calls.flatMap(([facts, words]: readonly unknown[]) =>
      String(words).includes("do not say their balances") ? [(facts as { assets: unknown }).assets] : [],
    );
  const compare = reconciliation(async () => new Map([[4, 1n]]));
  const nextBlock = async (): Promise<void> => {
    await fixture.mine(1);
    await fixture.scan();
    await compare();
  };
  const usdc = async () => {
    const { rows } = await sql<{ at: string; rows: number; halts: string | null }>`
      select max(compared_at)::text as at, (select count(*) from wallet.reserves where asset = 'USDC')::float8 as rows,
        (select string_agg(reason, ' ') from wallet.halts where asset = 'USDC') as halts
      from wallet.comparisons where asset = 'USDC'`.execute(fixture.db);
    return rows[0]!;
  };
  await callContract(client, "Plain", usdcContract, "mint", [fixture.hotAddress, usd(1)]);
  await nextBlock();
  const { at, rows } = await usdc();
  expect([at === null, rows]).toEqual([false, 1]);
  await placeContract(client, "Silent", usdcContract);
  for (let block = 0; block < 2; block += 1) await nextBlock();
  expect([await usdc(), named()]).toEqual([{ at, rows: 0, halts: null }, [["USDC"]]]);
  await nextBlock();
  expect([await usdc(), named()]).toEqual([{ at, rows: 0, halts: "SILENT" }, [["USDC"]]]);
  await placeContract(client, "Plain", usdcContract);
  await nextBlock();
  const after = await usdc();
  // Halted until people lift it, by a comparison that is newer than the halt.
  expect([Number(after.at) > Number(at), after.rows, after.halts]).toEqual([true, 1, "SILENT"]);
});

test("[INC-06] what the hot address has above its target goes to the cold address, once, and not for a little more", async () => {
  const balance = await fixture.balanceOf("USDT", fixture.hotAddress);
  const target = balance / 2n;
  const hot = openHotTarget({ ...wallet, time, coldAddress, targets: new Map([["USDT", target]]), log: fixture.log });
  for (let round = 0; round < 3; round += 1) {
    await wallet.run((one) => hot.run(one));
    await fixture.mine(1);
    await fixture.scan();
  }
  expect(await fixture.balanceOf("USDT", fixture.hotAddress)).toBe(target);
  expect(await fixture.balanceOf("USDT", coldAddress)).toBe(balance - target);
  const above = openHotTarget({
    ...wallet,
    time,
    coldAddress,
    targets: new Map([["USDT", target - 1n]]),
    log: fixture.log,
  });
  await wallet.run((one) => above.run(one));
  expect(await fixture.balanceOf("USDT", fixture.hotAddress)).toBe(target);
});

test("[INC-06] a hot address with more than 3 % of an asset alarms at the next block, once, and again only after it had less", async () => {
  const spy = vi.spyOn(fixture.log, "error");
  onTestFinished(() => spy.mockRestore());
  const alarms = (): unknown[] =>
    spy.mock.calls.flatMap(([facts, words]: readonly unknown[]) =>
      String(words).startsWith("hot share") ? [(facts as { asset: string }).asset] : [],
    );
  const one = openReconciliation({
    ...wallet,
    ...compared(async () => new Map()),
    coldAddress,
    time,
    log: fixture.log,
  });
  const share = openHotShare({ ...wallet, coldAddress, instruments: async () => instruments, log: fixture.log });
  const look = async (cold: bigint): Promise<void> => {
    await callContract(fixture.anvil.client, "Plain", usdtContract, "mint", [coldAddress, cold]);
    await fixture.mine(1);
    await fixture.scan();
    await wallet.run(async (round) => {
      await one.run(round);
      await share.run(round);
    });
  };
  const usdt = (): unknown[] => alarms().filter((asset) => asset === "USDT");
  await look(0n);
  await look(0n);
  expect(usdt()).toEqual(["USDT"]);
  const hot = await fixture.balanceOf("USDT", fixture.hotAddress);
  await look(hot * 40n);
  expect(usdt()).toEqual(["USDT"]);
  await callContract(fixture.anvil.client, "Plain", usdtContract, "mint", [fixture.hotAddress, hot]);
  await look(0n);
  expect(usdt()).toEqual(["USDT", "USDT"]);
});

test("[INC-10] a transaction of the hot address that this wallet did not send stops all payments", async () => {
  const { client } = fixture.anvil;
  await client.impersonateAccount({ address: fixture.hotAddress });
  const stolen = { from: fixture.hotAddress, to: coldAddress, value: "0x1" };
  await client.request({ method: "eth_sendTransaction", params: [stolen] } as never);
  await client.stopImpersonatingAccount({ address: fixture.hotAddress });
  await fixture.mine(1);
  await fixture.scan();
  const { id } = await fixture.withdraw({ asset: "ETH", amount: parseEther("1") });
  await expect(wallet.run()).rejects.toThrow("nothing is paid");
  expect((await fixture.payment(id))?.state).toBe("WAITING");
});
