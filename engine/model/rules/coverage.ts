import { type Counterparty, deleveraged } from "./adl.ts";
import { bankruptcy, bankruptcyOfPart } from "./bankruptcy.ts";
import type { Kind, Side } from "./contract.ts";
import { closed, type Holding, wholeGain } from "./position.ts";
import { most, Ratio, sumOf } from "./ratio.ts";

type Done = {
  readonly place: number;
  readonly qty: bigint;
  readonly value: bigint;
  readonly pnl: bigint;
  readonly spared: bigint;
};

/** The last one done takes the units of flooring, at most so many, unless it pays its own bankruptcy value. */
const unitsOfFlooring = 2n;

/**
 * the parts of the whole deleveraging, as many as fund, profits and company cover together with what the engine loses, and of
 * the next one the most lots. Found by trying: every number of whole parts, then every number of lots. Flooring may leave a gap of some lots
 * that are not covered below more that are: each border is an answer, the largest is the last.
 */
export function coveredParts(
  kind: Kind,
  side: Side,
  engine: Holding,
  bankrupt: { readonly value: bigint; readonly qty: bigint },
  queue: readonly Counterparty[],
  purse: bigint,
): readonly (readonly Done[])[] {
  const { parts } = deleveraged(kind, side, bankrupt, queue, 0n, 0n);
  const engineSide: Side = side === "long" ? "short" : "long";
  const lacking = (done: readonly Done[]): bigint => {
    const value = sumOf(done.map((part) => part.value));
    const qty = sumOf(done.map((part) => part.qty));
    const profits = sumOf(done.map(({ pnl }) => most(0n, pnl)));
    return -closed(kind, engineSide, engine, qty, value).pnl - profits - purse;
  };
  const isCovered = (done: readonly Done[]): boolean =>
    done.length === 0 || lacking(done) <= (done.at(-1)!.spared > 0n ? 0n : unitsOfFlooring);
  let done: readonly Done[] = [];
  for (let count = 1; count <= parts.length; count += 1)
    if (isCovered(parts.slice(0, count))) done = parts.slice(0, count);
  const next = parts[done.length];
  const borders: (readonly Done[])[] = [];
  let before = done;
  for (let qty = 1n; next !== undefined && qty <= next.qty; qty += 1n) {
    const tried = [...done, someOf(kind, side, queue[next.place]!, next, qty)];
    if (isCovered(before) && !(qty < next.qty && isCovered(tried))) borders.push(before);
    before = tried;
  }
  if (next === undefined) borders.push(done);
  return borders.map((some) => (some.length === 0 ? some : bearing(kind, side, some, most(0n, lacking(some)))));
}

/** Fewer lots of the same counterparty, offered at the price of its whole part, floored. */
function someOf(kind: Kind, side: Side, { held, margin }: Counterparty, whole: Done, qty: bigint): Done {
  const [dearer, cheaper] = [whole.value + whole.spared, whole.value - whole.spared];
  const wasOffered = wholeGain(kind, side, dearer, whole.value) === whole.spared ? dearer : cheaper;
  const offered = new Ratio(wasOffered * qty, whole.qty).floor();
  const own = bankruptcyOfPart(kind, side, bankruptcy(kind, side, held.entry, margin), qty, held.qty);
  const spared = most(0n, wholeGain(kind, side, offered, own));
  const value = spared > 0n ? own : offered;
  return { place: whole.place, qty, value, pnl: closed(kind, side, held, qty, value).pnl, spared };
}

/** The last one's value moves against it by so many units; where it wins, its profit pays already and goes before them. */
function bearing(kind: Kind, side: Side, done: readonly Done[], units: bigint): readonly Done[] {
  const last = done.at(-1)!;
  const by = units === 0n ? 0n : units + most(0n, last.pnl);
  const isWorseAbove = wholeGain(kind, side, last.value, last.value + by) < 0n;
  const value = isWorseAbove ? last.value + by : last.value - by;
  return [...done.slice(0, -1), { ...last, value, pnl: last.pnl - by }];
}
