import * as money from "@tidemark/money";
import {
  cutFrom,
  deleveraged,
  keepsInventory,
  lightsOf,
  partOfEquity,
  queueOf,
  score,
  splitInOrder,
} from "../rules/adl.ts";
import { bankruptcy } from "../rules/bankruptcy.ts";
import { borne } from "../rules/bonus.ts";
import {
  endLevel,
  endPrice,
  interestOf,
  level,
  mayBorrow,
  mayLeave,
  owedBy,
  warnLevel,
  worthOf,
} from "../rules/borrow.ts";
import { fillValue, marginValue, type Side } from "../rules/contract.ts";
import { capOf, impact, paidByMargin, premium, rateFrom, received, shared, weightedAverage } from "../rules/funding.ts";
import { unrealised } from "../rules/position.ts";
import { Ratio, sumOf } from "../rules/ratio.ts";
import { settled } from "../rules/settlement.ts";
import type { Chance } from "./chance.ts";
import { isSameRatio } from "./positions.ts";
import {
  asPosition,
  moneyMax,
  nearbyTicks,
  orderQtyMax,
  randomPosition,
  randomMarket,
  randomQty,
  randomSide,
  randomTicks,
} from "./scene.ts";
import type { Tally } from "./tally.ts";

const small = moneyMax / 64n;

/** impact prices and the premium. */
export function premiums(chance: Chance, tally: Tally): void {
  const market = randomMarket(chance);
  const { contract, measure } = market;
  const index = randomTicks(chance);
  const side = (): { ticks: bigint; qty: bigint }[] => {
    const levels = Array.from({ length: chance.below(5) }, () => nearbyTicks(chance, index));
    return levels
      .map((ticks) => ({ ticks, qty: randomQty(chance, market, [ticks], orderQtyMax) }))
      .filter(({ qty }) => qty > 0n);
  };
  const [bids, asks] = [side(), side()];
  const depth = sumOf([...bids, ...asks].map(({ ticks, qty }) => fillValue(contract, ticks, qty)));
  const notional = chance.size(depth > 2n ? depth : 2n);
  tally.circumstances({ measure, index, bids, asks, notional });
  const ours = [impact(contract, bids, notional), impact(contract, asks, notional)] as const;
  const levelsOf = (levels: typeof bids) =>
    levels.map(({ ticks, qty }) => ({ ticks: Number(ticks), qty: Number(qty) }));
  const theirs = [
    money.impactPrice(measure, levelsOf(bids), notional),
    money.impactPrice(measure, levelsOf(asks), notional),
  ] as const;
  for (const i of [0, 1] as const) {
    const [a, b] = [ours[i], theirs[i]];
    tally.holds("the impact price is the exact one", a === undefined || b === undefined ? a === b : isSameRatio(a, b));
  }
  const exact = premium(index, ours[0], ours[1]);
  if (exact < 2n ** 53n && exact > -(2n ** 53n))
    tally.same("premium", exact, money.premiumRate(Number(index), theirs[0], theirs[1]));
}

/** */
export function fundings(chance: Chance, tally: Tally): void {
  const intervalMs = chance.pick([28_800_000, 14_400_000, 3_600_000, 60_000 * chance.between(1, 480)]);
  const minutes = intervalMs / 60_000;
  const count = chance.oneIn(2)
    ? Math.floor((minutes * 3) / 10) + chance.between(-1, 1)
    : chance.between(0, Math.min(40, minutes));
  const reach = chance.pick([1_000_000, 60_000, 100]);
  const samples = Array.from({ length: Math.max(0, count) }, () => chance.between(-reach, reach));
  const interest = chance.pick([10_000, 0, -10_000, chance.between(-100_000, 100_000)]);
  const mmr = chance.between(1, 1_000_000);
  tally.circumstances({ intervalMs, samples, interest, mmr });
  let folded: money.PremiumSum = { samples: 0, weighted: 0 };
  for (const sample of samples) folded = money.addPremium(folded, sample);
  const exact = samples.map(BigInt);
  tally.same("average premium", weightedAverage(exact), money.averagePremium(folded));
  tally.same("funding cap", capOf(mmr), money.fundingCapOf(mmr));
  const cap = money.fundingCapOf(mmr);
  const rate = rateFrom(exact, BigInt(interest), BigInt(intervalMs), BigInt(cap));
  tally.same("funding rate", rate, money.fundingRate(folded, { interest, intervalMs, cap }));
  settlementOf(chance, tally, chance.oneIn(3) ? Number(rate) : chance.pick([1, -1, 10_000, -300_000, 750_000]));
}

/** as much long as short; the residue is never below zero and at most one unit and a bit a position (I12). */
function settlementOf(chance: Chance, tally: Tally, rate: number): void {
  const market = randomMarket(chance);
  const { contract, measure } = market;
  const mark = randomTicks(chance);
  const total = randomQty(chance, market, [mark]);
  if (total === 0n || rate === 0) return;
  const partsOf = (whole: bigint): bigint[] => {
    const first = chance.bigBelow(whole + 1n);
    return [first, whole - first].filter((qty) => qty > 0n);
  };
  const positions = (["long", "short"] as const).flatMap((side) => partsOf(total).map((qty) => ({ side, qty })));
  tally.circumstances({ measure, mark, rate, positions });
  const moved = positions.map(({ side, qty }) => {
    const ours = received(contract, side, qty, mark, rate);
    tally.same("funding", ours, money.fundingAmount(measure, side, Number(qty), Number(mark), rate));
    return ours;
  });
  const residue = -sumOf(moved);
  tally.holds(
    `the residue ${residue} is in its bounds (I12)`,
    residue >= 0n && residue * 100n <= BigInt(positions.length) * 101n + 99n,
  );
  const due = moved.filter((amount) => amount > 0n);
  const collected = chance.oneIn(3) ? sumOf(due) + residue : chance.size(sumOf(due) + 1n) - 1n;
  const paid = shared(due, collected);
  tally.same(
    `paid of ${collected} collected`,
    paid.paid,
    due.map((amount) => money.fundingShare(amount, collected, sumOf(due))),
  );
  tally.holds("nothing is paid that was not collected", paid.residue >= 0n);
  const payer = moved.findIndex((amount) => amount < 0n);
  if (payer === -1) return;
  const { side, qty } = positions[payer]!;
  const entry = fillValue(contract, nearbyTicks(chance, mark), qty) + 1n;
  const margin = chance.size(-moved[payer]! * 2n);
  const ours = paidByMargin(contract.kind, side, entry, margin, -moved[payer]!);
  const theirs = money.isolatedFundingSources(-moved[payer]!, margin, 0n);
  tally.same("isolated funding", [ours.fromMargin, ours.capitalised], [theirs.fromMargin, theirs.capitalised]);
  tally.same(
    "capitalised entry value",
    ours.entry,
    money.capitalisedEntryValue(measure.kind, side, entry, ours.capitalised),
  );
}

/** */
export function deleveragings(chance: Chance, tally: Tally): void {
  const market = randomMarket(chance);
  const { contract, measure } = market;
  const mark = randomTicks(chance);
  const side = randomSide(chance);
  const bankruptSide: Side = side === "long" ? "short" : "long";
  const all = Array.from({ length: chance.between(1, 5) }, (_, i) => {
    const position = randomPosition(chance, market, mark, side);
    if (position === undefined) return undefined;
    const markValue = marginValue(contract, mark, position.held.qty);
    const pnl = unrealised(contract, side, position.held, mark);
    return {
      uid: i + 1,
      qty: position.held.qty,
      pnl,
      markValue,
      entry: position.held.entry,
      equity: chance.amount(position.held.entry),
    };
  }).filter((ranked) => ranked !== undefined);
  if (all.length === 0) return;
  tally.circumstances({ measure, side, mark, all });
  const ranks = all.map(({ uid, qty, pnl, markValue, entry, equity }) => {
    const theirs = money.adlScore({ uPnl: pnl, markValue, entryValue: entry, equity });
    tally.same("score", score({ uid, qty, pnl, markValue, entry, equity }), theirs);
    return { uid, qty: Number(qty), score: theirs };
  });
  const queue = queueOf(all);
  tally.same(
    "queue",
    queue,
    ranks.toSorted(money.compareAdl).map(({ uid }) => uid),
  );
  const ordered = queue.map((uid) => all.find((ranked) => ranked.uid === uid)!);
  tally.same("lights", lightsOf(ordered.map(({ qty }) => qty)), money.adlLights(ordered.map(({ qty }) => Number(qty))));
  const counterparties = ordered.map(({ qty, entry, equity }) => ({
    held: { qty, entry },
    margin: equity < 0n ? -equity : equity,
  }));
  const needed = chance.oneIn(3)
    ? sumOf(ordered.map(({ qty }) => qty))
    : chance.size(sumOf(ordered.map(({ qty }) => qty)));
  const bankruptEntry = fillValue(contract, nearbyTicks(chance, mark), needed) + 1n;
  const value = bankruptcy(contract.kind, bankruptSide, bankruptEntry, chance.size(bankruptEntry) - 1n);
  if (value < 1n) return;
  const [fund, treasury] = [chance.oneIn(2) ? 0n : chance.size(small), chance.oneIn(2) ? 0n : chance.size(small)];
  tally.circumstances({ measure, side, value, needed, counterparties, fund, treasury });
  const ours = deleveraged(contract.kind, side, { value, qty: needed }, counterparties, fund, treasury);
  const theirs = money.deleverage(
    measure.kind,
    side,
    { value, qty: Number(needed) },
    counterparties.map(({ held, margin }) => ({ ...asPosition(held), margin })),
    { fund, treasury },
  );
  tally.same(
    "parts",
    ours.parts.map(({ place, qty, value: at, pnl, spared, cut }) => [place, qty, at, pnl, spared, cut]),
    theirs.closed.map((part) => [part.place, part.qty, part.value, part.pnl, part.shortfall, part.cut]),
  );
  tally.same(
    "payers",
    [ours.waiting, ours.short, ours.fundPays, ours.cut, ours.treasuryPays, ours.open],
    [theirs.skipped, theirs.shortfall, theirs.fundPays, theirs.cutFromProfits, theirs.treasuryPays, theirs.uncovered],
  );
  for (const { place, pnl, qty } of ours.parts) {
    const { held, margin } = counterparties[place]!;
    const isWhole = qty === held.qty;
    tally.holds(`the counterparty at ${place} loses no more than its margin`, pnl >= -margin || !isWhole);
  }
  splits(chance, tally);
}

/** Table 1.2: the two ways a sum is shared. */
function splits(chance: Chance, tally: Tally): void {
  const amount = chance.size(small);
  const sizes = Array.from({ length: chance.between(1, 6) }, () => chance.size(orderQtyMax));
  const profits = sizes.map(() => chance.size(small / 8n));
  tally.circumstances({ amount, sizes, profits });
  tally.same("split by size", splitInOrder(amount, sizes), money.splitByQty(amount, sizes.map(Number)));
  tally.same("cut from profits", cutFrom(amount, profits), money.cutProRata(amount, profits));
  tally.same(
    "part of equity",
    partOfEquity(amount, profits[0]!, sumOf(profits)),
    money.adlEquityOfCross(amount, profits[0]!, sumOf(profits)),
  );
  const [fund, peak, inventoryUPnl] = [chance.size(1_000n), chance.size(1_000n), chance.amount(1_000n)];
  const contractValue = chance.size(300n);
  tally.circumstances({ fund, peak, inventoryUPnl, contractValue });
  const { isSound, mayKeep } = keepsInventory(fund, peak, inventoryUPnl, contractValue);
  const figures = { fund, peak, inventoryUPnl };
  tally.same("fund", [isSound, mayKeep], [money.isFundSound(figures), money.mayKeepInventory(figures, contractValue)]);
}

/** everybody ends at one mark, clearing ends at zero. */
export function settlements(chance: Chance, tally: Tally): void {
  const market = randomMarket(chance);
  const { contract, measure } = market;
  const mark = randomTicks(chance);
  const positions = Array.from({ length: chance.between(1, 6) }, () => {
    const position = randomPosition(chance, market, mark);
    if (position === undefined) return undefined;
    const bears = chance.oneIn(3) ? undefined : chance.oneIn(4) ? 0n : chance.size(position.held.entry);
    return { side: position.side, held: position.held, bears };
  }).filter((position) => position !== undefined);
  const [fund, treasury] = [chance.oneIn(2) ? 0n : chance.size(small), chance.oneIn(2) ? 0n : chance.size(small)];
  tally.circumstances({ measure, mark, positions, fund, treasury });
  const ours = settled(contract, mark, positions, fund, treasury);
  const theirs = money.settleMarket(
    measure,
    Number(mark),
    positions.map(({ side, held, bears }) => ({ side, position: asPosition(held), margin: bears })),
    fund,
  );
  const beyond = money.shortfallPayers(theirs.treasuryPays, 0n, 0n, treasury);
  tally.same(
    "settlement",
    [ours.positions.map(({ pnl, gap, cut }) => [pnl, gap, cut]), ours.before, ours.residue],
    [theirs.positions.map(({ pnl, shortfall, cut }) => [pnl, shortfall, cut]), theirs.clearingBefore, theirs.residue],
  );
  tally.same(
    "payers",
    [ours.fundPays, ours.cut, ours.treasuryPays, ours.deficit],
    [theirs.fundPays, theirs.cutFromProfits, beyond.fromTreasury, beyond.deficit],
  );
}

/** */
export function bonuses(chance: Chance, tally: Tally): void {
  const giftsOf = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      id: 10 - i,
      endMs: chance.between(1, 3),
      left: chance.size(10_000n) - 1n,
      ratio: chance.pick([100_000_000, 50_000_000, 33_333_333, 1, chance.between(0, 100_000_000)]),
    }));
  const [gifts, forFunding] = [giftsOf(chance.below(4)), giftsOf(chance.below(3))];
  const kind = chance.pick(["loss", "fee", "funding"] as const);
  const cost = chance.oneIn(4) ? chance.size(small) : chance.size(30_000n);
  const cash = chance.amount(20_000n);
  tally.circumstances({ kind, cost, cash, gifts, forFunding });
  const asGrants = (list: typeof gifts) => list.map(({ left, ...gift }) => ({ ...gift, remaining: left }));
  const ours = borne(cost, kind === "funding", cash, gifts, forFunding);
  const theirs = money.consumeCost({ kind, amount: cost }, cash, asGrants(gifts), asGrants(forFunding));
  tally.same(
    "consumption",
    [ours.cash, ours.gifts, ours.forFunding],
    [
      theirs.cash,
      theirs.grants.map(({ remaining }) => remaining),
      theirs.fundingGrants.map(({ remaining }) => remaining),
    ],
  );
  tally.same(
    "lines",
    cost,
    theirs.lines.reduce((sum, { amount }) => sum + amount, 0n),
  );
}

/** */
export function loans(chance: Chance, tally: Tally): void {
  const measure = chance.pick([
    { unit: 10n, lotUnits: 1_000n },
    { unit: 1n, lotUnits: 1n },
    { unit: 7n, lotUnits: 10_000_000n },
  ]);
  const index = randomTicks(chance);
  // A tick of price times a lot is `unit` of quote, a lot is `lotUnits` of base.
  const price = new Ratio(index * measure.unit, measure.lotUnits);
  const bound = 10n ** BigInt(chance.between(3, 17));
  const some = (): bigint => (chance.oneIn(4) ? 0n : chance.size(bound));
  const pair = { base: some(), quote: some(), baseDebt: some() / 4n, quoteDebt: some() / 4n };
  const leverage = chance.pick([2, 3, 4, 5, 7, 10]);
  const hourlyRate = chance.between(0, 10_000);
  tally.circumstances({ measure, index, pair, leverage, hourlyRate });
  const n = Number(index);
  const [assets, debts] = [money.pairAssets(pair, n, measure), money.pairDebts(pair, n, measure)];
  tally.same("assets and debts", [worthOf(pair, price), owedBy(pair, price)], [assets, debts]);
  tally.same("level", level(pair, price), money.borrowLevel(assets, debts));
  tally.same("transferable", mayLeave(assets, debts), money.maxTransferOutValue(assets, debts));
  tally.same("interest", interestOf(pair.baseDebt, hourlyRate), money.hourlyInterest(pair.baseDebt, hourlyRate));
  const asset = chance.pick(["base", "quote"] as const);
  const largest = money.maxBorrow(pair, asset, { leverage, hourlyRate }, n, measure);
  for (const loan of [largest, largest + 1n, largest + 2n, chance.size(bound)])
    tally.same(
      `a loan of ${loan}`,
      mayBorrow(pair, asset, loan, BigInt(leverage), hourlyRate, price),
      money.isBorrowAllowed(pair, asset, loan, { leverage, hourlyRate }, n, measure),
    );
  tally.holds(
    `the largest loan ${largest} is allowed`,
    largest === 0n || mayBorrow(pair, asset, largest, BigInt(leverage), hourlyRate, price),
  );
  // Base worth less than a unit of quote moves the rounded values in jumps, so that a slightly larger loan may fit again. A quote loan, and
  // a base loan beyond so many jumps, never does.
  const jumps = asset === "quote" ? 1n : 1n + new Ratio(2n * BigInt(leverage), 1n).over(price).ceil();
  for (const ahead of [jumps, jumps + 1n, jumps + chance.size(bound)])
    tally.holds(
      `no loan of ${ahead} above the largest ${largest} is allowed`,
      !mayBorrow(pair, asset, largest + ahead, BigInt(leverage), hourlyRate, price),
    );
  const levels = money.borrowLevelsOf(leverage);
  const percent = [warnLevel(leverage), endLevel(leverage)].map((hundredths) => hundredths * 1_000_000n);
  tally.same("levels", percent, [levels.warn, levels.liquidate]);
  if (pair.base === 0n || pair.baseDebt > 0n) return;
  const theirs = money.borrowLiquidationPrice(pair, levels.liquidate);
  const ours = endPrice(pair, endLevel(leverage));
  tally.holds(
    "the liquidation price of the pair is the exact one",
    ours.top <= 0n ? theirs === undefined : theirs !== undefined && isSameRatio(ours, theirs),
  );
}
