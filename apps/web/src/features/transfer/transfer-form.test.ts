import { productIds } from "@tidemark/contracts";
import { expect, test } from "vitest";
import {
  afterAlarm,
  nextTransfer,
  suspendedSide,
  type TransferForm,
  transferProblemOf,
  type TransferStep,
} from "./transfer-form.ts";

const { wallet, spot, margin, futures_btc: coin, futures_usdt: derivatives } = productIds;
const pairs = [
  { symbol: "BTC/USDT", title: "BTC/USDT", base: "BTC", quote: "USDT" },
  { symbol: "ETH/BTC", title: "ETH/BTC", base: "ETH", quote: "BTC" },
];
const assets = [
  { asset: "BTC", products: [wallet, spot, coin, margin] },
  { asset: "USDT", products: [wallet, spot, derivatives, margin] },
];
const form: TransferForm = { from: wallet, to: spot, asset: "USDT", amount: "5", pair: "", isTouched: false };
const next = (from: TransferForm, step: TransferStep) => nextTransfer(from, step, { assets, pairs });

test("[S2.89] turning the direction clears the amount: it meant the other account's money", () => {
  expect(next(form, { type: "turn" })).toMatchObject({ from: spot, to: wallet, asset: "USDT", amount: "" });
});

test("[S4.40] choosing From makes To differ, and the other way round", () => {
  expect(next(form, { type: "from", product: spot })).toMatchObject({ from: spot, to: wallet, amount: "" });
  expect(next({ ...form, from: spot, to: wallet }, { type: "from", product: wallet })).toMatchObject({
    from: wallet,
    to: spot,
  });
  expect(next(form, { type: "to", product: wallet })).toMatchObject({ from: spot, to: wallet });
  expect(next(form, { type: "from", product: derivatives })).toMatchObject({ from: derivatives, to: spot });
});

test("[S4.41] another coin clears the amount; accounts that do not take it give way to those that take every coin", () => {
  expect(next(form, { type: "asset", asset: "BTC" })).toMatchObject({
    asset: "BTC",
    from: wallet,
    to: spot,
    amount: "",
  });
  expect(next({ ...form, to: derivatives }, { type: "asset", asset: "BTC" })).toMatchObject({ from: wallet, to: spot });
  expect(next({ ...form, from: derivatives, to: wallet }, { type: "asset", asset: "BTC" })).toMatchObject({
    from: wallet,
    to: spot,
  });
});

test("an account that does not take the coin changes the coin", () => {
  expect(next(form, { type: "to", product: coin })).toMatchObject({ to: coin, asset: "BTC" });
  expect(next({ ...form, asset: "BTC" }, { type: "to", product: derivatives })).toMatchObject({ asset: "USDT" });
});

test("[S2.90] the margin account has a pair; another pair keeps the coin if it takes it, and otherwise its quote is moved", () => {
  expect(next({ ...form, asset: "BTC", pair: "" }, { type: "to", product: margin })).toMatchObject({
    pair: "BTC/USDT",
    asset: "BTC",
  });
  const paired = next(form, { type: "to", product: margin });
  expect(paired).toMatchObject({ to: margin, pair: "BTC/USDT", asset: "USDT" });
  expect(next(paired, { type: "pair", pair: pairs[1]! })).toMatchObject({ pair: "ETH/BTC", asset: "BTC", amount: "" });
});

test("a start that no account takes is fitted once it is known which coin they take", () => {
  const start = { ...form, from: coin, to: wallet, amount: "" };
  expect(next(start, { type: "fit" })).toMatchObject({ from: coin, to: wallet, asset: "BTC" });
  expect(nextTransfer(start, { type: "fit" }, { assets: [], pairs })).toBe(start);
});

test("an empty account turns the direction once, unless the user has already chosen", () => {
  const turned = next({ ...form, amount: "" }, { type: "turnUntouched" });
  expect(turned).toMatchObject({ from: spot, to: wallet });
  expect(next(turned, { type: "turnUntouched" })).toBe(turned);
  const typed = next(form, { type: "amount", text: "1" });
  expect(next(typed, { type: "turnUntouched" })).toBe(typed);
});

test("[S5.28] more than there is says both numbers", () => {
  expect(transferProblemOf("5.5", 500_000_000n)).toEqual({
    code: "balance_short",
    needed: 550_000_000n,
    available: 500_000_000n,
  });
});

test("[S2.91 S5.25 S5.26] nothing is not an amount, and without a balance that is a number there is nothing to move", () => {
  expect(transferProblemOf("0.", 1n)).toEqual({ code: "amount_missing" });
  expect(transferProblemOf("5", undefined)).toEqual({ code: "amount_missing" });
  expect(transferProblemOf("5", -1n)).toEqual({ code: "amount_missing" });
  expect(transferProblemOf("5", 0n)).toMatchObject({ code: "balance_short" });
  expect(transferProblemOf("5", 500_000_000n)).toBeUndefined();
});

test("[S3.52 S3.53 S3.54 S5.27] an account that is suspended, or suspended in the direction that is wanted, keeps the transfer from being made", () => {
  const side = (one: number, two: number) =>
    suspendedSide(form, [
      { id: wallet, transferAvailable: one },
      { id: spot, transferAvailable: two },
    ]);
  expect(side(3, 3)).toBeUndefined();
  expect(side(2, 1)).toBeUndefined();
  expect(side(0, 3)).toEqual({ product: wallet, suspension: "suspend" });
  expect(side(1, 3)).toEqual({ product: wallet, suspension: "suspendOut" });
  expect(side(3, 2)).toEqual({ product: spot, suspension: "suspendIn" });
  expect(suspendedSide(form, undefined)).toBeUndefined();
});

test("[C.19] more than can leave derivatives is refused, not asked about; bonus that would be forfeited is asked about", () => {
  const alarm = { status: 1, message: "…", mostOut: "" };
  expect(afterAlarm({ ...alarm, status: 0, message: "" })).toBe("send");
  expect(afterAlarm(alarm)).toBe("ask");
  expect(afterAlarm({ ...alarm, mostOut: "10800" })).toBe("refuse");
  expect(afterAlarm({ ...alarm, mostOut: "0" })).toBe("refuse");
});
