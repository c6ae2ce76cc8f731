import { type ApprovedRow, assetNetworkOf, type WithdrawalIntent, withdrawalIntentText } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { termsOf } from "./terms.ts";

const usdt = { id: 1, asset: "USDT", scale: 8, displayDecimals: 2 };
const held = { coreId: 7, uid: 5, assetId: 1, units: 2_600_000_000n };
const id = "00000000-0000-4000-8000-000000000001";
const intent: WithdrawalIntent = {
  id,
  asset: "USDT",
  network: "LOCAL_EVM",
  tokenContract: assetNetworkOf("USDT", "LOCAL_EVM")!.tokenContract,
  address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  memo: "",
  amount: 25_000_000n,
  feeCap: 9n,
  expiresAt: 1_000,
};
const rowOf = (changes: Partial<WithdrawalIntent> = {}, more: Partial<ApprovedRow> = {}): ApprovedRow => ({
  coreId: 7,
  id,
  uid: 5,
  network: "LOCAL_EVM",
  fee: "100000000",
  approved: { intent: withdrawalIntentText({ ...intent, ...changes }), approvals: [] },
  ...more,
});

test("an approval pays exactly what the core holds less the fee", () => {
  expect(termsOf(held, rowOf(), usdt)).toMatchObject({
    asset: "USDT",
    to: intent.address,
    amount: 25_000_000n,
    feeCap: 9n,
  });
});

test("an approval of another user, amount, asset, token, network or id is none", () => {
  const wrong = [
    rowOf({}, { uid: 6 }),
    rowOf({ amount: 25_000_001n }),
    rowOf({ amount: 24_999_999n }),
    rowOf({}, { fee: "0" }),
    rowOf({}, { fee: "2600000001" }),
    rowOf({ asset: "USDC" }),
    rowOf({ tokenContract: null }),
    rowOf({ tokenContract: intent.address }),
    rowOf({ network: "BSC" }),
    rowOf({ network: "BSC" }, { network: "BSC" }),
    rowOf({ id: id.replace("1", "2") }),
    rowOf({}, { approved: { intent: "none", approvals: [] } }),
  ];
  for (const row of wrong) expect(termsOf(held, row, usdt)).toBeTypeOf("string");
});
