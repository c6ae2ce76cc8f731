import * as money from "@tidemark/money";
import { faceUsed, firesWhen, isPaidByFace, trimmed } from "../rules/closing.ts";
import * as rules from "../rules/prices.ts";
import { least, most, sumOf } from "../rules/ratio.ts";
import { trailingTrigger } from "../rules/trailing.ts";
import type { Chance } from "./chance.ts";
import {
  moneyMax,
  nearbyTicks,
  orderQtyMax,
  randomMarket,
  randomQty,
  randomSide,
  randomTicks,
  ticksMax,
} from "./scene.ts";
import type { Tally } from "./tally.ts";

/** Bands, marks, the breaker and the cap of open interest. */
export function prices(chance: Chance, tally: Tally): void {
  const index = randomTicks(chance);
  const rate = chance.pick([5_000_000, 3_000_000, 50_000_000, chance.between(0, 100_000_000)]);
  const n = Number(index);
  tally.circumstances({ index, rate });
  tally.same(
    "band",
    [rules.highestOf(index, rate), rules.lowestOf(index, rate)],
    [money.bandMax(n, rate), money.bandMin(n, rate)],
  );
  marks(chance, tally, index, rate);
  const breaker = chance.pick([10_000_000, 20_000_000, chance.between(1, 99_999_999)]);
  const { min, max } = money.breakerRange(n, breaker);
  for (const near of [nearbyTicks(chance, index), BigInt(min), BigInt(max)])
    for (const then of [near - 1n, near, near + 1n])
      if (then > 0n)
        tally.same(
          `breaker of ${breaker} from ${then}`,
          rules.isBroken(index, then, breaker),
          then < BigInt(min) || then > BigInt(max),
        );
  const market = randomMarket(chance);
  const assumed = nearbyTicks(chance, index);
  const [open, qty] = [randomQty(chance, market, [index]), randomQty(chance, market, [assumed])];
  const counted =
    money.openInterestOf(market.measure, Number(open), n) +
    money.openInterestOf(market.measure, Number(qty), Number(assumed));
  const cap = counted + BigInt(chance.between(-1, 1));
  tally.circumstances({ measure: market.measure, open, qty, index, assumed, cap });
  tally.same(
    "open interest",
    rules.fitsOpenInterest(market.contract, open, index, qty, assumed, cap),
    money.isWithinOpenInterestCap(
      market.measure,
      money.openInterestOf(market.measure, Number(open), n),
      { qty: Number(qty), assumedTicks: Number(assumed) },
      cap,
    ),
  );
}

function marks(chance: Chance, tally: Tally, index: bigint, clamp: number): void {
  const n = Number(index);
  const intervalMs = chance.pick([28_800_000, 3_600_000]);
  const [funding, untilMs] = [chance.between(-300_000, 300_000), chance.between(0, intervalMs)];
  // A book some way off the index, mostly tight; every now and then its spread is on the border of 2 % or far beyond.
  const middle = nearbyTicks(chance, index);
  const seen = Array.from({ length: chance.between(5, 30) }, () => {
    const bid = chance.oneIn(8) ? nearbyTicks(chance, middle) : middle;
    const wide = bid / chance.pick([1_000n, 1_000n, 1_000n, 100n, 50n, 49n, 10n]);
    return [bid, least(bid + wide + BigInt(chance.below(3)), ticksMax)] as const;
  });
  const last = chance.oneIn(5) ? undefined : nearbyTicks(chance, index);
  tally.circumstances({ index, funding, untilMs, intervalMs, seen, last, clamp });
  let [sum, samples] = [0, 0];
  const kept: (readonly [bigint, bigint])[] = [];
  for (const [bid, ask] of seen) {
    const sample = money.basisSampleOf(Number(bid), Number(ask), n);
    tally.same("sampled", rules.isSampled(bid, ask), sample !== undefined);
    if (sample === undefined) continue;
    kept.push([bid, ask]);
    [sum, samples] = [sum + sample, samples + 1];
  }
  const p1 = rules.byFunding(index, funding, BigInt(untilMs), BigInt(intervalMs));
  const p2 = rules.byBook(index, kept);
  const [theirP1, theirP2] = [
    money.fundingBasisPrice(n, funding, untilMs, intervalMs),
    money.bookBasisPrice(n, sum, samples),
  ];
  tally.same("P1 and P2", [p1.nearest(), p2?.nearest()], [theirP1, theirP2]);
  const theirs = money.markClamped(
    money.markMedian(theirP1, theirP2, last === undefined ? undefined : Number(last)),
    n,
    clamp,
  );
  tally.same("mark", rules.markOf(index, p1, p2, last, clamp), theirs);
  const previous = nearbyTicks(chance, index);
  tally.same(
    `protected step from ${previous}`,
    rules.protectedStep(previous, index),
    money.markTowardLast(Number(previous), n),
  );
  const stood = seen.map(([ticks]) => ({ ticks, ms: BigInt(chance.below(60_000)) }));
  tally.same(
    "mean over time",
    rules.meanOverTime(stood),
    money.timeWeightedMean(stood.map(({ ticks, ms }) => ({ ticks: Number(ticks), ms: Number(ms) }))),
  );
}

/** where a trailing stop fires by its best price, and at no price before. */
function trailingStops(chance: Chance, tally: Tally): void {
  const side = randomSide(chance);
  const best = randomTicks(chance);
  const [bps, away] = [chance.between(10, 1_000), chance.between(1, 100_000)];
  tally.circumstances({ side, best, bps, away });
  tally.same(
    "trailing trigger in basis points",
    trailingTrigger(side, best, { bps: BigInt(bps) }),
    money.trailingTrigger(side, Number(best), bps, "basisPoints"),
  );
  tally.same(
    "trailing trigger in ticks",
    trailingTrigger(side, best, { ticks: BigInt(away) }),
    money.trailingTrigger(side, Number(best), away, "ticks"),
  );
}

/** Resting closes, triggers, limits and vouchers. */
export function closings(chance: Chance, tally: Tally): void {
  const closes = Array.from({ length: chance.below(6) }, () => chance.size(20n));
  const fits = chance.bigBelow(sumOf(closes) + 3n);
  tally.circumstances({ closes, fits });
  tally.same("trimmed", trimmed(closes, fits), money.trimNewestFirst(closes.map(Number), Number(fits)));
  const [trigger, reference, source] = [chance.between(1, 5), chance.between(1, 5), chance.between(1, 5)];
  tally.circumstances({ trigger, reference, source });
  const direction = money.triggerDirectionOf(trigger, reference);
  tally.same(
    "trigger",
    firesWhen(BigInt(trigger), BigInt(reference))?.(BigInt(source)),
    direction === undefined ? undefined : money.isTriggerHit(direction, trigger, source),
  );
  trailingStops(chance, tally);
  const [a, b] = [randomTicks(chance), randomTicks(chance)];
  tally.same("tighter limit of a sell", most(a, b), money.tighterLimit("sell", Number(a), Number(b)));
  tally.same("tighter limit of a buy", least(a, b), money.tighterLimit("buy", Number(a), Number(b)));
  const market = randomMarket(chance);
  const [face, leverage] = [chance.size(moneyMax / 1_024n), chance.between(1, 125)];
  const ticks = randomTicks(chance);
  tally.circumstances({ measure: market.measure, face, leverage, ticks });
  const largest = money.voucherQty(market.measure, {
    face,
    leverage,
    takerRate: 55_000,
    protectionTicks: Number(ticks),
  });
  const isPaid = (qty: number): boolean =>
    isPaidByFace(market.contract, face, BigInt(leverage), 55_000, ticks, BigInt(qty));
  tally.same(
    `a voucher pays ${largest} and not one more`,
    [true, false],
    [largest === 0 || isPaid(largest), BigInt(largest) < orderQtyMax && isPaid(largest + 1)],
  );
  const filled = chance.bigBelow(BigInt(largest) + 1n);
  if (largest > 0)
    tally.same(
      "face used",
      faceUsed(face, filled, BigInt(largest)),
      money.voucherFaceUsed(face, Number(filled), largest),
    );
}
