import { couponKinds } from "@tidemark/contracts";
import { expect, test } from "vitest";
import {
  changedGrant,
  changedKind,
  draftOf,
  momentOf,
  momentText,
  newDraft,
  offeredProducts,
  optionFieldsOf,
  optionTitle,
  termsOf,
} from "./campaign-draft.ts";

const now = Date.UTC(2026, 10, 18, 12, 30, 20);
const whole = { ...newDraft(now), name: "November", face: "10", budget: "100" };

test("what was typed becomes terms only when every field is whole", () => {
  expect(termsOf(newDraft(now))).toBeUndefined();
  expect(termsOf(whole)).toMatchObject({ face: "10", days: 30, perUser: 1, symbols: [], distributionAt: 0 });
  expect(termsOf({ ...whole, symbols: " BTC/USDT, ,ETH/USDT" })?.symbols).toEqual(["BTC/USDT", "ETH/USDT"]);
  for (const wrong of [{ face: "1e3" }, { days: "" }, { endAt: "tomorrow" }, { ratio: "-1" }, { name: "ab" }])
    expect(termsOf({ ...whole, ...wrong })).toBeUndefined();
});

test("a copy has the terms of the campaign and runs from now on", () => {
  const terms = termsOf({ ...whole, kind: "TRADING_BONUS", volumeRequirement: "5", startAt: "2025-01-01 00:00" })!;
  expect(termsOf(draftOf(terms, now))).toMatchObject({
    ...terms,
    startAt: Date.UTC(2026, 10, 18, 12, 30),
    endAt: Date.UTC(2026, 11, 18, 12, 30),
  });
});

test("moments are UTC to the minute", () => {
  expect(momentText(Date.UTC(2026, 10, 20))).toBe("2026-11-20 00:00");
  expect(momentOf("2026-11-20 00:00")).toBe(Date.UTC(2026, 10, 20));
  expect(momentOf("2026-11-20")).toBeUndefined();
});

test("[U.71] every option of every kind has a field", () => {
  for (const kind of couponKinds)
    for (const { type, choices } of optionFieldsOf(kind)) expect(type === "choice").toBe(choices.length > 0);
  expect(optionTitle("isFirstOnly")).toBe("First only");
  expect(optionTitle("priorDays")).toBe("Prior days");
});

test("[C.54] a task is named where one gives coupons, and gives one user one; nothing else names one", () => {
  const task = termsOf({ ...whole, perUser: "3", ...changedGrant("TASK") });
  expect(task).toMatchObject({ grantOn: "TASK", task: "DEPOSIT", perUser: 1 });
  expect(termsOf(draftOf({ ...task!, task: "SPOT_TRADE" }, now))).toMatchObject({ task: "SPOT_TRADE" });
  const invite = termsOf({ ...whole, perUser: "3", ...changedGrant("INVITE") });
  expect(invite).toMatchObject({ grantOn: "INVITE", task: null, perUser: 3 });
});

test("[U.71] accounts are offered that can do something for a coupon; what is named already can be taken out", () => {
  const draft = newDraft(now);
  expect(offeredProducts(draft)).toEqual([2, 3, 4]);
  expect(offeredProducts({ ...draft, products: [2, 5] })).toEqual([2, 3, 4, 5]);
  for (const kind of ["CONTRACT_VOUCHER", "LOSS_DEDUCTION", "PROFIT_DOUBLE"] as const) {
    const changed = { ...draft, ...changedKind(kind) };
    expect([changed.products, offeredProducts(changed)]).toEqual([[4], [4]]);
    expect(offeredProducts({ ...changed, volumeRequirement: "500" })).toEqual([2, 3, 4]);
    expect(offeredProducts({ ...changed, products: [2, 4] })).toEqual([2, 4]);
  }
  expect(changedKind("CASHBACK")).toEqual({ kind: "CASHBACK", options: {} });
});
