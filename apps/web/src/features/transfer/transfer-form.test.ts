import { expect, test } from "vitest";
import { nextTransfer, suspendedSide, type TransferForm, transferProblemsOf } from "./transfer-form.ts";

const form: TransferForm = { from: "wallet", to: "spot", asset: "USDT", amount: "5" };

test("[S2.89] turning the direction clears the amount: it meant the other account's money", () => {
  expect(nextTransfer(form, { type: "turn" })).toEqual({ from: "spot", to: "wallet", asset: "USDT", amount: "" });
});
test("[S2.90] another pair keeps the coin if it takes it, and otherwise its quote is moved", () => {
  const pair = { symbol: "ETH/USDT", title: "ETH/USDT", base: "ETH", quote: "USDT" };
  const margin = { ...form, to: "margin", pair: "BTC/USDT" } as const;
  expect(nextTransfer(margin, { type: "pair", pair })).toMatchObject({ pair: "ETH/USDT", asset: "USDT", amount: "" });
  expect(nextTransfer({ ...margin, asset: "BTC" }, { type: "pair", pair }).asset).toBe("USDT");
});
test("[S5.28] more than there is says both numbers", () => {
  expect(transferProblemsOf({ ...form, amount: "5.5" }, 500_000_000n)).toEqual([
    { code: "balance_short", needed: 550_000_000n, available: 500_000_000n, asset: "USDT" },
  ]);
});
test("[S2.91 S5.25] nothing is not an amount; an unknown balance is no problem", () => {
  expect(transferProblemsOf({ ...form, amount: "0." }, 1n)).toEqual([{ code: "amount_missing" }]);
  expect(transferProblemsOf(form, undefined)).toEqual([]);
});

test("an account that is suspended, or suspended in the direction that is wanted, keeps the transfer from being made", () => {
  const ids = { wallet: 1, spot: 2, margin: 5, futures_usdt: 4, futures_btc: 3 };
  const side = (wallet: number, spot: number) =>
    suspendedSide(form, ids, [
      { id: 1, transferAvailable: wallet },
      { id: 2, transferAvailable: spot },
    ]);
  expect(side(3, 3)).toBeUndefined();
  expect(side(2, 1)).toBeUndefined();
  expect(side(0, 3)).toEqual({ account: "wallet", suspension: "suspend" });
  expect(side(1, 3)).toEqual({ account: "wallet", suspension: "suspendOut" });
  expect(side(3, 2)).toEqual({ account: "spot", suspension: "suspendIn" });
  expect(suspendedSide(form, ids, undefined)).toBeUndefined();
});
