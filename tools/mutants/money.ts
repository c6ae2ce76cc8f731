import type { Mutant } from "./mutant.ts";

const formulas = "money/src/formulas";
const own = ["money/src"];
const judged = ["money/src", "engine/model"];

const of = (file: string, name: string, find: string, replace: string, tests: readonly string[] = own): Mutant => ({
  name,
  file: `${formulas}/${file}.ts`,
  find,
  replace,
  tests,
});

const values: readonly Mutant[] = [
  {
    name: "a rounded-up division truncates",
    file: "money/src/decimal.ts",
    find: "=> -floorDiv(-a, b);",
    replace: "=> a / b;",
    tests: own,
  },
  of(
    "prices/contract",
    "an inverse position wins like a linear one",
    '(kind === "linear") === (side === "long")',
    'side === "long"',
  ),
  of(
    "prices/value",
    "a product passes 2^53 and loses its last digits",
    "small <= Number.MAX_SAFE_INTEGER ? BigInt(small)",
    "small <= 2 ** 63 ? BigInt(small)",
    judged,
  ),
  of(
    "prices/value",
    "the value of an inverse fill is rounded up",
    ": product(qty, measure.k) / BigInt(ticks);",
    ": ceilDiv(product(qty, measure.k), BigInt(ticks));",
  ),
  of(
    "prices/spot",
    "a fee is rounded down",
    "ceilDiv(value * BigInt(rate), rateOneBig);",
    "floorDiv(value * BigInt(rate), rateOneBig);",
  ),
  of(
    "prices/spot",
    "the upper border of a band is rounded outward",
    "Number(floorDiv(BigInt(reference) * (rateOneBig + BigInt(rate)), rateOneBig));",
    "Number(ceilDiv(BigInt(reference) * (rateOneBig + BigInt(rate)), rateOneBig));",
  ),
  of(
    "margin/in-numbers",
    "a figure in plain numbers passes the safe range unnoticed",
    "(product <= safeMax ? product : Number.NaN)",
    "(product <= 4 * safeMax ? product : Number.NaN)",
    judged,
  ),
];

const positions: readonly Mutant[] = [
  of(
    "position/position",
    "the entry value of a closed part is rounded for the holder",
    "gainsWithValue(kind, side) ? ceilDiv(share, BigInt(position.qty)) : floorDiv(share, BigInt(position.qty));",
    "gainsWithValue(kind, side) ? floorDiv(share, BigInt(position.qty)) : ceilDiv(share, BigInt(position.qty));",
  ),
  of(
    "position/position",
    "an inverse mark value is rounded for the holder",
    'side === "long" ? valueCeil(',
    'side === "short" ? valueCeil(',
  ),
  of(
    "position/position",
    "ROE is taken on the whole entry value",
    "ceilDiv(entryValue, BigInt(leverage))",
    "entryValue",
  ),
  of(
    "margin/tiers",
    "a value on a tier's border counts to the next tier",
    "notional > tiers[index]!.cap",
    "notional >= tiers[index]!.cap",
    judged,
  ),
  of(
    "margin/tiers",
    "the maintenance margin is rounded down",
    "return ceilDiv(notional * BigInt(tier.mmr), rateOneBig)",
    "return (notional * BigInt(tier.mmr)) / rateOneBig",
    judged,
  ),
  of(
    "margin/tiers",
    "cum is taken from the cap of its tier",
    "cum += (floor * BigInt(row.mmr - mmr))",
    "cum += (row.cap * BigInt(row.mmr - mmr))",
  ),
  of(
    "margin/tiers",
    "the risk limit wants more leverage than was chosen",
    "if (tier.maxLeverage >= leverage) limit",
    "if (tier.maxLeverage > leverage) limit",
  ),
  of(
    "position/closing",
    "resting closes are trimmed oldest first",
    "    .toReversed()\n    .map((qty) => {",
    "    .map((qty) => {",
  ),
];

const margins: readonly Mutant[] = [
  of(
    "margin/reserve",
    "the open loss is left out for cross",
    'order.mode === "cross" ? openLoss',
    'order.mode === "isolated" ? openLoss',
  ),
  of(
    "margin/reserve",
    "a linear sell is assumed to fill at the worse price",
    "limit : Math.max(limit, bestOpposite)",
    "limit : Math.min(limit, bestOpposite)",
  ),
  of(
    "margin/reserve",
    "what stays reserved is rounded down",
    "ceilDiv(reserve * BigInt(remaining), BigInt(qty));",
    "(reserve * BigInt(remaining)) / BigInt(qty);",
  ),
  of(
    "margin/reserve",
    "the fee is charged on the margin, not on the value",
    "feeOf(value, order.takerRate)",
    "feeOf(margin, order.takerRate)",
  ),
  of(
    "margin/account",
    "unrealised profit may be transferred out",
    "account.cash + smaller(0n, account.uPnl) - bound",
    "account.cash + account.uPnl - bound",
  ),
  of(
    "margin/account",
    "bonus pays isolated margin",
    "isolated: positive(smaller(free, account.cash))",
    "isolated: positive(free)",
  ),
  of("margin/account", "a frozen profit counts", "uPnl += smaller(0n, frozen)", "uPnl += frozen"),
  of(
    "margin/isolated",
    "a closing fee takes more than is there",
    "feeCapped(close.fee, close.isoMargin + close.pnl)",
    "close.fee",
  ),
  of(
    "margin/isolated",
    "margin that covers a loss may be removed",
    "position.isoMargin + smaller(0n, position.uPnl) -",
    "position.isoMargin -",
  ),
  of(
    "margin/isolated",
    "a part close releases margin rounded up",
    "floorDiv(isoMargin * BigInt(closeQty), BigInt(qty));",
    "-floorDiv(-isoMargin * BigInt(closeQty), BigInt(qty));",
    judged,
  ),
];

const liquidations: readonly Mutant[] = [
  of(
    "liquidation/liquidation",
    "an account exactly at its margin is left alone",
    "equity <= maintenance;",
    "equity < maintenance;",
  ),
  of(
    "liquidation/liquidation",
    "the tier step aims at the tier it is in",
    "const { cap } = tiers[tier - 1]!;",
    "const { cap } = tiers[tier]!;",
  ),
  of(
    "liquidation/liquidation",
    "two liquidation fees together take more than is left",
    "feeOf(value, liqFeeRate), left - takerFee)",
    "feeOf(value, liqFeeRate), left)",
  ),
  of(
    "liquidation/liquidation-price",
    "cum is forgotten in the price of a linear position",
    "constant += tier.cum - signOf(side) * position.entryValue;",
    "constant -= signOf(side) * position.entryValue;",
  ),
  of(
    "liquidation/liquidation-price",
    "the price of a long is shown rounded down",
    'root.direction === "down" ? ceilOf(root.ticks)',
    'root.direction === "down" ? floorOf(root.ticks)',
    judged,
  ),
  of(
    "liquidation/liquidation-price",
    "a price beyond the last tier is not shown",
    "(isLast || value <= tier.cap * scale)",
    "value <= tier.cap * scale",
  ),
  of(
    "liquidation/bankruptcy",
    "the bankruptcy limit is rounded for the taker",
    'side === "long" ? ceilOf(price) : floorOf(price)',
    'side === "long" ? floorOf(price) : ceilOf(price)',
  ),
  of(
    "liquidation/bankruptcy",
    "a takeover loses the rest of a division",
    "i === positions.length - 1 ? left : floorDiv(equity * position.markValue, total)",
    "floorDiv(equity * position.markValue, total)",
  ),
  of(
    "liquidation/bankruptcy",
    "of two limits the looser one is taken",
    'side === "sell" ? Math.max(limit, other) : Math.min(limit, other)',
    'side === "sell" ? Math.min(limit, other) : Math.max(limit, other)',
  ),
];

const funds: readonly Mutant[] = [
  of(
    "position/funding",
    "funding flows to the wrong side",
    'rate > 0 === (side === "long")',
    'rate > 0 === (side === "short")',
  ),
  of(
    "position/funding",
    "a payer of funding pays rounded down",
    "? -ceilDiv(valueCeil(measure, mark, qty) * size, rateOneBig)",
    "? -floorDiv(valueCeil(measure, mark, qty) * size, rateOneBig)",
  ),
  of(
    "position/funding",
    "the first premium of an interval does not count",
    "(sum.samples + 1) * premium",
    "sum.samples * premium",
  ),
  of(
    "position/funding",
    "capitalised funding favours the holder",
    "gainsWithValue(kind, side) ? entryValue + shortfall : entryValue - shortfall",
    "gainsWithValue(kind, side) ? entryValue - shortfall : entryValue + shortfall",
  ),
  of(
    "liquidation/adl",
    "the smaller position is deleveraged first",
    "return b.qty - a.qty || a.uid - b.uid;",
    "return a.qty - b.qty || a.uid - b.uid;",
  ),
  of(
    "liquidation/adl",
    "a counterparty pays beyond its own bankruptcy",
    "const at = isWorse ? own : value;",
    "const at = value;",
  ),
  of(
    "liquidation/adl",
    "a cut from profits loses the rest of a division",
    "i === profits.length - 1 ? left : floorDiv(cut * profit, total)",
    "floorDiv(cut * profit, total)",
  ),
  of(
    "position/settling",
    "the fund pays what an isolated margin could",
    "pnl + margin >= 0n ? 0n : -pnl - margin",
    "pnl >= 0n ? 0n : -pnl",
  ),
  of(
    "funds/bonus",
    "two grants by ratio pay twice",
    "floorDiv(BigInt(grant.ratio) * cost, rateOneBig) - given",
    "floorDiv(BigInt(grant.ratio) * cost, rateOneBig)",
  ),
  of(
    "funds/bonus",
    "the grant that ends last pays first",
    "a.endMs - b.endMs || a.id - b.id",
    "b.endMs - a.endMs || a.id - b.id",
  ),
  of("margin/borrow", "debts are rounded down", "pair.quoteDebt + ceilDiv(", "pair.quoteDebt + floorDiv("),
  of(
    "margin/borrow",
    "the first hour of interest is not booked",
    "const debt = loan + hourlyInterest(loan, terms.hourlyRate);",
    "const debt = loan;",
  ),
  of(
    "prices/index-mark",
    "two sources that contradict each other make an index",
    "(prices[1]! - prices[0]!) * 100 <= prices[0]!",
    "(prices[1]! - prices[0]!) * 10 <= prices[0]!",
  ),
  of(
    "prices/index-mark",
    "a source far off counts in full",
    "BigInt(Math.max(lowest, Math.min(highest, ticks)))",
    "BigInt(ticks)",
  ),
  of(
    "prices/index-mark",
    "the mark leaves its clamp",
    "Math.max(bandMin(index, clampRate), Math.min(bandMax(index, clampRate), mark))",
    "Math.max(bandMin(index, clampRate), mark)",
  ),
  of(
    "prices/limits",
    "a move of exactly 10 % trips the breaker",
    "max: Number(floorDiv(BigInt(now) * rateOneBig, rateOneBig - BigInt(rate))),",
    "max: Number(floorDiv(BigInt(now) * rateOneBig, rateOneBig - BigInt(rate))) - 1,",
  ),
];

export const moneyMutants: readonly Mutant[] = [...values, ...positions, ...margins, ...liquidations, ...funds];
