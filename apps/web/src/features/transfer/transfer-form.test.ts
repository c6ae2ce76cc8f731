import { expect, test } from "vitest";
import { nextTransfer, type TransferForm, transferProblemsOf } from "./transfer-form.ts";

const form: TransferForm = { from: "wallet", asset: "USDT", amount: "5" };

test("turning the direction clears the amount: it meant the other account's money", () => {
  expect(nextTransfer(form, { type: "turn" })).toEqual({ from: "spot", asset: "USDT", amount: "" });
});
test("more than there is says both numbers", () => {
  expect(transferProblemsOf({ ...form, amount: "5.5" }, 500_000_000n)).toEqual([
    { code: "balance_short", needed: "5.5", available: "5", asset: "USDT" },
  ]);
});
test("nothing is not an amount; an unknown balance is no problem", () => {
  expect(transferProblemsOf({ ...form, amount: "0." }, 1n)).toEqual([{ code: "amount_missing" }]);
  expect(transferProblemsOf(form, undefined)).toEqual([]);
});
