import { calls, checkReserve, heldSums, type PublishedReserve, recoverAddress } from "@tidemark/contracts";
import { systemTime } from "@tidemark/kit-node";
import { sql } from "kysely";
import { parseEther } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { instruments } from "../../testing/fixture.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../testing/payments-fixture.ts";
import { coldAddress, requestKey } from "../../testing/signer-process.ts";
import { signerClient } from "../payments/sends/signer-client.ts";
import { reserveAnswers } from "./answers.ts";
import { openReserveStatements, type ReserveDeps } from "./statements.ts";

let fixture: PaymentsFixture;
beforeAll(async () => {
  fixture = await openPaymentsFixture();
});
afterAll(async () => fixture?.end());

const assets = [
  { asset: "USDT", root: "0c".repeat(32), sum: "1000" },
  { asset: "ETH", root: "ab".repeat(32), sum: "1000" },
];
const publicationOf = (stateSeq: number) => ({ stateSeq, at: Date.parse("2026-11-18T01:00:00Z"), assets });

async function published(stateSeq: number): Promise<readonly PublishedReserve[]> {
  const own = reserveAnswers(fixture).find(({ call }) => call.name === calls.fundsReserves.name)!;
  const said = await own.reply({ stateSeq }, {} as never);
  if (!said.ok) throw new Error("reserves are not answered");
  return (said.value as { list: readonly PublishedReserve[] }).list;
}

/** A wallet that publishes for this sequence once. */
async function publish(stateSeq: number, more: Partial<ReserveDeps> = {}): Promise<void> {
  const wallet = await fixture.open();
  const { db, chain } = wallet;
  const reserves = openReserveStatements({
    db,
    chain,
    coldAddress,
    signer: signerClient({ db, socketPath: fixture.signer.socketPath, requestKey, timeoutMs: 5_000 }),
    publication: async () => publicationOf(stateSeq),
    instruments: async () => instruments,
    time: systemTime,
    log: fixture.log,
    ...more,
  });
  await wallet.run((round) => reserves.run(round));
  await wallet.end();
}

test("[D.95] after a publication the hot address signs its roots, with what own addresses have at one block", async () => {
  const address = await fixture.addresses.of(77, 1);
  await fixture.pay("USDT", address, 5_000_000n);
  await fixture.anvil.client.setBalance({ address: coldAddress, value: parseEther("7") });
  await fixture.mine(1);
  await fixture.scan();
  await publish(100);
  const list = await published(100);
  expect(list.map(({ role, address: at }) => [role, at])).toEqual([
    ["hot", fixture.hotAddress],
    ["cold", coldAddress],
    ["deposits", ""],
  ]);
  const [hot, cold, deposits] = list;
  expect(recoverAddress(hot!.text, hot!.signature)).toBe(fixture.hotAddress.toLowerCase());
  expect([cold!.signature, deposits!.signature, deposits!.text]).toEqual(["", "", ""]);
  expect(hot!.balances.find(({ asset }) => asset === "ETH")).toEqual({
    asset: "ETH",
    units: String(1000n * 10n ** 8n),
  });
  expect(cold!.balances.find(({ asset }) => asset === "ETH")).toEqual({ asset: "ETH", units: String(7n * 10n ** 8n) });
  expect(deposits!.balances.find(({ asset }) => asset === "USDT")).toEqual({ asset: "USDT", units: "500000000" });
  const block = await fixture.anvil.client.getBlock({ blockNumber: BigInt(hot!.block) });
  for (const one of list) expect([one.block, one.blockHash]).toEqual([hot!.block, block.hash]);

  const file = { ...publicationOf(100), reserves: list };
  const checks = list.map((one) => checkReserve(file, one));
  expect(checks.map(({ state }) => state)).toEqual(["signed", "unsigned", "unsigned"]);
  const eth = heldSums(file, checks).find(({ asset }) => asset === "ETH")!;
  expect([eth.signed, eth.unsigned]).toEqual([1000n * 10n ** 8n, 7n * 10n ** 8n]);
});

test("[D.95] a process that ends before the signature is followed by one that signs the same text, and balances stay those of the first block", async () => {
  const dies = { signReserves: async () => Promise.reject(new Error("killed")) };
  await publish(101, { signer: dies });
  const [before] = await published(101);
  expect(before!.signature).toBe("");
  await fixture.mine(3);
  await fixture.scan();
  await publish(101);
  const [after] = await published(101);
  expect(after).toEqual({ ...before, signature: after!.signature });
  expect(recoverAddress(after!.text, after!.signature)).toBe(fixture.hotAddress.toLowerCase());
  await publish(101);
  expect((await published(101))[0]).toEqual(after);
});

test("a signature of another address is not published", async () => {
  const [other] = await published(100);
  await publish(102, { signer: { signReserves: async () => ({ ok: true, signature: other!.signature }) } });
  expect((await published(102))[0]!.signature).toBe("");
});

test("coins of the hot address that no row explains are nobody's deposit before operators have looked, as after a restore of tables", async () => {
  const address = await fixture.addresses.of(78, 1);
  await fixture.anvil.client.impersonateAccount({ address: fixture.hotAddress });
  const sent = { from: fixture.hotAddress, to: address, value: "0x16345785d8a0000" };
  await fixture.anvil.client.request({ method: "eth_sendTransaction", params: [sent] } as never);
  await fixture.mine(1);
  await fixture.scan();
  const { rows } = await sql`select state, reason from wallet.deposits where address = ${address}`.execute(fixture.db);
  expect(rows).toEqual([{ state: "IGNORED", reason: "FROM_US" }]);
});
