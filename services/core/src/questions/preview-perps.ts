import { type Instruments, type MarketEntry, posSides } from "@tidemark/contracts";
import { joinMoney, readEvents } from "@tidemark/contracts/codec";
import type { EventRow } from "@tidemark/contracts/journal";
import {
  contractsOf,
  marginSettingsOf,
  type PositionNow,
  positionsOf,
  type Preview,
  type State,
} from "@tidemark/engine";
import { type PositionSide, positionHealth, tiersOf, tradeValue } from "@tidemark/money";
import { marginAccountsNow, ratioText } from "./now-perps.ts";

type Changed = Extract<EventRow, { type: "position_changed" }>;
type Accepted = Extract<EventRow, { type: "order_accepted" }>;

/** Whose account and which contract; the state is read before the command and again as it would leave it. */
export type Asked = {
  readonly state: State;
  readonly instruments: Instruments;
  readonly uid: number;
  readonly market: MarketEntry;
};
/** What stood before the command. */
export type Before = { readonly positions: readonly PositionNow[]; readonly cash: bigint; readonly ratio: string };

const long = 1;
const isolated = 1;
const sideOf = (posSide: number): PositionSide => (posSide === long ? "long" : "short");
const positionIn = (positions: readonly PositionNow[], market: number, posSide: number): PositionNow | undefined =>
  positions.find((one) => one.market === market && one.posSide === posSide);

function accountOf({ state, instruments, uid, market }: Asked): { cash: bigint; ratioBasisPoints: bigint | undefined } {
  const asset = instruments.asset(instruments.worthAsset(market.id))?.id;
  const found = marginAccountsNow(state, uid).find((one) => one.product === market.product && one.asset === asset);
  if (found === undefined) throw new Error(`a contract without a margin account: ${market.symbol}`);
  return found;
}

export function standing(asked: Asked, posSide = 0): Before {
  const { state, uid } = asked;
  return { positions: positionsOf(state, uid), cash: accountOf(asked).cash, ratio: marginRatio(asked, posSide) };
}

/** Of an isolated position its own ratio, else that of the account. */
function marginRatio(asked: Asked, posSide: number): string {
  const { state, uid, market } = asked;
  const position = positionIn(positionsOf(state, uid), market.id, posSide);
  if (position !== undefined) return ratioText(position.ratioBasisPoints);
  const isOwn = marginSettingsOf(state, uid).some((one) => one.market === market.id && one.mode === isolated);
  return isOwn ? "" : ratioText(accountOf(asked).ratioBasisPoints);
}

/** What an order of a contract would do: what trades at once, what it costs and realises, and the position once it has filled. */
export function contractOutcome(asked: Asked, before: Before, done: Preview): object {
  const { instruments, uid } = asked;
  const { id } = asked.market;
  const measure = instruments.measure(id);
  const sum = { filled: 0, value: 0n, fee: done.rest.fee, rests: 0, reserve: 0n, pnl: done.rest.pnl };
  let posSide = 0;
  for (const event of readEvents(done.events)) {
    if (event.type === "order_accepted" && event.orderId === done.ref) {
      sum.rests = event.qty;
      sum.reserve = joinMoney(event.reserveHigh, event.reserveLow);
      posSide = event.posSide;
    } else if (event.type === "trigger_accepted" && event.orderId === done.ref) sum.rests = event.qty;
    else if (event.type === "order_filled" && event.takerOrder === done.ref) {
      sum.filled += event.qty;
      sum.rests -= event.qty;
      sum.fee += BigInt(event.takerFee);
      if (measure !== undefined) sum.value += tradeValue(measure, event.price, event.qty);
    } else if (event.type === "order_closed" && event.orderId === done.ref) sum.rests = 0;
    else if (event.type === "position_changed" && event.uid === uid && event.market === id)
      sum.pnl += joinMoney(event.pnlHigh, event.pnlLow);
  }
  const moves = posSide !== 0 && sum.filled + sum.rests > 0;
  return {
    filledQty: instruments.size(id, sum.filled),
    filledValue: instruments.worth(id, sum.value),
    fee: instruments.worth(id, sum.fee),
    feeAsset: instruments.worthAsset(id),
    rests: instruments.size(id, sum.rests),
    reserve: instruments.worth(id, sum.reserve),
    ...(done.margin === undefined ? {} : { initialMargin: instruments.worth(id, done.margin) }),
    realisedPnl: instruments.worth(id, sum.pnl),
    ...(moves ? { position: positionAfter(asked, posSide) } : {}),
    ...(moves ? { marginRatio: { before: before.ratio, after: marginRatio(asked, posSide) } } : {}),
  };
}

const changesOf = (done: Preview, uid: number): Changed[] =>
  readEvents(done.events).filter((event): event is Changed => event.type === "position_changed" && event.uid === uid);

/** What another leverage would do: the margin of isolated positions, and what comes to cash of it and of the orders' holds. */
export function leverageOutcome(asked: Asked, before: Before, done: Preview): object {
  const { instruments, uid } = asked;
  const { id } = asked.market;
  const positions = changesOf(done, uid).map(({ posSide, marginHigh, marginLow }) => {
    const had = positionIn(before.positions, id, posSide)?.isoMargin ?? 0n;
    const { isoMargin, liquidationPrice } = positionAfter(asked, posSide);
    const released = instruments.worth(id, had - joinMoney(marginHigh, marginLow));
    return { posSide: posSides[posSide]!, isoMargin, released, liquidationPrice };
  });
  return { toCash: instruments.worth(id, accountOf(asked).cash - before.cash), positions };
}

/** What a change of an isolated position's margin would do. */
export function marginOutcome(asked: Asked, done: Preview): object {
  const changed = changesOf(done, asked.uid).at(-1);
  if (changed === undefined) throw new Error("a change of margin without its position");
  const { isoMargin, liquidationPrice } = positionAfter(asked, changed.posSide);
  return { isoMargin, liquidationPrice };
}

/** What a reverse would do: both parts with their prices, what the opening needs, and the position that it would open. */
export function reverseOutcome(asked: Asked, done: Preview): object {
  const { instruments, uid } = asked;
  const { id } = asked.market;
  const events = readEvents(done.events);
  // It makes an order that closes and then, if anything is left to trade with, one that opens.
  const [close, open] = events.filter((event) => event.type === "order_accepted" && event.uid === uid) as Accepted[];
  const closing = partOf(events, close?.orderId, instruments, id);
  const opening = partOf(events, open?.orderId, instruments, id);
  const changed = changesOf(done, uid);
  const closed = changed.filter(({ posSide }) => posSide === close?.posSide);
  const pnl = closed.reduce((sum, event) => sum + joinMoney(event.pnlHigh, event.pnlLow), 0n);
  const opened = changed.some(({ posSide }) => posSide === open?.posSide);
  return {
    closedQty: closing.qty,
    openedQty: opening.qty,
    closePrice: closing.price,
    openPrice: opening.price,
    cost: instruments.worth(id, open === undefined ? 0n : joinMoney(open.reserveHigh, open.reserveLow)),
    fee: instruments.worth(id, closing.fee + opening.fee),
    feeAsset: instruments.worthAsset(id),
    realisedPnl: instruments.worth(id, pnl),
    ...(open !== undefined && opened ? { position: positionAfter(asked, open.posSide) } : {}),
  };
}

/** What a voucher would open: what trades, the part of the face that it uses, and the position. */
export function voucherOutcome(asked: Asked, posSide: number, done: Preview): object {
  const { instruments, uid, market } = asked;
  const events = readEvents(done.events);
  const order = events.find((event): event is Accepted => event.type === "order_accepted" && event.uid === uid);
  const opened = events.find((event) => event.type === "voucher_opened");
  const part = partOf(events, order?.orderId, instruments, market.id);
  const { isoMargin, liquidationPrice } = positionAfter(asked, posSide);
  return {
    qty: part.qty,
    value: instruments.worth(market.id, part.value),
    entryPrice: part.price,
    margin: isoMargin,
    fee: instruments.worth(market.id, part.fee),
    feeAsset: instruments.worthAsset(market.id),
    liquidationPrice,
    used: instruments.worth(market.id, opened === undefined ? 0n : joinMoney(opened.usedHigh, opened.usedLow)),
  };
}

/** What the fills of one order come to. */
function partOf(
  events: readonly EventRow[],
  orderId: number | undefined,
  instruments: Instruments,
  market: number,
): { qty: string; price: string; value: bigint; fee: bigint } {
  const measure = instruments.measure(market);
  let [qty, value, fee] = [0, 0n, 0n];
  for (const event of events) {
    if (event.type !== "order_filled" || event.takerOrder !== orderId) continue;
    qty += event.qty;
    fee += BigInt(event.takerFee);
    if (measure !== undefined) value += tradeValue(measure, event.price, event.qty);
  }
  return { qty: instruments.size(market, qty), price: instruments.priceOfValue(market, value, qty), value, fee };
}

type PositionAfter = {
  qty: string;
  entryPrice: string;
  isoMargin: string;
  liquidationPrice: string;
  marginToFund: string;
};

/** The position as the state of the preview has it; one that is closed has no liquidation price. */
function positionAfter({ state, instruments, uid, market: { id } }: Asked, posSide: number): PositionAfter {
  const position = positionIn(positionsOf(state, uid), id, posSide);
  const { qty = 0, entryValue = 0n, isoMargin = 0n, liquidationTicks = 0 } = position ?? {};
  return {
    qty: instruments.size(id, qty),
    entryPrice: instruments.priceOfValue(id, entryValue, qty),
    isoMargin: instruments.worth(id, isoMargin),
    liquidationPrice: liquidationTicks === 0 ? "" : instruments.price(id, liquidationTicks),
    marginToFund: position === undefined || liquidationTicks === 0 ? "" : marginToFund(state, instruments, position),
  };
}

/** What is left of the position's margin at its liquidation price. */
function marginToFund(state: State, instruments: Instruments, position: PositionNow): string {
  const { market, posSide, qty, entryValue, liquidationTicks } = position;
  const measure = instruments.measure(market);
  const contract = contractsOf(state).find((one) => one.market === market);
  if (measure === undefined || contract === undefined) return "";
  const figures = { qty, entryValue };
  const health = positionHealth(measure, tiersOf(contract.tiers), sideOf(posSide), figures, liquidationTicks);
  return instruments.worth(market, health.maintenanceMargin);
}
