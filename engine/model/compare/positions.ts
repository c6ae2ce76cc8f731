import * as money from "@tidemark/money";
import { exactValue, fillValue, isBookable, listed, marginValue, priceAtValue } from "../rules/contract.ts";
import { feeOn, referral } from "../rules/fees.ts";
import { clearing, closed, opened, returnBasisPoints, unrealised } from "../rules/position.ts";
import { Ratio, whole } from "../rules/ratio.ts";
import { marginOf } from "../rules/reserve.ts";
import { bandOf, cumOf, maintenance, riskLimit, sizeOfTierBelow } from "../rules/tiers.ts";
import type { Chance } from "./chance.ts";
import {
  asPosition,
  moneyMax,
  nearbyTicks,
  orderQtyMax,
  qtyNearSafeRange,
  randomPosition,
  randomMarket,
  randomQty,
  randomSide,
  randomTicks,
} from "./scene.ts";
import type { Tally } from "./tally.ts";

/** A figure in plain numbers is the exact one, or says by NaN that it left the safe range. */
export function sameOrUnsafe(tally: Tally, what: string, ours: bigint, theirs: number): void {
  if (!Number.isNaN(theirs)) tally.same(what, ours, theirs);
}

/** A fraction of money's as a model's one. */
const ratioOf = ({ numerator, denominator }: money.Fraction): Ratio => new Ratio(numerator, denominator);
export const isSameRatio = (ours: Ratio, theirs: money.Fraction): boolean =>
  ours.isAtMost(ratioOf(theirs)) && ratioOf(theirs).isAtMost(ours);

/** listings, values, fees, prices. */
export function values(chance: Chance, tally: Tally): void {
  const market = randomMarket(chance);
  const ticks = randomTicks(chance);
  const qty = chance.oneIn(3) ? qtyNearSafeRange(chance, market, ticks) : randomQty(chance, market, [ticks]);
  if (qty === 0n) return;
  const { contract, measure } = market;
  tally.circumstances({ measure, ticks, qty });
  tally.same("worth", contract.worth.top, measure.kind === "linear" ? measure.unit : measure.k);
  const value = fillValue(contract, ticks, qty);
  const value1 = marginValue(contract, ticks, qty);
  const [t, q] = [Number(ticks), Number(qty)];
  tally.same("trade value", value, money.tradeValue(measure, t, q));
  tally.same("value up", value1, money.valueCeil(measure, t, q));
  sameOrUnsafe(tally, "trade value in numbers", value, money.tradeValueInNumbers(measure, t, q));
  sameOrUnsafe(tally, "value up in numbers", value1, money.valueCeilInNumbers(measure, t, q));
  const rate = chance.pick([0, 20_000, 55_000, 100_000, -5_000, chance.between(-90_000_000, 90_000_000)]);
  tally.same("fee", feeOn(value, rate), money.feeOf(value, rate));
  if (value < 2n ** 53n)
    sameOrUnsafe(tally, "fee in numbers", feeOn(value, rate), money.feeInNumbers(Number(value), rate));
  tally.same(
    "referral",
    referral(feeOn(value, rate), Math.abs(rate)),
    money.referralShare(feeOn(value, rate), Math.abs(rate)),
  );
  if (value > 0n) {
    const entry = priceAtValue(contract, whole(value), qty);
    tally.holds("the entry price is the exact one", isSameRatio(entry, money.priceOfValue(measure, value, q)));
    tally.holds(
      "at its entry price a position has its entry value",
      exactValue(contract, entry, qty).minus(whole(value)).top === 0n,
    );
  }
  listings(chance, tally);
}

/** any two sizes, most of which cannot be booked. */
function listings(chance: Chance, tally: Tally): void {
  const [tick, size] = [chance.size(10n ** 9n), chance.size(10n ** 11n)];
  const asDecimal = (units: bigint): Ratio => new Ratio(units, 100_000_000n);
  for (const kind of ["linear", "inverse"] as const) {
    const contract = listed({ kind, tickSize: asDecimal(tick), size: asDecimal(size), scale: 8 });
    if (contract.worth.top > 2n ** 53n) continue;
    const measure = kind === "linear" ? money.linearMeasureOf(tick, size, 8) : money.inverseMeasureOf(size, tick, 8);
    tally.same(`a ${kind} listing of ${tick} and ${size} is bookable`, isBookable(contract), measure !== undefined);
  }
}

/** a life of a position, fill by fill. */
export function positions(chance: Chance, tally: Tally): void {
  const market = randomMarket(chance);
  const { contract, measure } = market;
  const side = randomSide(chance);
  const mark = randomTicks(chance);
  let held = { qty: 0n, entry: 0n };
  let position: money.Position = { qty: 0, entryValue: 0n };
  for (let fill = chance.between(2, 6); fill > 0; fill -= 1) {
    const ticks = nearbyTicks(chance, mark);
    if (held.qty === 0n || chance.oneIn(2)) {
      const qty = randomQty(chance, market, [ticks, mark], orderQtyMax);
      if (qty === 0n) return;
      const value = fillValue(contract, ticks, qty);
      held = opened(held, qty, value);
      position = money.openFill(position, Number(qty), value);
    } else {
      const qty = chance.oneIn(4) ? held.qty : chance.size(held.qty);
      const value = fillValue(contract, ticks, qty);
      tally.circumstances({ measure, side, held, close: qty, value });
      const ours = closed(contract.kind, side, held, qty, value);
      const theirs = money.closeFill(measure.kind, side, position, Number(qty), value);
      tally.same(
        "close",
        [ours.released, ours.pnl, ours.left],
        [theirs.released, theirs.pnl, { qty: theirs.position.qty, entry: theirs.position.entryValue }],
      );
      held = ours.left;
      position = theirs.position;
    }
    tally.same("position", held, { qty: position.qty, entry: position.entryValue });
  }
  tally.circumstances({ measure, side, held, mark });
  const pnl = unrealised(contract, side, held, mark);
  tally.same("unrealised PnL", pnl, money.unrealisedPnl(measure, side, position, Number(mark)));
  if (position.entryValue < 2n ** 53n)
    sameOrUnsafe(
      tally,
      "unrealised PnL in numbers",
      pnl,
      money.unrealisedPnlInNumbers(measure, side, position.qty, Number(position.entryValue), Number(mark)),
    );
  const leverage = chance.between(1, 125);
  if (held.entry > 0n)
    tally.same(
      "ROE",
      returnBasisPoints(pnl, held.entry, BigInt(leverage)),
      money.roeBasisPoints(pnl, held.entry, leverage),
    );
  const other = chance.size(moneyMax);
  const sides = [{ side, entry: held.entry }, { side: side === "long" ? "short" : "long", entry: other } as const];
  const entryOf = (wanted: string): bigint => sides.find((at) => at.side === wanted)!.entry;
  tally.same(
    "clearing",
    clearing(contract.kind, sides),
    money.clearingOf(measure.kind, entryOf("long"), entryOf("short")),
  );
}

/** step 3: on the borders of every tier, one unit to each side, and anywhere. */
export function tierBorders(chance: Chance, tally: Tally): void {
  const market = randomMarket(chance);
  const { bands, tiers } = market;
  const numbers = money.tierNumbersOf(tiers);
  tally.circumstances({ bands });
  const leverage = chance.between(1, 125);
  bands.forEach((band, i) => {
    tally.same("cum", cumOf(bands, i).reduced().top, tiers[i]!.cum);
    tally.holds("cum is whole", cumOf(bands, i).reduced().bottom === 1n);
    for (const value of [band.upTo - 1n, band.upTo, band.upTo + 1n, chance.size(moneyMax)]) {
      tally.circumstances({ bands, value });
      const needed = maintenance(bands, value);
      tally.same("maintenance margin", needed, money.maintenanceMargin(tiers, value));
      if (value < 2n ** 53n)
        sameOrUnsafe(
          tally,
          "maintenance margin in numbers",
          needed,
          money.maintenanceMarginInNumbers(numbers, Number(value)),
        );
      tally.same("tier", bandOf(bands, value), money.tierIndexOf(tiers, value));
      tally.same("highest leverage", bands[bandOf(bands, value)]!.maxLeverage, money.maxLeverageOf(tiers, value));
      const limit = riskLimit(bands, leverage);
      tally.same("risk limit", limit !== undefined && value <= limit, money.isWithinRiskLimit(tiers, leverage, value));
      tally.same("initial margin", marginOf(value, BigInt(leverage)), money.initialMargin(value, leverage));
      if (value < 2n ** 53n)
        sameOrUnsafe(
          tally,
          "initial margin in numbers",
          marginOf(value, BigInt(leverage)),
          money.initialMarginInNumbers(Number(value), leverage),
        );
    }
  });
  const mark = randomTicks(chance);
  const position = randomPosition(chance, market, mark);
  if (position === undefined) return;
  const { qty } = position.held;
  tally.circumstances({ measure: market.measure, bands, qty, mark });
  const target = sizeOfTierBelow(market.contract, bands, qty, mark);
  const step = money.tierStep(market.measure, tiers, Number(qty), Number(mark));
  tally.same(
    "tier step",
    target === undefined ? undefined : [target, qty - target],
    step === undefined ? undefined : [step.targetQty, step.closeQty],
  );
  const health = money.positionHealth(market.measure, tiers, position.side, asPosition(position.held), Number(mark));
  const value = marginValue(market.contract, mark, qty);
  tally.same(
    "health",
    [unrealised(market.contract, position.side, position.held, mark), value, maintenance(bands, value)],
    [health.uPnl, health.notional, health.maintenanceMargin],
  );
}
