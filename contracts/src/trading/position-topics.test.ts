import { expect, test } from "vitest";
import { balancesTopic, marginTopic, pairsTopic } from "../account/topics.ts";
import { type EventName, type EventRow, journalEvents } from "../journal/index.ts";
import { contractTopic } from "../market/topics.ts";
import { type MarketEntry, instrumentsOf } from "../instruments.ts";
import { liquidationsTopic } from "./liquidation-topics.ts";
import { liquidationRow } from "./rows.ts";
import { positionsTopic, triggersTopic } from "./position-topics.ts";

const market = (id: number, kind: "LINEAR" | "INVERSE", settle: string): MarketEntry => ({
  id,
  symbol: kind === "LINEAR" ? "BTCUSDT-PERP" : "BTCUSD-PERP",
  kind,
  base: "BTC",
  quote: "USDT",
  product: kind === "LINEAR" ? 4 : 3,
  tickSize: "0.1",
  lotSize: kind === "LINEAR" ? "0.0001" : "1",
  minQty: "1",
  maxQty: "1000",
  minNotional: "5",
  makerRate: 20_000,
  takerRate: 55_000,
  status: "TRADING",
  contract: { settle, maxLeverage: 125, fundingIntervalMs: 28_800_000, openInterestCap: "1", tiers: [] },
});
const instruments = instrumentsOf({
  assets: [
    { id: 1, asset: "USDT", scale: 8, displayDecimals: 2 },
    { id: 2, asset: "BTC", scale: 8, displayDecimals: 8 },
  ],
  markets: [market(3, "LINEAR", "USDT"), market(5, "INVERSE", "BTC")],
});

/** An event of which only some fields matter: the others are 0. */
function event(type: EventName, fields: Record<string, number>): EventRow {
  const empty = Object.fromEntries(journalEvents[type].fields.map((name) => [name, 0]));
  return { type, ...empty, ...fields } as unknown as EventRow;
}

test("[S3.88 R-7.1] the entry price follows from value and size, of a linear and of an inverse contract", () => {
  // 0.3 BTC for 16,125 USDT, and 90,000 USD for 16 BTC.
  expect(instruments.priceOfValue(3, 1_612_500_000_000n, 3_000)).toBe("53750");
  expect(instruments.priceOfValue(5, 1_600_000_000n, 90_000)).toBe("5625");
  expect(instruments.priceOfValue(5, 0n, 0)).toBe("");
  expect(instruments.priceOfValue(3, 100_000_000n, 3)).toBe("3333.33333333");
});

test("a change of a position is told whole, in the asset it settles in, and an empty one leaves", () => {
  const changed = {
    uid: 7,
    market: 5,
    posSide: 1,
    qty: 90_000,
    valueLow: 1_600_000_000,
    realisedLow: -500,
    feesLow: 20,
    fundingLow: 7,
    openedAt: 9,
  };
  const [told] = positionsTopic.rows(event("position_changed", changed), instruments, 0);
  expect(told).toMatchObject({
    to: 7,
    row: { symbol: "BTCUSD-PERP", posSide: "LONG", qty: "90000", entryPrice: "5625", entryValue: "16" },
  });
  expect(told!.row).toMatchObject({ closedPnl: "-0.000005", fees: "0.0000002", realisedPnl: "-0.00000513" });
  expect(positionsTopic.gone(told!.row)).toBe(false);
  const [ended] = positionsTopic.rows(event("position_changed", { ...changed, qty: 0, valueLow: 0 }), instruments, 0);
  expect(positionsTopic.gone(ended!.row)).toBe(true);
  // The engine's own inventory is nobody's.
  expect(positionsTopic.rows(event("position_changed", { ...changed, uid: 0 }), instruments, 0)).toEqual([]);
});

test("[S1.21] a trigger waits, is amended and leaves with what it became", () => {
  const accepted = { uid: 7, orderId: 9, market: 3, product: 4, side: 1, posSide: 1, orderType: 1, role: 2 };
  const waits = { triggerPrice: 495_000, triggerBy: 1, direction: 2, tif: 1, parent: 4 };
  const [told] = triggersTopic.rows(event("trigger_accepted", { ...accepted, ...waits }), instruments, 0);
  expect(told!.row).toMatchObject({
    type: "MARKET_TRIGGER",
    role: "SL",
    triggerPrice: "49500.0",
    phase: "SLEEPING",
    price: "",
  });
  const [ended] = triggersTopic.rows(
    event("trigger_ended", { uid: 7, orderId: 9, market: 3, status: 7, child: 12 }),
    instruments,
    0,
  );
  expect(ended!.row).toEqual({ orderId: "9", status: "TRIGGERED", cause: "NONE", childId: "12" });
  expect([told, ended].map((each) => triggersTopic.gone(each!.row))).toEqual([false, true]);
});

test("[A-23 R-6.19] a trailing stop is told with its callback and what activates it", () => {
  const stop = { uid: 7, orderId: 9, market: 3, product: 4, side: 1, posSide: 1, orderType: 1, role: 3, triggerBy: 1 };
  const [told] = triggersTopic.rows(
    event("trigger_accepted", { ...stop, triggerPrice: 505_000, callbackBps: 50 }),
    instruments,
    0,
  );
  const given = { activationPrice: "50500.0", callbackBps: 50, callbackTicks: 0 };
  expect(told!.row).toMatchObject({ role: "TRAILING", triggerPrice: "", bestPrice: "", ...given });
});

test("[S1.33] a contract's stream tells mark and funding, and the next settlement is the end of the interval", () => {
  const told = (type: EventName, fields: Record<string, number>) =>
    contractTopic.rows(event(type, { market: 3, ...fields }), instruments, 28_800_005)[0]!.row;
  expect(told("mark_set", { mark: 500_113, state: 4 })).toEqual({
    symbol: "BTCUSDT-PERP",
    mark: "50011.3",
    markState: "PROTECTED",
  });
  expect(told("funding_settled", { rate: -7_000, at: 28_800_000 })).toMatchObject({
    lastRate: "-0.00007",
    nextFundingAt: 57_600_000,
  });
});

test("a campaign's money is in no user's balances, and margin is told by bucket", () => {
  const account = (bucket: number): number => (4 * 1024 + 1) * 32 + bucket;
  const promo = event("ledger_line", { uid: 7, account: account(23), low: 5 });
  expect(balancesTopic.rows(promo, instruments, 0)).toEqual([]);
  expect(marginTopic.rows(promo, instruments, 0)).toEqual([]);
  const bonus = event("ledger_line", { uid: 7, account: account(4), low: 100_000_000 });
  expect(marginTopic.rows(bonus, instruments, 0)).toEqual([{ to: 7, row: { product: 4, asset: "USDT", bonus: "1" } }]);
});

test("[A-9 R-15.4] the warning of a margin pair goes to its holder", () => {
  const event = { type: "pair_warned", uid: 7, market: 1, level: 134_900_000 } as const;
  const symbol = instruments.marketOf(1)?.symbol ?? "";
  expect(pairsTopic.rows(event, instruments, 0)).toEqual([{ to: 7, row: { symbol, warnedLevel: "1.349" } }]);
});

test("[R-11.6 R-12.6] what a liquidation does to a user is told to that user, and nothing of the engine's own", () => {
  const over = { uid: 7, market: 3, posSide: 1, qty: 1_000, bankruptcyPrice: 495_000, mark: 497_000 };
  const sums = { valueHigh: 0, valueLow: 495_000_000_000, marginLow: 250 };
  expect(liquidationsTopic.rows(event("taken_over", { ...over, ...sums }), instruments, 9)).toEqual([
    {
      to: 7,
      row: {
        kind: "TAKEN_OVER",
        symbol: "BTCUSDT-PERP",
        posSide: "LONG",
        qty: "0.1000",
        value: "4950",
        bankruptcyPrice: "49500.0",
        mark: "49700.0",
        marginToFund: "0.0000025",
        equity: "",
        maintenanceMargin: "",
        pnl: "",
        level: "",
        asset: "USDT",
        at: 9,
      },
    },
  ]);
  const started = event("liquidation_started", { uid: 7, market: 3, equityLow: 100, maintenanceLow: 200 });
  expect(liquidationsTopic.rows(started, instruments, 9)[0]!.row).toMatchObject({ kind: "STARTED", posSide: "NONE" });
  expect(liquidationsTopic.rows(event("deleveraged", { uid: 0, market: 3 }), instruments, 9)).toEqual([]);
});

test("a deleveraged position, a liquidated pair and a paid deficit are told with their sums and their asset", () => {
  const told = (type: EventName, fields: Record<string, number>) =>
    liquidationsTopic.rows(event(type, { uid: 7, ...fields }), instruments, 9)[0]!.row;
  const cut = { market: 5, posSide: 2, qty: 5, valueLow: 300, pnlLow: 100, cutLow: 40 };
  expect(told("deleveraged", cut)).toMatchObject({
    kind: "DELEVERAGED",
    value: "0.000003",
    pnl: "0.0000006",
    asset: "BTC",
  });
  const pair = told("pair_liquidated", { market: 3, level: 104_000_000, deficitLow: 100_000_000 });
  expect(pair).toMatchObject({ kind: "PAIR", level: "1.04", value: "1", asset: "USDT" });
  const deficit = told("deficit_paid", { product: 4, asset: 1, amountLow: 250_000_000 });
  expect(deficit).toMatchObject({ kind: "DEFICIT", symbol: "", posSide: "NONE", value: "2.5", asset: "USDT", at: 9 });
});

test("every live row has all fields of the snapshot's rows but its numbers, which the gateway adds", () => {
  const whole = liquidationRow.omit({ seq: true, place: true });
  for (const type of liquidationsTopic.events) {
    const row = liquidationsTopic.rows(event(type, { uid: 7, market: 3, asset: 1 }), instruments, 9)[0]!.row;
    expect(whole.safeParse(row).error?.issues).toBeUndefined();
  }
});

test("two equal liquidations of a batch are two rows", () => {
  const [first, second] = [0, 1].map((place) => ({ seq: 5, place, kind: "STARTED", at: 9 }));
  expect(liquidationsTopic.rowKey(first!)).not.toBe(liquidationsTopic.rowKey(second!));
});
