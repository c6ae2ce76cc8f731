import { type SignerAnswer } from "@tidemark/contracts";
import { parseTransaction, recoverTransactionAddress, type TransactionSerializedEIP1559 } from "viem";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  approvedBy,
  coldAddress,
  eth,
  type Fixture,
  hotAddress,
  intentOf,
  lineOf,
  openFixture,
  partsOf,
  policyDocument,
  serialized,
  testKeys,
  tokenContract,
  transferData,
  unknownKey,
  usdt,
  userAddress,
  withdrawLine,
} from "../testing/fixture.ts";

let at: Fixture;
beforeEach(() => {
  at = openFixture();
});
afterEach(() => at.end());

const minute = 60_000;
const outcome = (answer: SignerAnswer): string => (answer.ok ? "signed" : answer.reason);
const ask = async (line: string): Promise<string> => outcome(await at.signer.answer(line));

async function signedBy(line: string): Promise<TransactionSerializedEIP1559> {
  const answer = await at.signer.answer(line);
  if (!answer.ok || !("signed" in answer)) throw new Error(outcome(answer));
  return answer.signed as TransactionSerializedEIP1559;
}

test("an approved intent is paid: the coin and a token, to its address and amount, from the hot address", async () => {
  const native = await signedBy(withdrawLine(intentOf(), 0));
  expect(await recoverTransactionAddress({ serializedTransaction: native })).toBe(hotAddress);
  expect(parseTransaction(native)).toMatchObject({ to: userAddress.toLowerCase(), value: eth(1), nonce: 0 });
  const token = await signedBy(withdrawLine(intentOf({ tokenContract }), 1));
  expect(await recoverTransactionAddress({ serializedTransaction: token })).toBe(hotAddress);
  expect(parseTransaction(token).data).toBe(transferData(userAddress, usdt(1)));
});

test("[W4] an intent is signed under one nonce: the same bytes and higher fees again, anything else never, after a restart too", async () => {
  const intent = intentOf();
  const first = await signedBy(withdrawLine(intent, 0));
  for (let restart = 0; restart < 2; restart += 1) {
    expect(await signedBy(withdrawLine(intent, 0))).toBe(first);
    expect(await ask(withdrawLine(intent, 1))).toBe("intent_already_signed");
    expect(await ask(withdrawLine(intent, 0, ["platform"], 20n))).toBe("fee_not_higher");
    expect(await ask(withdrawLine({ ...intent, amount: eth(1.5) }, 1))).toBe("intent_already_signed");
    expect(await ask(withdrawLine({ ...intent, amount: eth(1.5) }, 0, ["platform"], 60n))).toBe("nonce_taken");
    expect(await ask(withdrawLine(intentOf(), 0, ["platform"], 60n))).toBe("nonce_taken");
    at = at.reopen();
  }
  const bumped = parseTransaction(await signedBy(withdrawLine(intent, 0, ["platform"], 60n)));
  expect(bumped).toMatchObject({ to: userAddress.toLowerCase(), value: eth(1), maxFeePerGas: 60n * 10n ** 9n });
});

test("[W4] two intents of one amount and address have the same bytes: one transaction does not pay both", async () => {
  const [intent, twin] = [intentOf({ address: coldAddress }), intentOf({ address: coldAddress })];
  expect(await ask(withdrawLine(intent, 0))).toBe("signed");
  expect(await ask(withdrawLine(twin, 0))).toBe("nonce_taken");
  const bytes = serialized(partsOf(intent, 0));
  expect(await ask(lineOf({ kind: "sweep", from: "hot", transaction: bytes }))).toBe("nonce_taken");
  expect(await ask(withdrawLine(twin, 1))).toBe("signed");
});

test("a fee is bumped up to the intent's cap and no further", async () => {
  const intent = intentOf({ feeCap: 21_000n * 40n * 10n ** 9n });
  expect(await ask(withdrawLine(intent, 0))).toBe("signed");
  expect(await ask(withdrawLine(intent, 0, ["platform"], 40n))).toBe("signed");
  expect(await ask(withdrawLine(intent, 0, ["platform"], 41n))).toBe("fee_above_cap");
});

test("nonces follow each other without a gap", async () => {
  expect(await ask(withdrawLine(intentOf(), 1))).toBe("nonce_unexpected");
  expect(await ask(withdrawLine(intentOf(), 0))).toBe("signed");
  expect(await ask(withdrawLine(intentOf(), 2))).toBe("nonce_unexpected");
  const answer = await at.signer.answer(lineOf({ kind: "status" }));
  expect(answer).toMatchObject({ ok: true, status: { hotAddress, nonceNext: "1" } });
});

test("[INC-03 INC-08] a thousand well-formed payments stop at the hour's cap, and at the day's, whatever restarts", async () => {
  let nonce = 0;
  const payUntilRefused = async (): Promise<string> => {
    for (let count = 0; count < 1_000; count += 1) {
      const answer = await ask(withdrawLine(intentOf({ amount: eth(2), expiresAt: 4e12 }), nonce));
      if (answer !== "signed") return answer;
      nonce += 1;
    }
    return "never";
  };
  expect(await payUntilRefused()).toBe("hour_cap_reached");
  expect(nonce).toBe(15);
  at = at.reopen();
  expect(await payUntilRefused()).toBe("hour_cap_reached");
  at.pass(61 * minute);
  expect(await payUntilRefused()).toBe("day_cap_reached");
  expect(nonce).toBe(25);
  at.pass(-30 * 24 * 60 * minute);
  at = at.reopen();
  expect(await payUntilRefused()).toBe("day_cap_reached");
  at.pass(31 * 24 * 60 * minute + minute);
  expect(await payUntilRefused()).toBe("hour_cap_reached");
});

test("caps of one asset leave the others alone, and one transaction has its own", async () => {
  const operators = ["platform", "anna", "ben"] as const;
  expect(await ask(withdrawLine(intentOf({ amount: eth(10.000001) }), 0, operators))).toBe("amount_above_cap");
  for (let nonce = 0; nonce < 3; nonce += 1)
    expect(await ask(withdrawLine(intentOf({ amount: eth(10) }), nonce, operators))).toBe("signed");
  expect(await ask(withdrawLine(intentOf({ amount: 1n }), 3))).toBe("hour_cap_reached");
  expect(await ask(withdrawLine(intentOf({ tokenContract }), 3))).toBe("signed");
});

test("fees have caps of their own, so that an attacker cannot burn what he cannot take", async () => {
  const sweep = (nonce: number): string =>
    lineOf({
      kind: "sweep",
      from: "hot",
      transaction: serialized({
        ...partsOf(intentOf({ address: coldAddress }), nonce),
        gas: 99_000n,
        maxFeePerGas: 200n * 10n ** 9n,
      }),
    });
  let nonce = 0;
  while ((await ask(sweep(nonce))) === "signed") nonce += 1;
  expect(nonce).toBe(Math.floor(1 / (99_000 * 200e-9)));
  expect(await ask(sweep(nonce))).toBe("fee_hour_cap_reached");
  expect(await ask(withdrawLine(intentOf({ tokenContract }), nonce, ["platform"], 200n))).toBe("fee_hour_cap_reached");
});

test("[W5] above its limits an intent needs operators too; one operator alone, or twice, pays nothing", async () => {
  const small = intentOf({ amount: eth(2) });
  const middle = intentOf({ amount: eth(2.000001) });
  const large = intentOf({ amount: eth(5.000001) });
  expect(await ask(withdrawLine(small, 0, []))).toBe("approvals_missing");
  expect(await ask(withdrawLine(small, 0, ["anna", "ben"]))).toBe("approvals_missing");
  expect(await ask(withdrawLine(middle, 0))).toBe("approvals_missing");
  expect(await ask(withdrawLine(large, 0, ["platform", "anna"]))).toBe("approvals_missing");
  expect(await ask(withdrawLine(large, 0, ["platform", "anna", "anna"]))).toBe("approval_invalid");
  expect(await ask(withdrawLine(small, 0))).toBe("signed");
  expect(await ask(withdrawLine(middle, 1, ["platform", "anna"]))).toBe("signed");
  expect(await ask(withdrawLine(large, 2, ["platform", "anna", "ben"]))).toBe("signed");
});

test("[INC-12 INC-20] approvals are of this very intent, by keys of the policy", async () => {
  const intent = intentOf();
  const approved = approvedBy(intent, ["platform"]);
  const transaction = serialized(partsOf(intent, 0));
  const line = (part: object): string => lineOf({ kind: "withdraw", transaction, approved: { ...approved, ...part } });
  const of = (other: Partial<typeof intent>): object[] => approvedBy({ ...intent, ...other }, ["platform"]).approvals;
  expect(await ask(line({ approvals: of({ amount: eth(2) }) }))).toBe("approval_invalid");
  expect(await ask(line({ approvals: of({ address: hotAddress }) }))).toBe("approval_invalid");
  expect(await ask(line({ approvals: [{ ...approved.approvals[0], approver: "carl" }] }))).toBe("approval_unknown");
  expect(await ask(line({ approvals: [{ ...approved.approvals[0], approver: "anna" }] }))).toBe("approval_invalid");
  expect(await ask(line({ intent: approved.intent.replace("amount: 1", "amount: 01") }))).toBe("intent_malformed");
});

test("an expired intent is not begun; one that was signed in time is signed again and bumped after it", async () => {
  const [intent, late] = [intentOf(), intentOf()];
  const first = await signedBy(withdrawLine(intent, 0));
  at.pass(60 * minute);
  expect(await ask(withdrawLine(late, 1))).toBe("intent_expired");
  expect(await signedBy(withdrawLine(intent, 0))).toBe(first);
  expect(await ask(withdrawLine(intent, 0, ["platform"], 60n))).toBe("signed");
});

test("[INC-19] sweeps end at the own hot or cold address, gas at an own deposit address, cancellations nowhere", async () => {
  const move = (to: string, nonce: number, value = eth(0.005)): string =>
    serialized({ ...partsOf(intentOf({ address: to }), nonce), value });
  const deposit = testKeys.addressOf(7);
  expect(await ask(lineOf({ kind: "sweep", from: 7, transaction: move(hotAddress, 0) }))).toBe("signed");
  expect(await ask(lineOf({ kind: "sweep", from: 7, transaction: move(coldAddress, 1) }))).toBe("signed");
  expect(await ask(lineOf({ kind: "sweep", from: 7, transaction: move(userAddress, 2) }))).toBe("destination_not_own");
  expect(await ask(lineOf({ kind: "sweep", from: "hot", transaction: move(deposit, 0) }))).toBe("destination_not_own");
  expect(await ask(lineOf({ kind: "fund_gas", to: 8, transaction: move(deposit, 0) }))).toBe("destination_not_own");
  expect(await ask(lineOf({ kind: "fund_gas", to: 7, transaction: move(deposit, 0, eth(0.02)) }))).toBe(
    "amount_above_cap",
  );
  expect(await ask(lineOf({ kind: "fund_gas", to: 7, transaction: move(deposit, 0) }))).toBe("signed");
  expect(await ask(lineOf({ kind: "cancel", transaction: move(hotAddress, 1, 0n) }))).toBe("nonce_unexpected");
  expect(await ask(lineOf({ kind: "cancel", transaction: move(userAddress, 0, 0n) }))).toBe("destination_not_own");
  const tokens = serialized({ ...partsOf(intentOf({ tokenContract, address: coldAddress }), 1) });
  expect(await ask(lineOf({ kind: "sweep", from: "hot", transaction: tokens }))).toBe("signed");
});

test("a stuck payment is cancelled under its nonce, and its intent is never signed under another", async () => {
  const intent = intentOf();
  expect(await ask(withdrawLine(intent, 0))).toBe("signed");
  const cancel = (feeGwei: bigint): string =>
    lineOf({
      kind: "cancel",
      transaction: serialized({ ...partsOf(intentOf({ address: hotAddress }), 0, feeGwei), value: 0n }),
    });
  expect(await ask(cancel(30n))).toBe("fee_not_higher");
  expect(await ask(cancel(90n))).toBe("signed");
  expect(await ask(withdrawLine(intent, 1))).toBe("intent_already_signed");
});

test("lines of other keys, of other shapes and beyond the rate are refused by name", async () => {
  const request = {
    kind: "withdraw",
    transaction: serialized(partsOf(intentOf(), 0)),
    approved: approvedBy(intentOf(), ["platform"]),
  };
  expect(await ask(lineOf(request, unknownKey))).toBe("requester_unknown");
  expect(await ask("{}")).toBe("requester_unknown");
  expect(await ask(lineOf({ ...request, isTrusted: true }))).toBe("request_malformed");
  expect(await ask(lineOf({ ...request, kind: "constructor" }))).toBe("request_malformed");
  expect(await ask(lineOf({ ...request, transaction: 5 }))).toBe("request_malformed");
  expect(await ask(lineOf({ ...request, network: "BSC" }))).toBe("network_unknown");
  at.end();
  at = openFixture({ perSecond: 3 });
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(lineOf({ kind: "status" }))));
  expect(answers.filter((answer) => answer === "signed")).toHaveLength(3);
  expect(answers.filter((answer) => answer === "rate_limited")).toHaveLength(47);
});

test("a store that was set back is seen by the position that the requester remembers", async () => {
  await ask(withdrawLine(intentOf(), 0));
  const seen = at.store.position();
  expect(await ask(lineOf({ kind: "status", seen }))).toBe("signed");
  expect(await ask(lineOf({ kind: "status", seen: { ...seen, seq: seen.seq + 1 } }))).toBe("store_set_back");
  expect(await ask(lineOf({ kind: "status", seen: { ...seen, hash: "0".repeat(64) } }))).toBe("store_set_back");
});

test("a signature that the key service made with another key does not leave", async () => {
  at.end();
  at = openFixture({ keys: { ...testKeys, sign: (_name, digest) => testKeys.sign(3, digest) } });
  expect(await ask(withdrawLine(intentOf(), 0))).toBe("key_unavailable");
  at.end();
  at = openFixture({ keys: { ...testKeys, sign: () => Promise.reject(new Error("unreachable")) } });
  expect(await ask(withdrawLine(intentOf(), 0))).toBe("key_unavailable");
});

test("caps of an asset count over all networks, whatever decimals it has there", async () => {
  at.end();
  const { ETHEREUM } = policyDocument.networks;
  const BSC = {
    ...ETHEREUM,
    chainId: "56",
    assets: { ...ETHEREUM.assets, USDT: { contract: tokenContract, decimals: 18 } },
  };
  at = openFixture({ policy: { ...policyDocument, networks: { ETHEREUM, BSC } } });
  const operators = ["platform", "anna", "ben"] as const;
  for (let nonce = 0; nonce < 2; nonce += 1)
    expect(await ask(withdrawLine(intentOf({ tokenContract, amount: usdt(10) }), nonce, operators))).toBe("signed");
  const onBsc = (amount: bigint): string => {
    const intent = intentOf({ network: "BSC", tokenContract, amount });
    const transaction = serialized({ ...partsOf(intent, 0), chainId: 56 });
    return lineOf({ kind: "withdraw", network: "BSC", transaction, approved: approvedBy(intent, operators) });
  };
  expect(await ask(onBsc(eth(10) + 1n))).toBe("amount_above_cap");
  expect(await ask(onBsc(eth(10)))).toBe("signed");
  expect(await ask(withdrawLine(intentOf({ tokenContract, amount: 1n }), 2))).toBe("hour_cap_reached");
});
