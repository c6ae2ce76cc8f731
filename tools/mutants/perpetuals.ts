import type { Mutant } from "./mutant.ts";

const tests = ["engine/src", "engine/sim"];

/** A bug in the perpetual engine. */
const of = (file: string, name: string, find: string, replace: string): Mutant => ({
  name,
  file: `engine/src/${file}.ts`,
  find,
  replace,
  tests,
});

const orders: readonly Mutant[] = [
  of(
    "perps/order/fill",
    "a fill of a resting order frees nothing of its reserve",
    "return before - after;",
    "return 0;",
  ),
  of(
    "perps/order/match",
    "the reserve of an order that ends as taker is kept",
    "    reserve(state, t.position, t.id, -t.held);\n",
    "",
  ),
  of(
    "perps/order/orders",
    "the reserve of a cancelled order is kept",
    "    reserve(state, position, o.idOf(order), -o.reserve(order));\n",
    "",
  ),
  of(
    "perps/order/place",
    "closes may promise more than the position",
    "closableQty(qty, memory.number(position + Position.closing))",
    "closableQty(qty, 0)",
  ),
  of(
    "perps/order/place",
    "an opening order is taken while the mark is protected",
    "if (isOpening && w[contract + Contract.rung]! >= rung.protected)",
    "if (isOpening && w[contract + Contract.rung]! > rung.frozen)",
  ),
  of(
    "perps/order/match",
    "a resting order is filled into liquidation",
    "if (!makerMay(state, maker, price, qty)) {",
    "if (!makerMay(state, maker, price, qty) && price === 0) {",
  ),
  of(
    "perps/order/fill",
    "a position at zero keeps its TP/SL",
    "    touch(state, position);\n    if (memory.number(position + Position.qty) === 0) endPosition(state, position);",
    "    touch(state, position);",
  ),
  of(
    "perps/order/fill",
    "a filled close stays promised",
    "memory.number(makerPosition + Position.closing) - qty",
    "memory.number(makerPosition + Position.closing)",
  ),
  of(
    "perps/order/fill",
    "a voucher position is paid out before it is closed",
    "const kept = isVoucher ? result.toCash : 0n;",
    "const kept = 0n;",
  ),
];

const triggers: readonly Mutant[] = [
  of(
    "follow-ups/fire-trigger",
    "the sibling of a filled TP or SL is left as it was",
    "  followFired(state, trigger, openQty - memory.number(position + Position.qty), order);\n",
    "",
  ),
  of(
    "follow-ups/fire-trigger",
    "resting closes do not make room for a TP or SL",
    "  makeWay(state, trigger, position, qty);\n",
    "",
  ),
  of(
    "follow-ups/fire-trigger",
    "a stop loss with a remainder is not armed again",
    "const isStopOfAll = isWhole &&",
    "const isStopOfAll = !isWhole &&",
  ),
  of(
    "triggers/source-price",
    "a trigger fires on a stale index",
    "return w[market + Market.indexStale] === 1 ? 0 : w[market + Market.index]!;",
    "return w[market + Market.index]!;",
  ),
  of(
    "follow-ups/due-triggers",
    "a trigger fires while its market is closed",
    "if (state.memory.w[market + Market.status] !== marketStatus.trading) return false;",
    "if (state.memory.w[market + Market.status] === marketStatus.settling) return false;",
  ),
  of(
    "timers/batch-start",
    "a dead-man timer that was renewed still runs out",
    "  if (memory.number(user + User.deadline) !== due) return;\n",
    "",
  ),
];

const margins: readonly Mutant[] = [
  of(
    "commands/margin",
    "holds are counted anew with the old leverage",
    "initialMargin(value, leverage) + feeOf(value, rate) + loss",
    "initialMargin(value, w[position + Position.leverage]!) + feeOf(value, rate) + loss",
  ),
  of(
    "commands/margin",
    "the mode changes while triggers wait",
    "    memory.w[userMarket + UserMarket.triggers]! > 0 ||\n",
    "",
  ),
  of(
    "commands/margin",
    "more margin than is free may be added",
    "if (c.amount > free) return",
    "if (c.amount < 0n) return",
  ),
  of(
    "commands/transfer",
    "unrealised profit and bonus may leave",
    "availableNow(state, margin).out",
    "availableNow(state, margin).open",
  ),
  of(
    "perps/margin/risk",
    "an isolated position is tested with the cash of its account",
    "return isLiquidatable(isoMarginOf(state, position) + health.uPnl, health.maintenanceMargin);",
    "return isLiquidatable(isoMarginOf(state, position) + healthOf(state, marginOf(state, position)).cash + health.uPnl, health.maintenanceMargin);",
  ),
];

const ends: readonly Mutant[] = [
  of(
    "markets/suspension",
    "liquidation goes on in HALT",
    "    status === marketStatus.halt ||\n    status === marketStatus.settling ||",
    "    status === marketStatus.settling ||",
  ),
  of(
    "perps/liquidation/liquidation",
    "a position is taken over at mark, not at its bankruptcy value",
    "const value = atLeastOne(bankruptcyValue(kind, side, entryValue, isoMarginOf(state, position)));",
    "const value = health.notional;",
  ),
  of(
    "perps/liquidation/liquidation",
    "hedged positions are not netted first",
    "    netPositions(state, userContract);\n",
    "",
  ),
  of(
    "perps/liquidation/liquidation",
    "the smallest position is reduced first",
    "each.maintenanceMargin > largest.maintenanceMargin",
    "each.maintenanceMargin < largest.maintenanceMargin",
  ),
  of(
    "perps/liquidation/liquidation",
    "opening triggers are cancelled as well",
    "if (isMeant(trigger) && !opens(t.side(trigger), t.posSide(trigger)) && w[trigger",
    "if (isMeant(trigger) && w[trigger",
  ),
  of(
    "perps/liquidation/inventory",
    "the engine's order for a user does not carry his group",
    "if (who !== agent.liquidation) t.group = 0;",
    "t.group = 0;",
  ),
  of(
    "perps/liquidation/inventory",
    "the fund keeps more than a fifth of itself",
    "if (mayKeepInventory(fundFigures(state, contract), worth)) return;",
    "if (isFundSound(fundFigures(state, contract))) return;",
  ),
  of(
    "perps/liquidation/adl-ranking",
    "the engine's own inventory is deleveraged too",
    "if (uid === 0 || qty === 0) return undefined;",
    "if (qty === 0) return undefined;",
  ),
  of(
    "perps/funding/funding",
    "an isolated position receives funding into cash",
    "isIsolated(state, position) ? w[position + Position.iso]! : w[margin + Margin.cash]!, amount);",
    "w[margin + Margin.cash]!, amount);",
  ),
  of(
    "perps/funding/funding",
    "a settlement that is hours late is made",
    "if (isFundingSettled(state.now - at, isHalted) &&",
    "if (isFundingSettled(0, isHalted) &&",
  ),
  of(
    "perps/funding/funding",
    "premiums of the last interval count again",
    "  memory.set(contract + Contract.premiumSamples, 0);\n  memory.setNumber(contract + Contract.premiumWeighted, 0);\n",
    "",
  ),
  of(
    "perps/funding/mark",
    "the book is sampled against an index that is minutes old",
    "if (rungNow <= rung.stale) {",
    "if (rungNow <= rung.protected) {",
  ),
  of(
    "perps/funding/mark",
    "an old last trade counts for ever",
    "last: isSilent ? mid :",
    "last: isSilent && mid === 0 ? mid :",
  ),
];

const fees: readonly Mutant[] = [
  of(
    "perps/order/fill",
    "a fee is charged on the margin, not on the value",
    "const plain = feeInNumbers(Number(part.value), rate);",
    "const plain = feeInNumbers(Number(initialMargin(part.value, 20)), rate);",
  ),
  of(
    "perps/order/match",
    "a close may execute beyond bankruptcy on the other side",
    "orderSide === side.sell ? price < border : price > border",
    "orderSide === side.sell ? price > border : price < border",
  ),
];

export const perpetualMutants: readonly Mutant[] = [...orders, ...triggers, ...margins, ...ends, ...fees];

/** Still to be caught: `pnpm mutants --awaited` tells which are by now. One that is moves up. */
export const perpetualMutantsAwaited: readonly Mutant[] = [];
