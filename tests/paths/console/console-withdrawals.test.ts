import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HaltedAsset, type WalletReport, type WithdrawalCase } from "@tidemark/contracts";
import {
  auditLog,
  brokenAt,
  connectBus,
  developmentAccess,
  openDatabase,
  sealsOf,
  systemClock,
} from "@tidemark/kit-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reportingToPlatform } from "../../../services/wallet/src/payments/withdrawals/report.ts";
import { bindFactor } from "../../../services/platform/testing/factor.ts";
import { noticeSink } from "../../../services/platform/testing/notice-sink.ts";
import type { Exchange } from "../../../tools/dev/exchange.ts";
import { emailOf } from "../../../tools/dev/seed/people.ts";
import { root } from "../../../tools/dev/processes/root.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { type Browser, type ConsoleWorld, openConsoleWorld, openOperator } from "./console-world.ts";
import { availableOf, good, units, until } from "../support/traders.ts";
import { reviewedExchange, seeds } from "../account/reviewed-exchange.ts";

// The way of a withdrawal that operators decide about in the console: the text is signed elsewhere, the signature is brought.
const reason = "called back on the known number";
let exchange: Exchange;
let database: ReturnType<typeof openDatabase>;
let console: ConsoleWorld;
let alice: Trader;
let operator: Browser;
let counted = 0;

beforeAll(async () => {
  exchange = await reviewedExchange();
  database = openDatabase(exchange.databaseUrl, 2);
  console = await openConsoleWorld({ CORE_NAME: exchange.core }, { url: exchange.databaseUrl });
  alice = await signIn(exchange.url, "alice", "alice-device");
  await (await bindFactor(alice.client, emailOf("alice"), database.db)).confirm();
  operator = (await openOperator(console, "tara", ["treasury"])).browser;
}, 180_000);
afterAll(async () => {
  await console?.close();
  await database?.close();
  await exchange?.remove();
});

type Review = {
  list: WithdrawalCase[];
  decided: { id: string; state: string; payment: unknown }[];
  halts: HaltedAsset[];
  assets: string[];
};
async function review(): Promise<Review> {
  const { result, data } = await operator.call("withdrawalReview");
  expect(result).toBe("ok");
  return data as Review;
}
const waitingOf = async (id: string): Promise<WithdrawalCase> => (await review()).list.find((one) => one.id === id)!;
const stateOf = async (id: string): Promise<string> =>
  good(await alice.client.call("withdrawalList", { pageSize: 100 })).list.find((row) => row.id === id)!.state;
const linesOf = async (action: string) =>
  (await auditLog.all(database.db)).filter((one) => one.action === action).map(({ subject }) => subject);

async function inReview(amount: string): Promise<string> {
  const { list } = good(await alice.client.call("withdrawalAddressList", {}));
  const address = {
    network: "LOCAL_EVM",
    address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    label: "Cold",
  } as const;
  const addressId = list[0]?.id ?? good(await alice.client.call("addWithdrawalAddress", address)).id;
  const wish = { requestId: `c${(counted += 1)}`, addressId, asset: "USDT", amount };
  const { id } = good(await alice.client.call("requestWithdrawal", wish));
  const code = await noticeSink(database.db).codeOf(emailOf("alice"));
  expect(good(await alice.client.call("confirmWithdrawal", { id, code }))).toMatchObject({ state: "IN_REVIEW" });
  return id;
}

/** As an approver does it: the text goes into a file on a device that has the key and no database. */
function signed(text: string, approver: "olivia" | "oscar"): string {
  const folder = mkdtempSync(join(tmpdir(), "intent-"));
  const [file, key] = [join(folder, "withdrawal.txt"), join(folder, "key")];
  writeFileSync(file, text.trimEnd());
  writeFileSync(key, `${seeds[approver]}\n`, { mode: 0o600 });
  const words = ["sign-intent", file, "--approver", approver, "--key", key];
  const printed = execFileSync(
    "node",
    ["tools/operator/main.ts", ...words, "--database", "postgres://nobody@127.0.0.1:1/x"],
    {
      cwd: root,
      encoding: "utf8",
    },
  );
  expect(printed.startsWith(text)).toBe(true);
  return printed.trim().split("\n").at(-1)!;
}

test("[U.64] a withdrawal waits with its reasons, and only signatures of approvers over its text let it go", async () => {
  await until(async () => good(await alice.client.call("withdrawalInfo", { asset: "USDT" })).level === 2);
  const id = await inReview("6000");
  const one = await waitingOf(id);
  expect(one).toMatchObject({
    amount: "6000",
    arrives: "5999",
    value: "6000",
    signedBy: [],
    needed: 2,
    state: "IN_REVIEW",
  });
  expect(one.risks).toEqual(["ABOVE_LIMIT", "NEW_ADDRESS", "NEW_DEVICE", "LARGEST"]);
  expect(one.intent).toContain(`id: ${id}\n`);
  const bring = (approver: string, signature: string) =>
    operator.call("addWithdrawalSignature", { id, approver, signature, reason });
  const signature = signed(one.intent, "olivia");
  // Without a key nothing is approved: not by digits, another's name, or a signature over another text.
  const otherText = one.intent.replace(
    "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  );
  for (const [approver, wrong] of [
    ["olivia", "0".repeat(128)],
    ["oscar", signature],
    ["platform", signature],
    ["mallory", signature],
    ["olivia", signed(otherText, "olivia")],
  ] as const)
    expect([approver, (await bring(approver, wrong)).result]).toEqual([approver, "REQUEST_INVALID"]);
  expect(await linesOf("withdrawal approved")).toEqual([]);
  expect((await bring("olivia", signature)).data).toEqual({ signedBy: ["olivia"], needed: 2 });
  expect((await bring("olivia", signature)).data).toEqual({ signedBy: ["olivia"], needed: 2 });
  expect(await stateOf(id)).toBe("IN_REVIEW");
  expect((await bring("oscar", signed(one.intent, "oscar"))).data).toEqual({
    signedBy: ["olivia", "oscar"],
    needed: 2,
  });
  await until(async () => (await stateOf(id)) === "APPROVED");
  expect((await bring("oscar", signature)).result).toBe("WITHDRAWAL_FINAL");
  expect((await review()).decided).toMatchObject([{ id, state: "APPROVED", payment: null }]);
  expect(await linesOf("withdrawal approved")).toEqual([id, id, id]);
}, 120_000);

test("a refusal is one act with its reason, gives the money back to the wallet's hands, and is final", async () => {
  const before = await availableOf(alice, 1, "USDT");
  const id = await inReview("7000");
  expect(await availableOf(alice, 1, "USDT")).toBe(before - units("7000"));
  expect((await operator.call("refuseWithdrawal", { id, reason: "no" })).result).toBe("REQUEST_INVALID");
  expect((await operator.call("refuseWithdrawal", { id, reason })).data).toEqual({ id, state: "RETURNING" });
  expect((await operator.call("refuseWithdrawal", { id, reason })).result).toBe("WITHDRAWAL_FINAL");
  expect((await operator.call("refuseWithdrawal", { id: crypto.randomUUID(), reason })).result).toBe("NOT_FOUND");
  expect(await stateOf(id)).toBe("RETURNING");
  expect(await linesOf("withdrawal rejected")).toEqual([id]);
});

test("[U.65] an asset is halted by one act; the wallet gets the order until it reports the halt, and its payments are seen", async () => {
  const bus = await connectBus("nats://127.0.0.1:4222", "wallet", developmentAccess("wallet", exchange.core));
  const seal = sealsOf("", "development").of("wallet_asks")!;
  const send = reportingToPlatform({ bus, core: exchange.core, seal, clock: systemClock });
  const report: WalletReport = {
    halts: [{ asset: "ETH", reason: "DEFICIT", since: 1_000 }],
    payments: [],
    networks: [],
  };
  expect(await send(report)).toEqual([]);
  expect((await operator.call("haltWithdrawals", { asset: "NONE", reason })).result).toBe("NOT_FOUND");
  expect((await operator.call("haltWithdrawals", { asset: "USDT", reason })).result).toBe("ok");
  const ordered = (await review()).halts;
  expect(ordered).toMatchObject([
    { asset: "ETH", reason: "DEFICIT", isOrdered: false },
    { asset: "USDT", reason: "OPERATOR", isOrdered: true },
  ]);
  const [order] = await send(report);
  expect(order).toMatchObject({ asset: "USDT", reason });
  const { decided } = await review();
  const payment = { state: "MINED", reason: "", txid: "0xabc", confirmations: 3, needed: 12 } as const;
  const payments = [{ id: decided[0]!.id, ...payment, changedAt: 2_000 }];
  await send({ halts: [...report.halts, { asset: "USDT", reason: "OPERATOR", since: 2_000 }], payments, networks: [] });
  const after = await review();
  expect(after.halts.map(({ asset, isOrdered }) => [asset, isOrdered])).toEqual([
    ["ETH", false],
    ["USDT", false],
  ]);
  expect(after.decided.find(({ id }) => id === payments[0]!.id)!.payment).toEqual(payment);
  expect(await linesOf("withdrawals halted")).toEqual(["USDT"]);
  expect(brokenAt(await auditLog.all(database.db))).toBeUndefined();
  await bus.close();
});
