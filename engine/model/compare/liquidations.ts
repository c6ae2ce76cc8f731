import * as money from "@tidemark/money";
import { bankruptcy, bankruptcyOfPart, bankruptcyTick, takenOver } from "../rules/bankruptcy.ts";
import { fillValue, type Kind, type Side } from "../rules/contract.ts";
import { cappedFee, feeOn } from "../rules/fees.ts";
import { type Exposure, isLiquidated, isSicker, shownPrices, spareAt } from "../rules/liquidation.ts";
import { closed, wholeGain } from "../rules/position.ts";
import { whole } from "../rules/ratio.ts";
import type { Chance } from "./chance.ts";
import {
  asLeg,
  type Leg,
  type Market,
  moneyMax,
  nearbyTicks,
  randomLeg,
  randomMarket,
  randomSide,
  randomTicks,
  ticksMax,
} from "./scene.ts";
import type { Tally } from "./tally.ts";

/** the prices that money shows, against those that a search over whole ticks finds. */
function compareShown(tally: Tally, market: Market, wallet: bigint, legs: readonly Exposure[], mark: bigint): void {
  const { contract, measure, bands, tiers } = market;
  const roots = money.liquidationRoots(
    measure,
    wallet,
    legs.map(({ side, held }) => ({ side, leg: asLeg(held), tiers })),
  );
  const shown = shownPrices(contract, bands, wallet, legs);
  // Beyond 2^53, far above any price that can be, money shows the nearest number.
  tally.same(
    "shown prices",
    shown.map(({ direction, ticks }) => [direction, Number(ticks)]),
    roots.map((root) => [root.direction, money.liquidationTicksShown(root)]),
  );
  const nearest = money.liquidationPriceOf(roots, Number(mark));
  const distance = (ticks: bigint): bigint => (ticks > mark ? ticks - mark : mark - ticks);
  if (nearest !== undefined && shown.length === 2) {
    const [down, up] = [distance(shown[0]!.ticks), distance(shown[1]!.ticks)];
    // Whole ticks cannot tell which root is nearer where both are equally far but for their fractions.
    if (down + 2n < up || up + 2n < down) tally.same("nearest to mark", down < up ? "down" : "up", nearest.direction);
  }
  for (const price of shown) walk(tally, market, wallet, legs, price.direction, price.ticks);
}

const ticksWalked = 3n;

/**
 * What a shown price promises. Walking away from health, every tick beyond the shown one is liquidated: beyond it exact equity is below
 * the margin, and rounding only takes more. The shown tick itself and the ticks before it are liquidated only where exact equity is above
 * the margin by less than rounding takes: under one unit of MM a leg, for inverse also under one of value and one of value in the margin.
 */
function walk(
  tally: Tally,
  market: Market,
  wallet: bigint,
  legs: readonly Exposure[],
  direction: "down" | "up",
  shown: bigint,
): void {
  const { contract, bands } = market;
  const step = direction === "down" ? -1n : 1n;
  const roundingMax = whole(BigInt(legs.length) * (contract.kind === "linear" ? 1n : 3n));
  for (let away = -ticksWalked; away <= ticksWalked; away += 1n) {
    const tick = shown + away * step;
    if (tick < 1n || tick > ticksMax) continue;
    const isSick = isLiquidated(contract, bands, wallet, legs, tick);
    const spare = spareAt(contract, bands, wallet, legs, whole(tick));
    if (away > 0n) tally.holds(`the tick ${tick}, beyond the shown ${shown}, is liquidated`, isSick);
    else if (spare.top <= 0n) tally.holds(`the tick ${tick} has no equity to spare and is liquidated`, isSick);
    else if (roundingMax.isAtMost(spare))
      tally.holds(`the tick ${tick}, on the safe side of ${shown}, is sound`, !isSick);
  }
}

/** one isolated leg. */
export function isolatedPrices(chance: Chance, tally: Tally): void {
  const market = randomMarket(chance);
  const mark = randomTicks(chance);
  const leg = randomLeg(chance, market, mark);
  if (leg === undefined) return;
  const margin = chance.oneIn(6) ? chance.size(moneyMax / 8n) : chance.size(leg.held.entry);
  tally.circumstances({ measure: market.measure, bands: market.bands, leg, margin, mark });
  compareShown(tally, market, margin, [leg], mark);
}

/** cross, mostly with both legs. */
export function crossPrices(chance: Chance, tally: Tally): void {
  const market = randomMarket(chance);
  const mark = randomTicks(chance);
  const both: readonly Side[] = chance.oneIn(4) ? [randomSide(chance)] : ["long", "short"];
  const legs: Leg[] = [];
  for (const side of both) {
    const leg = randomLeg(chance, market, mark, side);
    if (leg !== undefined) legs.push(leg);
  }
  if (legs.length === 0) return;
  // Fully hedged every now and then.
  if (legs.length === 2 && chance.oneIn(5)) {
    const { qty } = legs[0]!.held;
    legs[1] = { ...legs[1]!, held: { qty, entry: fillValue(market.contract, mark, qty) + 1n } };
  }
  const wallet = chance.amount(chance.oneIn(3) ? moneyMax / 8n : legs[0]!.held.entry);
  tally.circumstances({ measure: market.measure, bands: market.bands, legs, wallet, mark });
  compareShown(tally, market, wallet, legs, mark);
}

/** */
export function bankruptcies(chance: Chance, tally: Tally): void {
  const market = randomMarket(chance);
  const { contract, measure } = market;
  const mark = randomTicks(chance);
  const leg = randomLeg(chance, market, mark);
  if (leg === undefined) return;
  const { held, side } = leg;
  const margin = chance.oneIn(5) ? chance.size(moneyMax / 8n) : chance.size(held.entry);
  tally.circumstances({ measure, leg, margin });
  const value = bankruptcy(contract.kind, side, held.entry, margin);
  tally.same("bankruptcy value", value, money.bankruptcyValue(measure.kind, side, held.entry, margin));
  const limit = bankruptcyTick(contract, side, held.entry, margin, held.qty);
  tally.same(
    "bankruptcy limit",
    limit === undefined ? undefined : Number(limit),
    money.bankruptcyLimitTicks(measure, side, value, Number(held.qty)),
  );
  const part = chance.size(held.qty);
  tally.same(
    "bankruptcy value of a part",
    bankruptcyOfPart(contract.kind, side, value, part, held.qty),
    money.bankruptcyValueOfPart(measure.kind, side, value, Number(part), Number(held.qty)),
  );
  const left = chance.amount(margin);
  const liqRate = chance.pick([50_000, 1, 100_000_000]);
  const taker = cappedFee(feeOn(held.entry, 55_000), left);
  const fees = money.partialLiquidationFees(held.entry, 55_000, liqRate, left);
  tally.same(
    "partial liquidation fees",
    [taker, cappedFee(feeOn(held.entry, liqRate), left - taker)],
    [fees.takerFee, fees.liquidationFee],
  );
  pairs(chance, tally, market, mark);
}

/** netted pairs and the order of the sick. */
function pairs(chance: Chance, tally: Tally, market: Market, mark: bigint): void {
  const { contract, measure } = market;
  const [long, short] = [randomLeg(chance, market, mark, "long"), randomLeg(chance, market, mark, "short")];
  if (long !== undefined && short !== undefined) {
    const qty = long.held.qty < short.held.qty ? long.held.qty : short.held.qty;
    const value = fillValue(contract, mark, qty);
    const ours = [
      closed(contract.kind, "long", long.held, qty, value),
      closed(contract.kind, "short", short.held, qty, value),
    ];
    const theirs = money.netPair(measure, asLeg(long.held), asLeg(short.held), Number(mark));
    tally.circumstances({ measure, long, short, mark });
    tally.same(
      "netted pair",
      [value, ...ours.map(({ pnl, left }) => [pnl, left.qty, left.entry])],
      [
        theirs.value,
        [theirs.pnlLong, theirs.long.qty, theirs.long.entryValue],
        [theirs.pnlShort, theirs.short.qty, theirs.short.entryValue],
      ],
    );
  }
  const account = (uid: number) => ({ uid, equity: chance.amount(20n), needed: chance.size(20n) });
  const [a, b] = [account(chance.between(1, 3)), account(chance.between(1, 3))];
  if (a.uid === b.uid) return;
  tally.circumstances({ a, b });
  const asSick = ({ uid, equity, needed }: typeof a) => ({ uid, equity, maintenanceMargin: needed });
  tally.same("sicker", isSicker(a, b), money.compareSick(asSick(a), asSick(b)) < 0);
}

/** cash and bonus end at zero, whatever the equity. */
export function takeovers(chance: Chance, tally: Tally): void {
  const kind: Kind = chance.pick(["linear", "inverse"]);
  const legs = Array.from({ length: chance.between(1, 4) }, () => {
    const market = randomMarket(chance, kind);
    const mark = randomTicks(chance);
    const leg = randomLeg(chance, market, mark);
    if (leg === undefined) return undefined;
    const value = fillValue(market.contract, chance.oneIn(2) ? mark : nearbyTicks(chance, mark), leg.held.qty);
    return value < 1n ? undefined : { kind, side: leg.side, entry: leg.held.entry, value };
  }).filter((leg) => leg !== undefined);
  if (legs.length === 0) return;
  const cashAndBonus = chance.amount(chance.oneIn(2) ? legs[0]!.entry : moneyMax / 8n);
  tally.circumstances({ cashAndBonus, legs });
  const ours = takenOver(cashAndBonus, legs);
  const asked = legs.map(({ side, entry, value }) => ({ kind, side, entryValue: entry, markValue: value }));
  tally.same("takeover equity", ours.equity, money.takeoverEquity(cashAndBonus, asked));
  if (!ours.isShared) {
    let thrown = false;
    try {
      money.takeoverOf(ours.equity, asked);
    } catch {
      thrown = true;
    }
    tally.holds("an equity that no leg can bear stops the takeover", thrown);
    return;
  }
  const theirs = money.takeoverOf(ours.equity, asked);
  tally.same(
    "takeover",
    ours.legs,
    theirs.map(({ share, value, pnl }) => ({ share, value, pnl })),
  );
  legs.forEach((leg, i) => {
    const remained = wholeGain(kind, leg.side, ours.legs[i]!.value, leg.value);
    tally.same(
      "margin to the fund",
      remained > 0n ? remained : 0n,
      money.takeoverMargin({ kind, side: leg.side, markValue: leg.value }, theirs[i]!.value),
    );
  });
  const left = cashAndBonus + theirs.reduce((sum, { pnl }) => sum + pnl, 0n);
  tally.same("cash and bonus after a takeover", 0n, left);
}
