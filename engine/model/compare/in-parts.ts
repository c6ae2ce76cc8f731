import * as money from "@tidemark/money";
import { coveredParts } from "../rules/coverage.ts";
import { exactValue, fillValue, type Side } from "../rules/contract.ts";
import { closedInParts, type Offer } from "../rules/in-parts.ts";
import { sumOf, whole } from "../rules/ratio.ts";
import type { Chance } from "./chance.ts";
import { asPosition, nearbyTicks, randomPosition, randomMarket, randomSide, randomTicks } from "./scene.ts";
import type { Tally } from "./tally.ts";

/** a close that fills in parts costs no more than the margin, however many there are and whatever fees they pay. */
export function closesInParts(chance: Chance, tally: Tally): void {
  const market = randomMarket(chance);
  const { contract, measure } = market;
  const mark = randomTicks(chance);
  const position = randomPosition(chance, market, mark);
  if (position === undefined) return;
  const { held, side } = position;
  const margin = chance.size(held.entry);
  const rate = chance.pick([55_000, 0, 20_000, 1_000_000]);
  const value = money.bankruptcyValue(measure.kind, side, held.entry, margin);
  const limit = money.bankruptcyLimitTicks(measure, side, value, Number(held.qty));
  // Around the first limit, where each fee decides whether the next offer still fits.
  const around = limit === undefined || limit < 1 || limit > 2_147_483_000 ? mark : BigInt(limit);
  const offers: Offer[] = Array.from({ length: chance.between(1, 8) }, () => ({
    ticks: chance.oneIn(3) ? nearbyTicks(chance, around) : around + BigInt(chance.between(0, 3)),
    qty: chance.size(held.qty),
  })).filter(({ ticks, qty }) => exactValue(contract, whole(ticks), qty).floor() > 0n);
  tally.circumstances({ measure, side, held, margin, rate, offers });
  const ours = closedInParts(contract, side, held, margin, rate, offers);
  const theirs = closedByMoney(measure, side, asPosition(held), margin, rate, offers);
  tally.same(
    "fills",
    [ours.fills.map(({ qty, pnl, fee }) => [qty, pnl, fee]), ours.endedBy],
    [theirs.fills, theirs.endedBy],
  );
  tally.same(
    "what is left",
    [ours.left.qty, ours.left.entry, ours.margin, ours.toCash],
    [theirs.position.qty, theirs.position.entryValue, theirs.margin, theirs.toCash],
  );
  // flooring may take one unit a fill from an inverse position that has less than two units of margin left.
  const floored = contract.kind === "inverse" ? BigInt(ours.fills.filter(({ spare }) => spare < 2n).length) : 0n;
  tally.holds(`nobody else pays ${ours.overdrawn}, at most ${floored}`, ours.overdrawn <= floored);
}

/** The same with the formulas that the engine calls before and after each fill. */
function closedByMoney(
  measure: money.ContractMeasure,
  side: Side,
  held: money.Position,
  first: bigint,
  rate: number,
  offers: readonly Offer[],
) {
  let [position, margin, toCash] = [held, first, 0n];
  const fills: (bigint | number)[][] = [];
  for (const { ticks, qty } of offers) {
    if (position.qty === 0) break;
    const value = money.bankruptcyValue(measure.kind, side, position.entryValue, margin);
    const limit = money.bankruptcyLimitTicks(measure, side, value, position.qty);
    if (limit !== undefined && (side === "long" ? Number(ticks) < limit : Number(ticks) > limit))
      return { fills, position, margin, toCash, endedBy: limit };
    const size = Math.min(Number(qty), position.qty);
    const traded = money.tradeValue(measure, Number(ticks), size);
    const { pnl, position: left } = money.closeFill(measure.kind, side, position, size, traded);
    const after = money.closeIsolated({
      isoMargin: margin,
      qty: position.qty,
      closeQty: size,
      pnl,
      fee: money.feeOf(traded, rate),
    });
    fills.push([size, pnl, after.feeCharged]);
    toCash += after.toCash + (left.qty === 0 ? after.marginLeft : 0n);
    margin = left.qty === 0 ? 0n : after.marginLeft;
    position = left;
  }
  return { fills, position, margin, toCash, endedBy: undefined };
}

/** few lots and poor payers, so that every way to cover a part can be tried. */
export function coverings(chance: Chance, tally: Tally): void {
  const market = randomMarket(chance);
  const { contract, measure } = market;
  const mark = BigInt(chance.between(1_000, 900_000));
  const side = randomSide(chance);
  const queue = Array.from({ length: chance.between(1, 4) }, () => {
    const qty = BigInt(chance.between(1, 40));
    const entry = fillValue(contract, nearbyTicks(chance, mark), qty) + 1n;
    return { held: { qty, entry }, margin: chance.oneIn(4) ? 0n : chance.size(entry) / BigInt(chance.pick([1, 20])) };
  });
  const all = sumOf(queue.map(({ held }) => held.qty));
  const qty = chance.oneIn(2) ? all : chance.size(all);
  const value = fillValue(contract, nearbyTicks(chance, mark), qty) + 1n;
  // Right after a takeover the engine's entry is the value itself; later inventory is closed at mark, and the engine may hold more of it.
  const more = chance.oneIn(2) ? 0n : BigInt(chance.below(20));
  const isFresh = more === 0n && chance.oneIn(2);
  const entry = isFresh ? value : fillValue(contract, nearbyTicks(chance, mark), qty + more) + 1n;
  const engine = { qty: qty + more, entry };
  const some = (): bigint => (chance.oneIn(2) ? 0n : chance.size(value) / 20n);
  const [fund, treasury] = [some(), some()];
  tally.circumstances({ measure, side, engine, value, qty, queue, fund, treasury });
  const bankrupt = { value, qty: Number(qty) };
  const split = new money.AdlSplit(measure.kind, side, bankrupt);
  const holders = queue.map(({ held, margin }) => ({ ...asPosition(held), margin }));
  for (let place = 0; place < holders.length && split.qtyLeft > 0; place += 1) split.offer(place, holders[place]!);
  while (split.force());
  const engineSide: Side = side === "long" ? "short" : "long";
  const theirs = money.coverableParts(
    measure.kind,
    { side: engineSide, position: asPosition(engine) },
    split.parts,
    (place) => holders[place]!,
    { fund, treasury },
  );
  const ours = coveredParts(contract.kind, side, engine, { value, qty }, queue, fund + treasury);
  const listed = theirs.map((part) => [part.place, part.qty, part.value, part.pnl, part.shortfall]);
  const lots = (parts: readonly { readonly qty: bigint | number }[]): number => Number(parts.at(-1)?.qty ?? 0);
  const same = ours.find((parts) => parts.length === theirs.length && lots(parts) === lots(theirs)) ?? ours.at(-1)!;
  tally.same(
    "covered parts",
    same.map((part) => [part.place, part.qty, part.value, part.pnl, part.spared]),
    listed,
  );
  if (theirs.length === 0) return;
  const done = sumOf(theirs.map((part) => BigInt(part.qty)));
  const worth = sumOf(theirs.map((part) => part.value));
  const loss = -money.closeFill(measure.kind, engineSide, asPosition(engine), Number(done), worth).pnl;
  const paid = money.payLoss(loss > 0n ? loss : 0n, theirs, { fund, treasury });
  tally.same("uncovered", 0n, paid.uncovered);
  tally.holds(
    "payers pay what the engine loses, to the unit",
    paid.fundPays + paid.cutFromProfits + paid.treasuryPays === (loss > 0n ? loss : 0n),
  );
}
