import { buckets, type calls, entryCauses, type Pnl, type ValueDays } from "@tidemark/contracts";
import { type CommandDraft, keyOf } from "@tidemark/contracts/codec";
import { type EndedPositionsPage, type PaidFeesPage, producers } from "@tidemark/contracts/journal";
import { systemTime } from "@tidemark/kit-node";
import { parseUnits, printUnits } from "@tidemark/money";
import { afterAll, beforeAll, expect, test } from "vitest";
import { btc, btcUsdt, usdt } from "../../sim/opening.ts";
import { inverse, linear, perpOpeningOf } from "../../sim/perp-opening.ts";
import type { EngineMachine } from "../engine-machine.ts";
import { SystemCore, until } from "../testing/system-core.ts";
import { endedPositions } from "./ended-positions.ts";
import { LeverageRun } from "./leverages.ts";
import { paidFees } from "./paid-fees.ts";

/** Settlements stand at whole multiples of the interval, so one is chosen that ends while the tests run. */
const beforeFundingMs = 32_000;
const intervalMaxMs = 4_294_967_295;
const intervalCount = Math.ceil((systemTime.now() + beforeFundingMs) / intervalMaxMs);
const intervalMs = Math.ceil((systemTime.now() + beforeFundingMs) / intervalCount);
const dueAt = intervalMs * intervalCount;

const [alice, bob, carol, dave, erin, frank, grace, ivan] = [11, 12, 13, 14, 15, 16, 17, 19] as const;
let core: SystemCore;
let operatorNumber = 0;
let feeding: NodeJS.Timeout;
const indices = new Map([
  [btcUsdt, "50000"],
  [linear, "50000"],
  [inverse, "50000"],
]);
const units = (text: string): number => Number(parseUnits(text));

/** Four sources, again and again: an index that is not told for ten seconds is stale. */
const prices = (): CommandDraft[] =>
  [...indices].flatMap(([market, price]) =>
    [0, 1, 2, 3].map((source): CommandDraft => ({
      type: "source_price_set",
      producer: 0,
      number: 0,
      market,
      source,
      price: units(price),
    })),
  );

let keys = 0;
const key = () => keyOf(`k-${(keys += 1)}`);
const mark = async (): Promise<string> => {
  const { rows } = (await core.ask("contracts", 0, { symbol: "BTCUSDT-PERP" })) as { rows: { mark: string }[] };
  return rows[0]!.mark;
};
async function moveTo(price: string): Promise<void> {
  indices.set(linear, price);
  await core.done("oracle", ...prices());
  await until(async () => (await mark()) === `${price}.0`);
}

type Wish = { qty: string; price?: string; market?: number; tp?: string; sl?: string };
const order = (uid: number, side: "BUY" | "SELL", position: "LONG" | "SHORT", wish: Wish): CommandDraft => {
  const exit = (price: string | undefined) =>
    price === undefined ? undefined : { price: units(price), by: 1, limit: 0 };
  return {
    type: "place_order",
    uid,
    key: key(),
    market: wish.market ?? linear,
    product: 0,
    side: side === "BUY" ? 0 : 1,
    orderType: wish.price === undefined ? 1 : 0,
    tif: wish.price === undefined ? 1 : 0,
    postOnly: false,
    stp: 0,
    price: units(wish.price ?? "0"),
    qty: units(wish.qty),
    quoteAmount: 0,
    posSide: position === "LONG" ? 1 : 2,
    tp: exit(wish.tp),
    sl: exit(wish.sl),
  };
};
/** One goes long, the other short, at a price. */
const meet = (long: number, short: number, wish: Wish & { price: string }): CommandDraft[] => [
  order(short, "SELL", "SHORT", { qty: wish.qty, price: wish.price }),
  order(long, "BUY", "LONG", wish),
];

let deposits = 3;
const fund = (uid: number, asset: number, amount: string, product: number, sub = 0): [CommandDraft, CommandDraft] => [
  {
    type: "credit_deposit",
    producer: 2,
    number: (deposits += 1),
    uid,
    asset,
    amount: parseUnits(amount)!,
    reference: `tx ${deposits}`,
  },
  {
    type: "transfer",
    uid,
    key: key(),
    fromProduct: 1,
    fromSub: 0,
    toProduct: product,
    toSub: sub,
    asset,
    amount: parseUnits(amount)!,
  },
];

beforeAll(async () => {
  core = await SystemCore.start();
  const [listing, credits, moves] = perpOpeningOf(1, 2, intervalMs);
  await core.done("operator", ...listing);
  await core.done("wallet", ...credits);
  await core.done("operator", ...moves);
  operatorNumber = listing.length + moves.length;
  for (const uid of [alice, bob, carol, dave, grace]) {
    const [deposit, transfer] = fund(uid, usdt, "100000", 4);
    await core.done("wallet", deposit);
    await core.done("user", transfer);
  }
  await core.done("oracle", ...prices());
  feeding = setInterval(() => void core.command("oracle", ...prices()), 500);
  await until(async () => (await mark()) === "50000.0");
});
afterAll(async () => {
  clearInterval(feeding);
  await core?.stop();
});

test("[S3.93 S3.106 R-7.5] a position that opens and closes is a row with what it came to", async () => {
  await core.done("user", ...meet(alice, bob, { qty: "0.2", price: "50000" }));
  const [, closed] = await core.done(
    "user",
    order(bob, "BUY", "SHORT", { qty: "0.2", price: "50500" }),
    order(alice, "SELL", "LONG", { qty: "0.2", price: "50500" }),
  );
  const { seq } = closed!;
  expect(await core.ask("positions", alice, {}, seq)).toMatchObject({ rows: [] });
  // Opened as a taker at 0.055 % of 10,000 and closed as one at 0.055 % of 10,100.
  expect(await core.ask("positionHistory", alice, {}, seq)).toMatchObject({
    total: 1,
    list: [
      {
        symbol: "BTCUSDT-PERP",
        posSide: "LONG",
        maxQty: "0.2000",
        closedQty: "0.2000",
        entryPrice: "50000",
        exitPrice: "50500",
        closedPnl: "100",
        fees: "11.055",
        funding: "0",
        realisedPnl: "88.945",
        asset: "USDT",
        endedBy: "FILL",
      },
    ],
  });
  expect(await core.ask("orderHistory", alice, { product: 4 }, seq)).toMatchObject({
    list: [
      { side: "SELL", posSide: "LONG", status: "FILLED", realisedPnl: "100", filledValue: "10100", fee: "5.555" },
      { side: "BUY", posSide: "LONG", status: "FILLED", realisedPnl: "0", fee: "5.5" },
    ],
  });
  expect(await core.ask("fills", bob, {}, seq)).toMatchObject({
    list: [
      { role: "MAKER", posSide: "SHORT", realisedPnl: "-100", feeAsset: "USDT" },
      { role: "MAKER", posSide: "SHORT", realisedPnl: "0" },
    ],
  });
});

test("[S1.3 S3.49] a coin-margined position is told in its coin", async () => {
  for (const uid of [alice, bob]) {
    const [deposit, transfer] = fund(uid, btc, "1", 3);
    await core.done("wallet", deposit);
    await core.done("user", transfer);
  }
  const wish = { qty: "10000", price: "50000", market: inverse };
  const [, opened] = await core.done("user", order(bob, "SELL", "SHORT", wish), order(alice, "BUY", "LONG", wish));
  expect(await core.ask("positions", alice, {}, opened!.seq)).toMatchObject({
    rows: [
      {
        symbol: "BTCUSD-PERP",
        product: 3,
        qty: "10000",
        entryPrice: "50000",
        entryValue: "0.2",
        fees: "0.00011",
        figures: { mode: "CROSS", leverage: 20, markPrice: "50000.0" },
      },
    ],
  });
  const { rows } = (await core.ask("marginAccounts", alice, {}, opened!.seq)) as { rows: object[] };
  expect(rows).toMatchObject([
    { product: 3, asset: "BTC", cash: "0.99989", figures: { equity: "0.99989", initialMargin: "0.01" } },
    { product: 4, asset: "USDT", cash: "100088.945" },
  ]);
  const [, closed] = await core.done("user", order(bob, "BUY", "SHORT", wish), {
    type: "close_all",
    uid: alice,
    key: key(),
    product: 3,
  });
  expect(closed!.ref).toBe(1);
  expect(await core.ask("positionHistory", alice, { symbol: "BTCUSD-PERP" }, closed!.seq)).toMatchObject({
    list: [{ closedQty: "10000", exitPrice: "50000", realisedPnl: "-0.00022", asset: "BTC" }],
  });
  // Each terminal lists the positions of its own product.
  const ofProduct = async (product: number) =>
    (await core.ask("positionHistory", alice, { product }, closed!.seq)) as {
      total: number;
      list: { asset: string }[];
    };
  const [coin, usdt] = [await ofProduct(3), await ofProduct(4)];
  expect([coin.total, usdt.total]).toEqual([1, 1]);
  expect([coin.list[0]!.asset, usdt.list[0]!.asset]).toEqual(["BTC", "USDT"]);
});

test("[S1.23 S3.99 R-6.9] a TP of an order sleeps, wakes with the fill, fires at the mark and ends its sibling", async () => {
  const [, opened] = await core.done(
    "user",
    ...meet(alice, bob, { qty: "0.1", price: "50000", tp: "50400", sl: "49000" }),
  );
  const { rows } = (await core.ask("triggerOrders", alice, {}, opened!.seq)) as { rows: { orderId: string }[] };
  expect(rows).toMatchObject([
    { role: "TP", type: "MARKET_TRIGGER", triggerPrice: "50400.0", triggerBy: "MARK", phase: "WAITING", qty: "0.1000" },
    { role: "SL", triggerPrice: "49000.0", direction: "DOWN", status: "PENDING_TRIGGER" },
  ]);
  await core.done("user", order(carol, "BUY", "LONG", { qty: "1", price: "50300" }));
  await moveTo("50450");
  await until(async () => ((await core.ask("positions", alice, {})) as { rows: object[] }).rows.length === 0);
  const { seq } = core.node.replica!;
  const list = { list: "TPSL" };
  const { list: ended } = (await core.ask("orderHistory", alice, list, seq)) as { list: { trigger: object }[] };
  expect(ended).toMatchObject([
    { orderId: rows[1]!.orderId, status: "CANCELED", cause: "OCO_SIBLING", trigger: { role: "SL", price: "49000.0" } },
    { orderId: rows[0]!.orderId, status: "TRIGGERED", type: "MARKET_TRIGGER", trigger: { role: "TP", by: "MARK" } },
  ]);
  const { childId } = ended[1]!.trigger as { childId: string };
  expect(await core.ask("order", alice, { orderId: childId }, seq)).toMatchObject({
    order: { type: "MARKET", side: "SELL", status: "FILLED", filledQty: "0.1000", realisedPnl: "30" },
  });
  await core.done("user", {
    type: "cancel_all",
    uid: carol,
    key: key(),
    market: 65_535,
    product: 0,
    posSide: 0,
    includeTriggers: true,
    includeTpsl: false,
  });
  await moveTo("50000");
});

test("[R-11.3] an isolated position that comes to its margin is taken over, and the history says how", async () => {
  await core.done(
    "user",
    { type: "set_margin_mode", uid: dave, key: key(), market: linear, mode: 1 },
    { type: "set_leverage", uid: dave, key: key(), market: linear, posSide: 0, leverage: 100 },
    ...meet(dave, bob, { qty: "0.5", price: "50000" }),
  );
  await moveTo("49550");
  await until(async () => ((await core.ask("positions", dave, {})) as { rows: object[] }).rows.length === 0);
  const { seq } = core.node.replica!;
  expect(await core.ask("liquidations", dave, {}, seq)).toMatchObject({
    list: [
      {
        kind: "TAKEN_OVER",
        place: 1,
        posSide: "LONG",
        qty: "0.5000",
        value: "24750",
        bankruptcyPrice: "49500.0",
        pnl: "-250",
        marginToFund: "25",
      },
      { kind: "STARTED", place: 0, symbol: "BTCUSDT-PERP", equity: "25", maintenanceMargin: "99.1", asset: "USDT" },
    ],
  });
  expect(await core.ask("positionHistory", dave, {}, seq)).toMatchObject({
    list: [{ endedBy: "TAKEOVER", closedPnl: "-250", fees: "13.75", realisedPnl: "-263.75", exitPrice: "49500" }],
  });
  await moveTo("50000");
});

test("[S1.65] bonus, loans and the fund leave their own trail", async () => {
  const grant: CommandDraft = {
    type: "grant_bonus",
    producer: producers.identity,
    number: 1,
    uid: carol,
    grant: 5,
    campaign: 7,
    kind: 0,
    amount: parseUnits("100")!,
    ratio: 100_000_000,
    endsAt: systemTime.now() + 3_600_000,
    market: 0,
    minLeverage: 0,
    maxLeverage: 0,
  };
  await core.done("platform", grant);
  await core.done("user", ...meet(carol, bob, { qty: "0.1", price: "50000" }));
  const [deposit, transfer] = fund(carol, usdt, "1000", 5, btcUsdt);
  await core.done("wallet", deposit);
  await core.done("user", transfer);
  const loan = { uid: carol, key: key(), market: btcUsdt, asset: usdt, amount: parseUnits("500")! };
  const [lent] = await core.done("user", { type: "borrow", ...loan });
  const { seq } = lent!;
  expect(await core.ask("grants", carol, {}, seq)).toMatchObject({
    list: [{ grantId: 5, kind: "TRADING", amount: "100", remaining: "97.25", ratio: "1" }],
  });
  expect(await core.ask("grantChanges", carol, { grantId: 5 }, seq)).toMatchObject({
    list: [{ cause: "FILL", amount: "2.75", remaining: "97.25" }],
  });
  expect(await core.ask("loanHistory", carol, {}, seq)).toMatchObject({
    list: [{ symbol: "BTC/USDT", asset: "USDT", cause: "LOAN", amount: "500" }],
  });
  expect(await core.ask("pairs", carol, {}, seq)).toMatchObject({
    rows: [{ symbol: "BTC/USDT", quote: { avail: "1500", principal: "500", interest: "0.01" } }],
  });
  // Campaign 7 is no user: its money is in nobody's statement.
  expect(await core.ask("statement", 7, {}, seq)).toMatchObject({ total: 0 });
  expect(await core.ask("insuranceFund", 0, { product: 4 }, seq)).toMatchObject({
    list: expect.arrayContaining([expect.objectContaining({ cause: "FUND_SEED", balance: "1000000" })]),
  });
});

test("[R.12] the days of a fund add up to its balance, and every line of the ledger is in one of them", async () => {
  const { seq } = core.node.replica!;
  type Days = { balance: string; rows: Record<"gained" | "covered" | "funding" | "added" | "change", string>[] };
  const { balance, rows } = (await core.ask("insuranceFundDays", 0, { product: 4, asset: "USDT" }, seq)) as Days;
  const sum = (name: keyof Days["rows"][number]): bigint => rows.reduce((all, row) => all + parseUnits(row[name])!, 0n);
  expect(sum("change")).toBe(parseUnits(balance));
  expect(sum("gained") + sum("covered") + sum("funding") + sum("added")).toBe(sum("change"));
  const { list } = (await core.ask("insuranceFund", 0, { product: 4, pageSize: 100 }, seq)) as {
    list: { balance: string }[];
  };
  expect(balance).toBe(list[0]!.balance);
  expect(rows[0]).toMatchObject({ added: "1000000", balance });
  expect(await core.ask("insuranceFundDays", 0, { product: 5, asset: "NONE" }, seq)).toMatchObject({ rows: [] });
});

test("[R-13.2] the own level comes with its rates and with what was traded in 30 days, by role", async () => {
  const { seq } = core.node.replica!;
  const { list } = (await core.ask("fills", alice, { pageSize: 100 }, seq)) as {
    list: { symbol: string; role: string; price: string; qty: string }[];
  };
  // The size of a coin contract is in dollars.
  const worth = ({ symbol, price, qty }: (typeof list)[number]): bigint =>
    symbol === "BTCUSD-PERP" ? parseUnits(qty)! : (parseUnits(price)! * parseUnits(qty)!) / 100_000_000n;
  const volume = (role: string): string =>
    printUnits(list.filter((fill) => fill.role === role).reduce((all, fill) => all + worth(fill), 0n));
  expect(await core.ask("feeLevel", alice, {}, seq)).toMatchObject({
    level: 0,
    rates: { spotMaker: 100_000, contractTaker: 55_000 },
    spot: { maker: "0", taker: "0" },
    contracts: { maker: volume("MAKER"), taker: volume("TAKER") },
  });
  expect(await core.ask("feeLevel", 4_000_000, {}, seq)).toMatchObject({ level: 0, contracts: { taker: "0" } });
});

test("[A-23 R-6.19] a trailing stop shows its best price and trigger, fires on the way back, and stands in the history", async () => {
  await core.done("user", ...meet(alice, bob, { qty: "0.1", price: "50000" }));
  const stop = { type: "place_trailing_stop", uid: alice, market: linear, posSide: 1, qty: 0, by: 1 } as const;
  const callback = { callbackBps: 50, callbackTicks: 0 };
  const [placed] = await core.done("user", { ...stop, ...callback, key: key(), activation: units("50100") });
  const waits = { role: "TRAILING", activationPrice: "50100.0", callbackBps: 50, triggerPrice: "", bestPrice: "" };
  expect(await core.ask("triggerOrders", alice, {}, placed!.seq)).toMatchObject({ rows: [waits] });
  await moveTo("50200");
  const active = { ...waits, bestPrice: "50200.0", triggerPrice: "49949.0" };
  await until(async () => {
    const { rows } = (await core.ask("triggerOrders", alice, {})) as { rows: { bestPrice: string }[] };
    return rows[0]?.bestPrice === active.bestPrice;
  });
  expect(await core.ask("triggerOrders", alice, {})).toMatchObject({ rows: [active] });
  const [bid] = await core.done("user", order(dave, "BUY", "LONG", { qty: "0.1", price: "49900" }));
  await moveTo("49940");
  await until(async () => ((await core.ask("positions", alice, {}, bid!.seq)) as { rows: object[] }).rows.length === 0);
  const { list } = (await core.ask("orderHistory", alice, { list: "TPSL" }, core.node.replica!.seq)) as {
    list: { orderId: string }[];
  };
  const trigger = { role: "TRAILING", price: "50100.0", by: "MARK", callbackBps: 50 };
  expect(list[0]).toMatchObject({ orderId: String(placed!.ref), status: "TRIGGERED", trigger });
  await moveTo("50000");
});

test("[A-24 R-6.20] a reverse closes and opens in one command, and both orders stand in the history", async () => {
  await core.done("user", ...meet(alice, bob, { qty: "0.1", price: "50000" }));
  const [bid] = await core.done("user", order(dave, "BUY", "LONG", { qty: "0.2", price: "49990" }));
  const position = { symbol: "BTCUSDT-PERP", posSide: "LONG" };
  expect(await core.ask("previewReverse", alice, position, bid!.seq)).toMatchObject({
    closedQty: "0.1000",
    openedQty: "0.1000",
    closePrice: "49990",
    openPrice: "49990",
    fee: "5.4989",
    realisedPnl: "-1",
    position: { qty: "0.1000", entryPrice: "49990" },
  });
  const [reversed] = await core.done("user", {
    type: "reverse_position",
    uid: alice,
    key: key(),
    market: linear,
    posSide: 1,
  });
  expect(await core.ask("positions", alice, {}, reversed!.seq)).toMatchObject({
    rows: [{ posSide: "SHORT", qty: "0.1000", entryPrice: "49990" }],
  });
  const { list } = (await core.ask("orderHistory", alice, { list: "ORDERS" }, reversed!.seq)) as { list: object[] };
  expect(list.slice(0, 2)).toMatchObject([
    { orderId: String(reversed!.ref), side: "SELL", posSide: "SHORT", status: "FILLED", filledQty: "0.1000" },
    { side: "SELL", posSide: "LONG", status: "FILLED", realisedPnl: "-1" },
  ]);
});

const signed = (text: string): bigint => (text.startsWith("-") ? -parseUnits(text.slice(1))! : parseUnits(text)!);
const pnlAsk = (product: number, asset: string) => {
  const day = (later: number): string => new Date(systemTime.now() + later * 86_400_000).toISOString().slice(0, 10);
  return { product, asset, from: day(-1), to: day(1), timeZone: "Asia/Tokyo" };
};
type TotalPreestimate = ReturnType<typeof calls.totalPreestimate.answer.parse>;
type PositionSizes = { rows: { posSide: string; qty: string }[] };

test("[R-8.7 C.60] an ended position has the highest and the lowest leverage of its time, also where the history keeps no change of before it", async () => {
  const [deposit, transfer] = fund(ivan, usdt, "10000", 4);
  await core.done("wallet", deposit);
  const setTo = (leverage: number): CommandDraft =>
    ({ type: "set_leverage", uid: ivan, key: key(), market: linear, posSide: 0, leverage }) as const;
  const closed = order(ivan, "SELL", "LONG", { qty: "0.1", price: "50000" });
  const opened = () => meet(ivan, bob, { qty: "0.1", price: "50000" });
  const against = () => order(bob, "BUY", "SHORT", { qty: "0.1", price: "50000" });
  const leveragesNow = async (which: "leverage" | "lowestLeverage" = "leverage"): Promise<readonly number[]> => {
    const { state, instruments } = core.node.replica!.machine as EngineMachine;
    const deps = { state, instruments, unwritten: new LeverageRun(), pool: core.reader as never };
    const found = await endedPositions(deps, "platform", { uid: ivan, afterSeq: 0, openedFrom: 0, linked: [] });
    return (found.data as EndedPositionsPage).rows.map((row) => row[which]);
  };
  /** What the answer would be with another past, which is then taken back. */
  const leveragesIf = async (
    change: string,
    which: "leverage" | "lowestLeverage" = "leverage",
  ): Promise<readonly number[]> => {
    await core.reader.query("begin");
    await core.reader.query(`${change} where uid = ${ivan}`);
    const found = await leveragesNow(which);
    await core.reader.query("rollback");
    return found;
  };
  // Opened at what everybody begins with and lowered meanwhile.
  await core.done("user", transfer, ...opened(), setTo(5), against(), closed);
  // Opened at 100 and closed before it is lowered.
  const again = { ...closed, key: key() };
  const [last] = (await core.done("user", setTo(100), ...opened(), against(), again)).slice(-1);
  await until(() => core.projector.seq >= last!.seq);
  expect(await leveragesNow()).toEqual([20, 100]);
  expect(await leveragesNow("lowestLeverage")).toEqual([5, 100]);
  // A trader of before the table: no change at all since.
  expect(await leveragesIf("delete from history.leverage_changes")).toEqual([100, 100]);
  const [lowered] = await core.done("user", setTo(10));
  await until(() => core.projector.seq >= lowered!.seq);
  expect(await leveragesNow()).toEqual([20, 100]);
  // The change that followed says what it was before.
  const isBefore = "update history.leverage_changes set uid = case long when 10 then uid else 0 end, long_before = ";
  expect(await leveragesIf(`${isBefore} long_before`)).toEqual([100, 100]);
  // One that does not say it, of before that was kept: it may have been the highest of the contract.
  expect(await leveragesIf(`${isBefore} null`)).toEqual([125, 125]);
  expect(await leveragesIf(`${isBefore} null`, "lowestLeverage")).toEqual([1, 1]);
}, 30_000);

test("[R-11.2 R-7.5] the fee of a partial liquidation is part of what was forced", async () => {
  const [deposit, transfer] = fund(erin, usdt, "2000", 4);
  await core.done("wallet", deposit);
  // Value 100,000 is the second tier, of which the step goes down to 50,000.
  await core.done(
    "user",
    transfer,
    { type: "set_margin_mode", uid: erin, key: key(), market: linear, mode: 1 },
    { type: "set_leverage", uid: erin, key: key(), market: linear, posSide: 0, leverage: 100 },
    ...meet(erin, bob, { qty: "2", price: "50000" }),
    order(grace, "BUY", "LONG", { qty: "1", price: "49700" }),
  );
  await moveTo("49720");
  await until(async () => ((await core.ask("positions", erin, {})) as PositionSizes).rows[0]?.qty !== "2.0000");
  const { seq } = core.node.replica!;
  const { rows } = (await core.ask("positions", erin, {}, seq)) as PositionSizes;
  expect(rows).toHaveLength(1);
  const closed = parseUnits("2")! - parseUnits(rows[0]!.qty)!;
  // 0.05 % of the value at 49,700, rounded up.
  const fee = (closed * 49_700n * 5n + 9_999n) / 10_000n;
  const { total, markets } = (await core.ask("pnl", erin, pnlAsk(4, "USDT"), seq)) as Pnl;
  expect(signed(total.forced)).toBe(-fee);
  expect(markets).toMatchObject([{ symbol: "BTCUSDT-PERP", forced: total.forced, net: total.net }]);
});

test("[R-11.2 R-11.4] a cross account is netted first, and its positions are taken over if that is not enough", async () => {
  await moveTo("50000");
  const [deposit, transfer] = fund(frank, usdt, "700", 4);
  await core.done("wallet", deposit);
  await core.done(
    "user",
    transfer,
    { type: "set_leverage", uid: frank, key: key(), market: linear, posSide: 0, leverage: 100 },
    ...meet(frank, bob, { qty: "1", price: "50000" }),
    // At another price, so that the netting realises 20.
    ...meet(grace, frank, { qty: "0.2", price: "50100" }),
  );
  const sizes = async () =>
    ((await core.ask("positions", frank, {})) as PositionSizes).rows.map(({ posSide, qty }) => `${posSide} ${qty}`);
  expect(await sizes()).toEqual(["LONG 1.0000", "SHORT 0.2000"]);
  await moveTo("49400");
  await until(async () => (await sizes()).length === 1);
  expect(await sizes()).toEqual(["LONG 0.8000"]);
  await moveTo("49300");
  await until(async () => (await sizes()).length === 0);
  const { total, markets } = (await core.ask("pnl", frank, pnlAsk(4, "USDT"), core.node.replica!.seq)) as Pnl;
  expect(total.net).toBe("-700");
  expect(markets).toMatchObject([{ symbol: "BTCUSDT-PERP", forced: total.forced, net: "-700" }]);
  await moveTo("50000");
});

test("[D.84 R-10.4] funding settles at its hour: longs pay, shorts receive, and both are told", async () => {
  await until(() => systemTime.now() > dueAt + 1_500, 35_000);
  const { seq } = core.node.replica!;
  expect(await core.ask("fundingHistory", 0, { symbol: "BTCUSDT-PERP" }, seq)).toMatchObject({
    total: 1,
    list: [{ at: dueAt, isSkipped: false, rate: "0.003", mark: "50000.0" }],
  });
  const before = { symbol: "BTCUSDT-PERP", before: dueAt };
  expect(await core.ask("fundingHistory", 0, before, seq)).toMatchObject({ total: 0, list: [] });
  // Interest over so long an interval is more than the cap of 0.3 %: of 0.2 BTC at 50,000 it is 30.
  expect(await core.ask("fundingPayments", carol, {}, seq)).toMatchObject({
    list: [{ posSide: "LONG", rate: "0.003", amount: "-30", asset: "USDT" }],
  });
  expect(await core.ask("fundingPayments", carol, { product: 4 }, seq)).toMatchObject({ total: 1 });
  expect(await core.ask("fundingPayments", carol, { product: 3 }, seq)).toMatchObject({ total: 0 });
  expect(await core.ask("positions", carol, {}, seq)).toMatchObject({ rows: [{ funding: "-30" }] });
  const { rows } = (await core.ask("contracts", 0, {}, seq)) as { rows: object[] };
  expect(rows[0]).toMatchObject({ lastRate: "0.003", nextFundingAt: dueAt + intervalMs });
}, 50_000);

test("[R-2.4] a market that is settled ends its positions at the published mark", async () => {
  const wish = { qty: "10000", price: "50000", market: inverse };
  await core.done("user", order(bob, "SELL", "SHORT", wish), order(alice, "BUY", "LONG", wish));
  const byOperator = { producer: 1, market: inverse };
  const [, settled] = await core.done(
    "operator",
    { type: "set_market_status", ...byOperator, number: operatorNumber + 1, status: 3, liquidates: false },
    { type: "settle_market", ...byOperator, number: operatorNumber + 2, mark: units("51000") },
  );
  // 0.2 BTC less 10,000 / 51,000, rounded against each of them.
  const ofBoth = [
    [alice, "LONG", "0.00392156"],
    [bob, "SHORT", "-0.00392157"],
  ] as const;
  for (const [uid, posSide, closedPnl] of ofBoth)
    expect(await core.ask("positionHistory", uid, { symbol: "BTCUSD-PERP" }, settled!.seq)).toMatchObject({
      total: 2,
      list: [{ posSide, endedBy: "SETTLEMENT", closedQty: "10000", closedPnl, asset: "BTC" }, {}],
    });
});

test("open interest is sampled with its mark, once in five minutes, and answered by intervals", async () => {
  const symbol = "BTCUSDT-PERP";
  const { rows: stored } = await core.reader.query<{ at: string }>("select distinct at from history.open_interest");
  for (const { at } of stored) expect(Number(at) % 300_000).toBe(0);
  const past = [0, 5, 10, 60, 65].map((minutes) => 1_700_006_400_000 + minutes * 60_000);
  for (const [i, at] of past.entries())
    await core.reader.query("insert into history.open_interest values ($1, $2, $3, $4)", [
      linear,
      at,
      (i + 1) * 1_000_000,
      5_000_000_000_000,
    ]);
  const before = 1_700_020_000_000;
  const { rows } = (await core.ask("openInterest", 0, { symbol, interval: "1h", before, limit: 10 })) as {
    rows: object[];
  };
  expect(rows).toEqual([
    { at: past[0], openInterest: "0.0300", mark: "50000.0" },
    { at: past[3], openInterest: "0.0500", mark: "50000.0" },
  ]);
  await core.reader.query("delete from history.open_interest where at < $1", [before]);
});

/** What comes into an account or leaves it without being realised there. */
const brought = ["DEPOSIT", "TRANSFER", "GRANT", "FORFEIT", "EXPIRY", "VOUCHER", "COUPON"] as const;

test("[R-7.5] what accounts realised adds up to what the ledger moved, by day and by market", async () => {
  const [last] = await core.done("oracle", ...prices());
  await until(() => core.projector.seq >= last!.seq);
  const accounts = [
    ...[alice, bob, carol, dave, erin, frank, grace].map((uid) => [uid, 4, usdt, "USDT"] as const),
    ...[alice, bob].map((uid) => [uid, 3, btc, "BTC"] as const),
  ];
  let forced = 0;
  for (const [uid, product, asset, code] of accounts) {
    const { rows } = await core.reader.query<{ moved: string }>(
      `select coalesce(sum(delta), 0) as moved from history.ledger_lines
       where uid = $1 and product = $5 and asset = $2 and bucket < $3 and cause <> all($4::int[])`,
      [uid, asset, buckets.length, brought.map((cause) => entryCauses.indexOf(cause)), product],
    );
    const { total, days, markets } = (await core.ask("pnl", uid, pnlAsk(product, code), last!.seq)) as Pnl;
    const { net } = total;
    expect([uid, signed(net)]).toEqual([uid, BigInt(rows[0]!.moved)]);
    expect(days.reduce((sum, day) => sum + signed(day.net), 0n)).toBe(signed(net));
    for (const name of ["pricePnl", "fees", "funding", "forced", "net"] as const)
      expect([uid, name, markets.reduce((sum, market) => sum + signed(market[name]), 0n)]).toEqual([
        uid,
        name,
        signed(total[name]),
      ]);
    if (signed(total.forced) !== 0n) forced += 1;
  }
  // Takeovers of dave, erin and frank, and the settlement of the coin contract for alice and bob.
  expect(forced).toBeGreaterThanOrEqual(5);
});

test("[U.29] the value of today is the total without unrealised profit and loss", async () => {
  await core.done("user", ...meet(alice, bob, { qty: "0.1", price: "50010" }));
  const { seq } = core.node.replica!;
  const total = (await core.ask("totalPreestimate", alice, { valuationAsset: "USDT" }, seq)) as TotalPreestimate;
  const uPnl = total.rows.filter(({ product }) => product === 4).reduce((sum, row) => sum + signed(row.uPnl), 0n);
  expect(uPnl).not.toBe(0n);
  const { from, to, timeZone } = pnlAsk(4, "USDT");
  for (const product of [undefined, 4]) {
    const ask = { from, to, timeZone, ...(product === undefined ? {} : { product }) };
    const { days, unpriced } = (await core.ask("valueDays", alice, ask, seq)) as ValueDays;
    const all = total.products.filter((one) => product === undefined || one.product === product);
    const value = all.reduce((sum, one) => sum + signed(one.value), 0n);
    expect([signed(days.at(-1)!.value), unpriced]).toEqual([value - uPnl, []]);
  }
});

test("what belongs to no market is a row without a symbol", async () => {
  const insert = `insert into history.ledger_lines (batch_seq, line, uid, account, product, asset, bucket, cause, ref, delta, balance, at)
     values (0, $1, 77, 0, 4, $2, 3, $3, 77, 500000000, 0, $4)`;
  await core.reader.query(insert, [0, usdt, entryCauses.indexOf("DEFICIT"), systemTime.now()]);
  const { total, markets } = (await core.ask("pnl", 77, pnlAsk(4, "USDT"))) as Pnl;
  await core.reader.query("delete from history.ledger_lines where uid = 77");
  expect(total).toMatchObject({ forced: "5", net: "5" });
  expect(markets).toMatchObject([{ symbol: "", closed: 0, forced: "5", net: "5" }]);
});

const tables = {
  orders: "1, 2",
  trades: "1",
  fills: "1, 2",
  balances: "1, 2",
  ledger_lines: "1, 2",
  candles: "1, 2, 3, 4",
  positions: "1, 2, 3, 4, 5",
  funding_payments: "1, 2",
  funding_settlements: "1, 2",
  liquidations: "1, 2",
  grants: "1",
  grant_changes: "1, 2",
  loan_changes: "1, 2",
  leverage_changes: "1, 2",
};

async function askEverything(): Promise<void> {
  for (const call of ["positions", "marginAccounts", "marginSettings", "triggerOrders", "pairs", "balances"] as const)
    for (const uid of [alice, carol, 999]) await core.ask(call, uid, {});
  const wish = { symbol: "BTCUSDT-PERP", side: "BUY", posSide: "LONG", type: "LIMIT", price: "50000", qty: "0.1" };
  await core.ask("previewOrder", alice, wish);
  await core.ask("transferInfo", carol, { fromProduct: 5, fromSubProduct: "BTC/USDT", toProduct: 1, asset: "USDT" });
}

test("[U.34] the terms of an account with a voucher position are the sums of the lines that they open", async () => {
  const heidi = 18;
  const [deposit, transfer] = fund(heidi, usdt, "100", 4);
  await core.done("wallet", deposit);
  await core.done("user", transfer, order(bob, "SELL", "SHORT", { qty: "0.0076", price: await mark() }));
  const voucher = { uid: heidi, voucher: 1, campaign: 7, market: linear, posSide: 1, leverage: 20 };
  const [opened] = await core.done("platform", {
    type: "open_voucher",
    producer: producers.platformTools,
    number: 1,
    ...voucher,
    face: parseUnits("20")!,
  });
  const { seq } = opened!;
  const { rows } = (await core.ask("totalPreestimate", heidi, { valuationAsset: "USDT" }, seq)) as {
    rows: Record<"total" | "uPnl" | "bonus" | "voucher", string>[];
  };
  const signed = (text: string): bigint => (text.startsWith("-") ? -parseUnits(text.slice(1))! : parseUnits(text)!);
  const sumOf = async (part: string): Promise<bigint> => {
    const ask = { product: 4, part, pageSize: 100 };
    const { list } = (await core.ask("statement", heidi, ask, seq)) as { list: { delta: string }[] };
    return list.reduce((sum, { delta }) => sum + signed(delta), 0n);
  };
  const [row] = rows;
  expect(signed(row!.voucher)).toBeGreaterThan(0n);
  expect(await sumOf("voucher")).toBe(signed(row!.voucher));
  expect(await sumOf("bonus")).toBe(signed(row!.bonus));
  expect(await sumOf("own")).toBe(signed(row!.total) - signed(row!.uPnl) - signed(row!.bonus) - signed(row!.voucher));
});

test("[C.34 R-14.1] the fee with which a voucher's position was opened is no fee paid in cash, in the history that the core writes", async () => {
  const heidi = 18;
  const { state, instruments } = core.node.replica!.machine as EngineMachine;
  const day = Math.floor(systemTime.now() / 86_400_000);
  const { rows: found } = await core.reader.query<{ fees: string }>(
    "select coalesce(sum(fee), 0)::text as fees from history.fills where uid = $1",
    [heidi],
  );
  expect(BigInt(found[0]!.fees)).toBeGreaterThan(0n);
  const deps = { state, instruments, pool: core.reader as never };
  const ofDays = await Promise.all(
    [day - 1, day].map((each) => paidFees(deps, "platform", { day: each, uids: [heidi] })),
  );
  expect(ofDays.flatMap(({ data }) => (data as PaidFeesPage).rows)).toEqual([]);
});

test("[C7] a history with contracts that is thrown away comes back the same from the journal", async () => {
  clearInterval(feeding);
  const [last] = await core.done("oracle", ...prices());
  const { seq } = last!;
  await until(() => core.projector.seq >= seq);
  // Questions, a preview among them, change nothing: a follower that answered would otherwise leave the leader's state. Marks grow old
  // meanwhile, which is a batch of its own: then they are asked once more.
  const replica = core.node.replica!;
  await until(async () => {
    const [hash, from] = [replica.machine.fullHash(), replica.seq];
    await askEverything();
    const hashAfter = replica.machine.fullHash();
    if (replica.seq !== from) return false;
    expect(hashAfter).toEqual(hash);
    return true;
  });
  // Nothing is written any more, so that both histories end with the same batch.
  await core.node.stop();
  const end = replica.seq;
  await until(() => core.projector.seq >= end);
  await core.projector.stop();
  const read = async (): Promise<Record<string, unknown[]>> => {
    const found: Record<string, unknown[]> = {};
    for (const [table, key_] of Object.entries(tables))
      found[table] = (await core.reader.query(`select * from history.${table} order by ${key_}`)).rows;
    return found;
  };
  const before = await read();
  for (const [table, rows] of Object.entries(before)) expect([table, rows.length > 0]).toEqual([table, true]);
  await core.forgetHistory();
  await core.startProjector();
  await until(() => core.projector.seq >= end);
  expect(await read()).toEqual(before);
});
