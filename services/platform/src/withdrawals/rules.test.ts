import { assetNetworkOf, chainUnitsOf, withdrawalAfter, withdrawalIntentText } from "@tidemark/contracts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { dayMs } from "../module/utc-days.ts";
import { approversOf, goodApprovals, intentOf, intentSigner } from "./intents.ts";
import { addressProblem, leftOf, limitProblem, reviewReasons, riskSigns, usdt } from "./rules.ts";
import type { Withdrawal } from "./store.ts";

const scale = 8;
const local = assetNetworkOf("USDT", "LOCAL_EVM")!;
const bitcoin = assetNetworkOf("BTC", "BITCOIN_REGTEST")!;
const hour = 60 * 60_000;

test("[D.126] without a level nothing is withdrawn; level 1 withdraws 20,000 USDT in 24 hours, level 2 2,000,000", () => {
  expect(limitProblem(0, 0n, 1n)).toMatchObject({ refusal: "KYC_LIMIT" });
  expect(limitProblem(7, 0n, 1n)).toMatchObject({ refusal: "KYC_LIMIT" });
  expect(limitProblem(1, usdt("19000"), usdt("1000"))).toBeUndefined();
  expect(limitProblem(1, usdt("19000"), usdt("1000.00000001"))).toEqual({
    refusal: "WITHDRAWAL_LIMIT",
    facts: { given: "1000.00000001", left: "1000", allowed: "20000", asset: "USDT" },
  });
  expect(limitProblem(2, 0n, usdt("2000000"))).toBeUndefined();
  expect(leftOf(1, usdt("30000"))).toBe(0n);
});

test("an address waits until its time, to the millisecond, and the refusal says how many hours", () => {
  expect(addressProblem(1_000, 1_000)).toBeUndefined();
  expect(addressProblem(1_001, 1_000)).toEqual({ refusal: "ADDRESS_WAITS", facts: { hours: "1" } });
  expect(addressProblem(24 * hour, 1)).toMatchObject({ facts: { hours: "24" } });
  expect(addressProblem(null, 1_000)).toMatchObject({ refusal: "ADDRESS_NOT_ALLOWED" });
});

test("what is large waits for operators, and so does what is small once all users have taken much in an hour", () => {
  const rules = { from: usdt("10000"), hourMax: usdt("50000") };
  expect(reviewReasons(rules, usdt("9999.99"), 0n)).toEqual([]);
  expect(reviewReasons(rules, usdt("10000"), 0n)).toEqual(["ABOVE_LIMIT"]);
  expect(reviewReasons(rules, usdt("1000"), usdt("49000"))).toEqual([]);
  expect(reviewReasons(rules, usdt("1000.00000001"), usdt("49000"))).toEqual(["HOUR_LIMIT"]);
});

test("what arrives is exact in units of the network, and never more than what left the ledger", () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 15n), fc.integer({ min: 0, max: 18 }), (rest, decimals) => {
      const units = chainUnitsOf(rest, scale, decimals);
      const back =
        decimals >= scale ? units / 10n ** BigInt(decimals - scale) : units * 10n ** BigInt(scale - decimals);
      expect(back <= rest).toBe(true);
      expect(rest - back < 10n ** BigInt(Math.max(0, scale - decimals))).toBe(true);
    }),
  );
});

test("no step leaves an end, and what is approved cannot be called back", () => {
  for (const state of ["SENT", "RETURNED", "REFUSED", "CANCELLED", "EXPIRED"] as const)
    for (const step of ["confirm", "cancel", "approve", "send", "fail"] as const)
      expect(withdrawalAfter(state, step)).toBeUndefined();
  expect(withdrawalAfter("APPROVED", "cancel")).toBeUndefined();
  expect(withdrawalAfter("CONFIRMED", "cancel")).toBeUndefined();
  expect(withdrawalAfter("IN_REVIEW", "cancel")).toBe("RETURNING");
});

const withdrawal = {
  id: "0192f0c1-1111-4222-8333-444455556666",
  asset: "USDT",
  network: "LOCAL_EVM",
  address: "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
  memo: "",
  amount: 1_050_000_000n,
  fee: 100_000_000n,
  scale,
} as unknown as Withdrawal;

test("an intent says what arrives in the network's units, with addresses in their one form", () => {
  const intent = intentOf(withdrawal, local, 1_000);
  expect(intent).toMatchObject({ amount: 9_500_000n, tokenContract: "0x5FbDB2315678afecb367f032d93F642f64180aa3" });
  expect(intent.address).toBe("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266");
  const coin = { ...withdrawal, asset: "BTC", network: "BITCOIN_REGTEST", address: "bcrt1qx" } as Withdrawal;
  expect(intentOf(coin, bitcoin, 1_000)).toMatchObject({ tokenContract: null, amount: 950_000_000n });
});

test("signatures count by key: of known operators, over this very text, and one key once", () => {
  const seeds = { olivia: "1".repeat(64), oscar: "2".repeat(64), mallory: "3".repeat(64) };
  const signerOf = (name: keyof typeof seeds) => intentSigner(name, seeds[name]);
  const key = (name: keyof typeof seeds): string => `${name}=${signerOf(name).publicKey}`;
  const approvers = approversOf([key("olivia"), key("oscar"), `twin=${signerOf("olivia").publicKey}`].join(","));
  const intent = intentOf(withdrawal, local, 1_000);
  const text = withdrawalIntentText(intent);
  const [olivia, oscar, mallory] = (["olivia", "oscar", "mallory"] as const).map((name) => signerOf(name).sign(intent));
  const count = (...given: { approver: string; signature: string }[]) => goodApprovals(text, given, approvers).size;
  expect(count(olivia!, oscar!)).toBe(2);
  expect(count(olivia!, { ...olivia!, approver: "twin" })).toBe(1);
  expect(count(mallory!, { ...mallory!, approver: "oscar" })).toBe(0);
  expect(count(signerOf("oscar").sign({ ...intent, amount: intent.amount + 1n }))).toBe(0);
  for (const wrong of ["platform=" + "a".repeat(64), "olivia=12", "Olivia=" + "a".repeat(64)])
    expect(() => approversOf(wrong)).toThrow("WITHDRAWAL_APPROVERS");
});

test("operators see what is new about a withdrawal: its address, its device, its size, and how many there were in the day", () => {
  const usual = { value: usdt("100"), madeAt: 10 * dayMs, sentToAddress: 3, askedInDay: 1, largestSent: usdt("100") };
  expect(riskSigns({ ...usual, deviceFirstAt: dayMs })).toEqual([]);
  expect(riskSigns({ ...usual, deviceFirstAt: 10 * dayMs - 1 })).toEqual(["NEW_DEVICE"]);
  expect(riskSigns({ ...usual, deviceFirstAt: undefined })).toEqual(["NEW_DEVICE"]);
  const odd = { ...usual, sentToAddress: 0, askedInDay: 3, value: usdt("100.00000001"), deviceFirstAt: dayMs };
  expect(riskSigns(odd)).toEqual(["NEW_ADDRESS", "MANY_IN_DAY", "LARGEST"]);
});
