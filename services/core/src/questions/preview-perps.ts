import { buckets, type MarketEntry, type Instruments, posSides } from "@tidemark/contracts";
import { accountParts, joinMoney } from "@tidemark/contracts/codec";
import type { EventRow } from "@tidemark/contracts/journal";
import { contractsOf, marginAccountsOf, type PositionNow, positionsOf, type State } from "@tidemark/engine";
import {
  positionHealth,
  liquidationPriceOf,
  liquidationRoots,
  liquidationTicksShown,
  type PositionSide,
  tiersOf,
  tradeValue,
} from "@tidemark/money";

type Changed = Extract<EventRow, { type: "position_changed" }>;
type Accepted = Extract<EventRow, { type: "order_accepted" }>;
type Position = { readonly posSide: number; readonly qty: number; readonly entryValue: bigint };

const long = 1;
const isolated = 1;
const sideOf = (posSide: number): PositionSide => (posSide === long ? "long" : "short");
const cash = buckets.indexOf("cash");
const equityBuckets = new Set([cash, buckets.indexOf("bonus")]);

/** What an order of a contract would do: what trades at once, what it costs and realises, and the position as it would then stand. */
export function contractOutcome(
  events: readonly EventRow[],
  state: State,
  instruments: Instruments,
  uid: number,
  market: MarketEntry,
  orderId: number,
): object {
  const { id } = market;
  const measure = instruments.measure(id);
  const sum = { filled: 0, value: 0n, fee: 0n, rests: 0, reserve: 0n, pnl: 0n };
  let last: Changed | undefined;
  for (const event of events) {
    if (event.type === "order_accepted" && event.orderId === orderId) {
      sum.rests = event.qty;
      sum.reserve = joinMoney(event.reserveHigh, event.reserveLow);
    } else if (event.type === "trigger_accepted" && event.orderId === orderId) sum.rests = event.qty;
    else if (event.type === "order_filled" && event.takerOrder === orderId) {
      sum.filled += event.qty;
      sum.rests -= event.qty;
      sum.fee += BigInt(event.takerFee);
      if (measure !== undefined) sum.value += tradeValue(measure, event.price, event.qty);
    } else if (event.type === "order_closed" && event.orderId === orderId) sum.rests = 0;
    else if (event.type === "position_changed" && event.uid === uid && event.market === id) {
      sum.pnl += joinMoney(event.pnlHigh, event.pnlLow);
      last = event;
    }
  }
  return {
    filledQty: instruments.size(id, sum.filled),
    filledValue: instruments.worth(id, sum.value),
    fee: instruments.worth(id, sum.fee),
    feeAsset: instruments.worthAsset(id),
    rests: instruments.size(id, sum.rests),
    reserve: instruments.worth(id, sum.reserve),
    realisedPnl: instruments.worth(id, sum.pnl),
    ...(last === undefined ? {} : { position: positionAfter(last, events, state, instruments) }),
  };
}

/** What another leverage would do: the margin of isolated positions, and what comes to cash of it and of the orders' holds. */
export function leverageOutcome(
  events: readonly EventRow[],
  state: State,
  instruments: Instruments,
  uid: number,
  { id, product }: MarketEntry,
): object {
  const changed = events.filter((event): event is Changed => event.type === "position_changed" && event.uid === uid);
  const before = positionsOf(state, uid);
  const positions = changed.map((event) => {
    const margin = joinMoney(event.marginHigh, event.marginLow);
    const had = before.find((one) => one.market === id && one.posSide === event.posSide)?.isoMargin ?? 0n;
    const { isoMargin, liquidationPrice } = positionAfter(event, events, state, instruments);
    return {
      posSide: posSides[event.posSide]!,
      isoMargin,
      released: instruments.worth(id, had - margin),
      liquidationPrice,
    };
  });
  let toCash = 0n;
  for (const event of events) {
    if (event.type !== "ledger_line" || event.uid !== uid) continue;
    const parts = accountParts(event.account);
    if (parts.product === product && parts.bucket === cash) toCash += BigInt(event.delta);
  }
  return { toCash: instruments.worth(id, toCash), positions };
}

/** What a change of an isolated position's margin would do. */
export function marginOutcome(
  events: readonly EventRow[],
  state: State,
  instruments: Instruments,
  uid: number,
): object {
  const changed = events.findLast((event): event is Changed => event.type === "position_changed" && event.uid === uid);
  if (changed === undefined) throw new Error("a change of margin without its position");
  const { isoMargin, liquidationPrice } = positionAfter(changed, events, state, instruments);
  return { isoMargin, liquidationPrice };
}

/** What a reverse would do: both parts with their prices, what the opening needs, and the position that it would open. */
export function reverseOutcome(
  events: readonly EventRow[],
  state: State,
  instruments: Instruments,
  uid: number,
  { id }: MarketEntry,
): object {
  // It makes an order that closes and then, if anything is left to trade with, one that opens.
  const [close, open] = events.filter((event) => event.type === "order_accepted" && event.uid === uid) as Accepted[];
  const closing = partOf(events, close?.orderId, instruments, id);
  const opening = partOf(events, open?.orderId, instruments, id);
  const changed = events.filter((event): event is Changed => event.type === "position_changed" && event.uid === uid);
  const closed = changed.filter(({ posSide }) => posSide === close?.posSide);
  const opened = changed.findLast(({ posSide }) => posSide === open?.posSide);
  const pnl = closed.reduce((sum, event) => sum + joinMoney(event.pnlHigh, event.pnlLow), 0n);
  return {
    closedQty: closing.qty,
    openedQty: opening.qty,
    closePrice: closing.price,
    openPrice: opening.price,
    cost: instruments.worth(id, open === undefined ? 0n : joinMoney(open.reserveHigh, open.reserveLow)),
    fee: instruments.worth(id, closing.fee + opening.fee),
    feeAsset: instruments.worthAsset(id),
    realisedPnl: instruments.worth(id, pnl),
    ...(opened === undefined ? {} : { position: positionAfter(opened, events, state, instruments) }),
  };
}

/** What the fills of one order come to. */
function partOf(
  events: readonly EventRow[],
  orderId: number | undefined,
  instruments: Instruments,
  market: number,
): { qty: string; price: string; fee: bigint } {
  const measure = instruments.measure(market);
  let [qty, value, fee] = [0, 0n, 0n];
  for (const event of events) {
    if (event.type !== "order_filled" || event.takerOrder !== orderId) continue;
    qty += event.qty;
    fee += BigInt(event.takerFee);
    if (measure !== undefined) value += tradeValue(measure, event.price, event.qty);
  }
  return { qty: instruments.size(market, qty), price: instruments.priceOfValue(market, value, qty), fee };
}

type PositionAfter = {
  qty: string;
  entryPrice: string;
  isoMargin: string;
  liquidationPrice: string;
  marginToFund: string;
};

function positionAfter(
  last: Changed,
  events: readonly EventRow[],
  state: State,
  instruments: Instruments,
): PositionAfter {
  const { market, qty, uid } = last;
  const entryValue = joinMoney(last.valueHigh, last.valueLow);
  const margin = joinMoney(last.marginHigh, last.marginLow);
  const before = positionsOf(state, uid);
  const known = before.find((one) => one.market === market);
  // Whoever has an isolated position has margin in it; without any position before it is the new position's margin that tells.
  const isOwn = known === undefined ? margin > 0n : known.mode === isolated;
  const position: Position = { posSide: last.posSide, qty, entryValue };
  const others = before
    .filter((one) => one.market === market && one.posSide !== last.posSide)
    .map((one) => positionAfterOf(one, events));
  const positions = isOwn ? [position] : [position, ...others];
  const wallet = isOwn ? margin : walletAfter(events, state, instruments, before, last);
  return {
    qty: instruments.size(market, qty),
    entryPrice: instruments.priceOfValue(market, entryValue, qty),
    isoMargin: instruments.worth(market, margin),
    ...(qty === 0
      ? { liquidationPrice: "", marginToFund: "" }
      : atLiquidation(state, instruments, market, wallet, positions)),
  };
}

/** A position that a reverse closes is not what it was before. */
function positionAfterOf(before: PositionNow, events: readonly EventRow[]): Position {
  const changed = events.findLast(
    (event): event is Changed =>
      event.type === "position_changed" &&
      event.uid === before.uid &&
      event.market === before.market &&
      event.posSide === before.posSide,
  );
  if (changed === undefined) return before;
  return { posSide: before.posSide, qty: changed.qty, entryValue: joinMoney(changed.valueHigh, changed.valueLow) };
}

/** W of after the order: cash and bonus as its entries leave them, and the other contracts of the account as they stand. */
function walletAfter(
  events: readonly EventRow[],
  state: State,
  instruments: Instruments,
  before: readonly PositionNow[],
  { uid, market }: Changed,
): bigint {
  const product = instruments.marketOf(market)?.product;
  const asset = instruments.asset(instruments.worthAsset(market))?.id;
  const account = marginAccountsOf(state, uid).find((one) => one.product === product && one.asset === asset);
  let wallet = (account?.cash ?? 0n) + (account?.bonus ?? 0n);
  for (const event of events) {
    if (event.type !== "ledger_line" || event.uid !== uid) continue;
    const parts = accountParts(event.account);
    if (parts.product === product && parts.asset === asset && equityBuckets.has(parts.bucket))
      wallet += BigInt(event.delta);
  }
  for (const other of before) {
    const isOfAccount =
      instruments.marketOf(other.market)?.product === product &&
      instruments.worthAsset(other.market) === instruments.worthAsset(market);
    if (other.market !== market && isOfAccount && other.mode !== isolated)
      wallet += other.uPnl - other.maintenanceMargin;
  }
  return wallet;
}

/** Where the first of these positions, or its account, comes to its maintenance margin, and what is left of its margin there. */
function atLiquidation(
  state: State,
  instruments: Instruments,
  market: number,
  wallet: bigint,
  positions: readonly Position[],
): { liquidationPrice: string; marginToFund: string } {
  const none = { liquidationPrice: "", marginToFund: "" };
  const measure = instruments.measure(market);
  const contract = contractsOf(state).find((one) => one.market === market);
  if (measure === undefined || contract === undefined) return none;
  const tiers = tiersOf(contract.tiers);
  const tiered = positions
    .filter(({ qty }) => qty > 0)
    .map(({ posSide, qty, entryValue }) => ({ side: sideOf(posSide), position: { qty, entryValue }, tiers }));
  const root = liquidationPriceOf(liquidationRoots(measure, wallet, tiered), contract.mark);
  const ticks = root === undefined ? 0 : liquidationTicksShown(root);
  if (ticks === 0) return none;
  const { side, position } = tiered[0]!;
  const { maintenanceMargin } = positionHealth(measure, tiers, side, position, ticks);
  return {
    liquidationPrice: instruments.price(market, ticks),
    marginToFund: instruments.worth(market, maintenanceMargin),
  };
}
