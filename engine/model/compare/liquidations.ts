import * as money from "@tidemark/money";
import { bankruptcy, bankruptcyOfPart, bankruptcyTick, takenOver } from "../rules/bankruptcy.ts";
import { fillValue, type Kind, type Side } from "../rules/contract.ts";
import { cappedFee, feeOn } from "../rules/fees.ts";
import { type Exposure, isLiquidated, isMoreUrgent, shownPrices, spareAt } from "../rules/liquidation.ts";
import { closed, wholeGain } from "../rules/position.ts";
import { whole } from "../rules/ratio.ts";
import type { Chance } from "./chance.ts";
import {
  asPosition,
  type Position,
  type Market,
  moneyMax,
  nearbyTicks,
  randomPosition,
  randomMarket,
  randomSide,
  randomTicks,
  ticksMax,
} from "./scene.ts";
import type { Tally } from "./tally.ts";

/** the prices that money shows, against those that a search over whole ticks finds. */
function compareShown(
  tally: Tally,
  market: Market,
  wallet: bigint,
  positions: readonly Exposure[],
  mark: bigint,
): void {
  const { contract, measure, bands, tiers } = market;
  const roots = money.liquidationRoots(
    measure,
    wallet,
    positions.map(({ side, held }) => ({ side, position: asPosition(held), tiers })),
  );
  const shown = shownPrices(contract, bands, wallet, positions);
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
  for (const price of shown) walk(tally, market, wallet, positions, price.direction, price.ticks);
}

const ticksWalked = 3n;

/**
 * What a shown price promises. Walking away from health, every tick beyond the shown one is liquidated: beyond it exact equity is below
 * the margin, and rounding only takes more. The shown tick itself and the ticks before it are liquidated only where exact equity is above
 * the margin by less than rounding takes: under one unit of MM a position, for inverse also under one of value and one of value in the margin.
 */
function walk(
  tally: Tally,
  market: Market,
  wallet: bigint,
  positions: readonly Exposure[],
  direction: "down" | "up",
  shown: bigint,
): void {
  const { contract, bands } = market;
  const step = direction === "down" ? -1n : 1n;
  const roundingMax = whole(BigInt(positions.length) * (contract.kind === "linear" ? 1n : 3n));
  for (let away = -ticksWalked; away <= ticksWalked; away += 1n) {
    const tick = shown + away * step;
    if (tick < 1n || tick > ticksMax) continue;
    const isLiquidatable = isLiquidated(contract, bands, wallet, positions, tick);
    const spare = spareAt(contract, bands, wallet, positions, whole(tick));
    if (away > 0n) tally.holds(`the tick ${tick}, beyond the shown ${shown}, is liquidated`, isLiquidatable);
    else if (spare.top <= 0n) tally.holds(`the tick ${tick} has no equity to spare and is liquidated`, isLiquidatable);
    else if (roundingMax.isAtMost(spare))
      tally.holds(`the tick ${tick}, on the safe side of ${shown}, is sound`, !isLiquidatable);
  }
}

/** one isolated position. */
export function isolatedPrices(chance: Chance, tally: Tally): void {
  const market = randomMarket(chance);
  const mark = randomTicks(chance);
  const position = randomPosition(chance, market, mark);
  if (position === undefined) return;
  const margin = chance.oneIn(6) ? chance.size(moneyMax / 8n) : chance.size(position.held.entry);
  tally.circumstances({ measure: market.measure, bands: market.bands, position, margin, mark });
  compareShown(tally, market, margin, [position], mark);
}

/** cross, mostly with both positions. */
export function crossPrices(chance: Chance, tally: Tally): void {
  const market = randomMarket(chance);
  const mark = randomTicks(chance);
  const both: readonly Side[] = chance.oneIn(4) ? [randomSide(chance)] : ["long", "short"];
  const positions: Position[] = [];
  for (const side of both) {
    const position = randomPosition(chance, market, mark, side);
    if (position !== undefined) positions.push(position);
  }
  if (positions.length === 0) return;
  // Fully hedged every now and then.
  if (positions.length === 2 && chance.oneIn(5)) {
    const { qty } = positions[0]!.held;
    positions[1] = { ...positions[1]!, held: { qty, entry: fillValue(market.contract, mark, qty) + 1n } };
  }
  const wallet = chance.amount(chance.oneIn(3) ? moneyMax / 8n : positions[0]!.held.entry);
  tally.circumstances({ measure: market.measure, bands: market.bands, positions, wallet, mark });
  compareShown(tally, market, wallet, positions, mark);
}

/** */
export function bankruptcies(chance: Chance, tally: Tally): void {
  const market = randomMarket(chance);
  const { contract, measure } = market;
  const mark = randomTicks(chance);
  const position = randomPosition(chance, market, mark);
  if (position === undefined) return;
  const { held, side } = position;
  const margin = chance.oneIn(5) ? chance.size(moneyMax / 8n) : chance.size(held.entry);
  tally.circumstances({ measure, position, margin });
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
  const [long, short] = [randomPosition(chance, market, mark, "long"), randomPosition(chance, market, mark, "short")];
  if (long !== undefined && short !== undefined) {
    const qty = long.held.qty < short.held.qty ? long.held.qty : short.held.qty;
    const value = fillValue(contract, mark, qty);
    const ours = [
      closed(contract.kind, "long", long.held, qty, value),
      closed(contract.kind, "short", short.held, qty, value),
    ];
    const theirs = money.netPair(measure, asPosition(long.held), asPosition(short.held), Number(mark));
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
  const asAtMaintenance = ({ uid, equity, needed }: typeof a) => ({ uid, equity, maintenanceMargin: needed });
  tally.same("sicker", isMoreUrgent(a, b), money.compareUrgency(asAtMaintenance(a), asAtMaintenance(b)) < 0);
}

/** cash and bonus end at zero, whatever the equity. */
export function takeovers(chance: Chance, tally: Tally): void {
  const kind: Kind = chance.pick(["linear", "inverse"]);
  const positions = Array.from({ length: chance.between(1, 4) }, () => {
    const market = randomMarket(chance, kind);
    const mark = randomTicks(chance);
    const position = randomPosition(chance, market, mark);
    if (position === undefined) return undefined;
    const value = fillValue(market.contract, chance.oneIn(2) ? mark : nearbyTicks(chance, mark), position.held.qty);
    return value < 1n ? undefined : { kind, side: position.side, entry: position.held.entry, value };
  }).filter((position) => position !== undefined);
  if (positions.length === 0) return;
  const cashAndBonus = chance.amount(chance.oneIn(2) ? positions[0]!.entry : moneyMax / 8n);
  tally.circumstances({ cashAndBonus, positions });
  const ours = takenOver(cashAndBonus, positions);
  const asked = positions.map(({ side, entry, value }) => ({ kind, side, entryValue: entry, markValue: value }));
  tally.same("takeover equity", ours.equity, money.takeoverEquity(cashAndBonus, asked));
  if (!ours.isShared) {
    let thrown = false;
    try {
      money.takeoverOf(ours.equity, asked);
    } catch {
      thrown = true;
    }
    tally.holds("an equity that no position can bear stops the takeover", thrown);
    return;
  }
  const theirs = money.takeoverOf(ours.equity, asked);
  tally.same(
    "takeover",
    ours.positions,
    theirs.map(({ share, value, pnl }) => ({ share, value, pnl })),
  );
  positions.forEach((position, i) => {
    const remained = wholeGain(kind, position.side, ours.positions[i]!.value, position.value);
    tally.same(
      "margin to the fund",
      remained > 0n ? remained : 0n,
      money.takeoverMargin({ kind, side: position.side, markValue: position.value }, theirs[i]!.value),
    );
  });
  const left = cashAndBonus + theirs.reduce((sum, { pnl }) => sum + pnl, 0n);
  tally.same("cash and bonus after a takeover", 0n, left);
}
