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
  of("perps/fill", "a fill of a resting order frees nothing of its reserve", "return before - after;", "return 0;"),
  of(
    "perps/match",
    "the reserve of an order that ends as taker is kept",
    "    reserve(state, t.leg, t.id, -t.held);\n",
    "",
  ),
  of(
    "perps/orders",
    "the reserve of a cancelled order is kept",
    "    reserve(state, leg, o.idOf(order), -o.reserve(order));\n",
    "",
  ),
  of(
    "perps/place",
    "closes may promise more than the position",
    "closableQty(qty, memory.number(leg + Leg.closing))",
    "closableQty(qty, 0)",
  ),
  of(
    "perps/place",
    "an opening order is taken while the mark is protected",
    "if (isOpening && w[contract + Contract.rung]! >= rung.protected)",
    "if (isOpening && w[contract + Contract.rung]! > rung.frozen)",
  ),
  of(
    "perps/match",
    "a resting order is filled into liquidation",
    "if (!makerMay(state, maker, price, qty)) {",
    "if (!makerMay(state, maker, price, qty) && price === 0) {",
  ),
  of(
    "perps/fill",
    "a leg at zero keeps its TP/SL",
    "    touch(state, leg);\n    if (memory.number(leg + Leg.qty) === 0) endLeg(state, leg);",
    "    touch(state, leg);",
  ),
  of(
    "perps/fill",
    "a filled close stays promised",
    "memory.number(makerLeg + Leg.closing) - qty",
    "memory.number(makerLeg + Leg.closing)",
  ),
  of(
    "perps/fill",
    "a voucher leg is paid out before it is closed",
    "const kept = isVoucher ? result.toCash : 0n;",
    "const kept = 0n;",
  ),
];

const triggers: readonly Mutant[] = [
  of(
    "aftermath/fire",
    "the sibling of a filled TP or SL is left as it was",
    "  followFired(state, trigger, position - memory.number(leg + Leg.qty), order);\n",
    "",
  ),
  of("aftermath/fire", "resting closes do not make room for a TP or SL", "  makeWay(state, trigger, leg, qty);\n", ""),
  of(
    "aftermath/fire",
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
    "aftermath/hits",
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
    "initialMargin(value, w[leg + Leg.leverage]!) + feeOf(value, rate) + loss",
  ),
  of("commands/margin", "the mode changes while triggers wait", "    memory.w[stake + Stake.triggers]! > 0 ||\n", ""),
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
    "perps/risk",
    "an isolated leg is tested with the cash of its account",
    "return isLiquidatable(isoMarginOf(state, leg) + health.uPnl, health.maintenanceMargin);",
    "return isLiquidatable(isoMarginOf(state, leg) + healthOf(state, marginOf(state, leg)).cash + health.uPnl, health.maintenanceMargin);",
  ),
];

const ends: readonly Mutant[] = [
  of(
    "perps/risk",
    "liquidation goes on in HALT",
    "    status === marketStatus.halt ||\n    status === marketStatus.settling ||",
    "    status === marketStatus.settling ||",
  ),
  of(
    "perps/liquidation",
    "a leg is taken over at mark, not at its bankruptcy value",
    "const value = atLeastOne(bankruptcyValue(kind, side, entryValue, isoMarginOf(state, leg)));",
    "const value = health.notional;",
  ),
  of("perps/liquidation", "hedged legs are not netted first", "    netLegs(state, seat);\n", ""),
  of(
    "perps/liquidation",
    "the smallest leg is reduced first",
    "each.maintenanceMargin > largest.maintenanceMargin",
    "each.maintenanceMargin < largest.maintenanceMargin",
  ),
  of(
    "perps/liquidation",
    "opening triggers are cancelled as well",
    "if (isMeant(trigger) && !opens(t.side(trigger), t.posSide(trigger)) && w[trigger",
    "if (isMeant(trigger) && w[trigger",
  ),
  of(
    "perps/inventory",
    "the engine's order for a user does not carry his group",
    "if (who !== agent.liquidation) t.group = 0;",
    "t.group = 0;",
  ),
  of(
    "perps/inventory",
    "the fund keeps more than a fifth of itself",
    "if (mayKeepInventory(fundFigures(state, contract), worth)) return;",
    "if (isFundSound(fundFigures(state, contract))) return;",
  ),
  of(
    "perps/adl-ranking",
    "the engine's own inventory is deleveraged too",
    "if (uid === 0 || qty === 0) return undefined;",
    "if (qty === 0) return undefined;",
  ),
  of(
    "perps/funding",
    "an isolated leg receives funding into cash",
    "isIsolated(state, leg) ? w[leg + Leg.iso]! : w[margin + Margin.cash]!, amount);",
    "w[margin + Margin.cash]!, amount);",
  ),
  of(
    "perps/funding",
    "a settlement that is hours late is made",
    "if (isFundingSettled(state.now - at, isHalted) &&",
    "if (isFundingSettled(0, isHalted) &&",
  ),
  of(
    "perps/funding",
    "premiums of the last interval count again",
    "  memory.set(contract + Contract.premiumSamples, 0);\n  memory.setNumber(contract + Contract.premiumWeighted, 0);\n",
    "",
  ),
  of(
    "perps/mark",
    "the book is sampled against an index that is minutes old",
    "if (rungNow <= rung.stale) {",
    "if (rungNow <= rung.protected) {",
  ),
  of(
    "perps/mark",
    "an old last trade counts for ever",
    "const last = isSilent ? mid :",
    "const last = isSilent && mid === 0 ? mid :",
  ),
];

const fees: readonly Mutant[] = [
  of(
    "perps/fill",
    "a fee is charged on the margin, not on the value",
    "const plain = feeInNumbers(Number(part.value), rate);",
    "const plain = feeInNumbers(Number(initialMargin(part.value, 20)), rate);",
  ),
  of(
    "perps/match",
    "a close may execute beyond bankruptcy on the other side",
    "orderSide === side.sell ? price < border : price > border",
    "orderSide === side.sell ? price > border : price < border",
  ),
];

export const perpetualMutants: readonly Mutant[] = [...orders, ...triggers, ...margins, ...ends, ...fees];

/** Still to be caught: `pnpm mutants --awaited` tells which are by now. One that is moves up. */
export const perpetualMutantsAwaited: readonly Mutant[] = [];
