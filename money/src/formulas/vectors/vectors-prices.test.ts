import { describe } from "vitest";
import { isSafe, vector } from "../../../testing/vectors.ts";
import { fraction, printFractionCut } from "../../fraction.ts";
import { consumeByRatio } from "../funds/bonus.ts";
import type { PositionSide } from "../prices/contract.ts";
import {
  addPremium,
  averagePremium,
  capitalisedEntryValue,
  fundingAmount,
  fundingCapOf,
  fundingRate,
  impactPrice,
  isFundingSettled,
  isolatedFundingSources,
  type PremiumSum,
  premiumRate,
  premiumSamplesMin,
} from "../position/funding.ts";
import { bookBasisPrice, fundingBasisPrice, indexOf, markMedian, timeWeightedMean } from "../prices/index-mark.ts";
import { breakerRange, breakerReturns, isWithinOpenInterestCap, openInterestOf } from "../prices/limits.ts";
import { unrealisedPnl } from "../position/position.ts";
import { bandMax, bandMin } from "../prices/spot.ts";
import { tradeValue } from "../prices/value.ts";
import { btcUsdt, btcUsdtTiers, contractOf, type Fields, qtyOf, ticksOf } from "./vectors-support.ts";

describe("index and mark", () => {
  const sourcesOf = (rows: readonly string[][]) =>
    rows.map(([ticks, weight]) => ({ ticks: Number(ticks), weight: Number(weight) }));
  vector("V056", (input) => {
    const { median, highest, index } = indexOf(sourcesOf(input["sources(ticks,weight)"]), Number(input["indexCap"]))!;
    return { median, capTicks: highest, indexTicks: index };
  });
  vector("V057", ({ sources }) => ({ indexTicks: indexOf(sourcesOf(sources), 3_000_000)!.index }));
  const markFigures = (input: Fields, basis: readonly number[]) => {
    const index = ticksOf(btcUsdt, input["index"]);
    const P1 = fundingBasisPrice(
      index,
      Number(input["fundingRate"]),
      Number(input["msUntil"]),
      Number(input["interval"]),
    );
    const sum = basis.reduce((total, sample) => total + sample, 0);
    const P2 = bookBasisPrice(index, sum, basis.length);
    return { P1, P2: P2 ?? null, mark: markMedian(P1, P2, ticksOf(btcUsdt, input["last"])) };
  };
  vector("V058", (input) => {
    const runs = (input["basisHalfTicks"] as string).split(",").map((run) => run.split("x").map(Number));
    return markFigures(
      input,
      runs.flatMap(([count, sample]) => Array.from({ length: count! }, () => sample!)),
    );
  });
  vector("V060", (input) => markFigures(input, []));
  vector("V059", ({ indexTicks, rate, ms }) => {
    const product = BigInt(indexTicks) * BigInt(rate) * BigInt(ms);
    const denominator = 100_000_000n * 28_800_000n;
    return { product, safe: isSafe(product), denominatorForm: denominator, denomSafe: isSafe(denominator) };
  });
});

describe("funding", () => {
  const terms = { interest: 10_000, intervalMs: 28_800_000, cap: fundingCapOf(btcUsdtTiers[0]!.mmr) };
  const sumOf = (samples: readonly number[]): PremiumSum => samples.reduce(addPremium, { samples: 0, weighted: 0 });
  vector("V061", ({ impactNotional, bids, asks, indexTicks }) => {
    const levels = (rows: readonly string[][]) =>
      rows.map(([ticks, qty]) => ({ ticks: Number(ticks), qty: Number(qty) }));
    const bid = impactPrice(btcUsdt.measure, levels(bids), BigInt(impactNotional))!;
    const ask = impactPrice(btcUsdt.measure, levels(asks), BigInt(impactNotional))!;
    return {
      impactBidTicks: printFractionCut(bid, 10),
      impactAskTicks: printFractionCut(ask, 10),
      premiumRate: premiumRate(Number(indexTicks), bid, ask),
    };
  });
  for (const id of ["V062", "V063", "V064", "V065", "V066"])
    vector(id, ({ n, first, last }) => {
      const step = (Number(last) - Number(first)) / (Number(n) - 1);
      const sum = sumOf(Array.from({ length: Number(n) }, (_, i) => Number(first) + i * step));
      const rate = fundingRate(sum, terms);
      const percent = printFractionCut(fraction(BigInt(rate), 1_000_000n), 6);
      return { avgPremium: averagePremium(sum), fundingRate: rate, percent };
    });
  vector("V067", ({ contract, contracts, mark, rate }) => {
    const btc = contractOf(contract);
    const qty = Number(contracts);
    const ticks = ticksOf(btc, mark);
    return {
      markValue: tradeValue(btc.measure, ticks, qty),
      longPays: -fundingAmount(btc.measure, "long", qty, ticks, Number(rate)),
    };
  });
  for (const id of ["V068", "V069"])
    vector(id, ({ contract, positions, rate, markTicks }) => {
      let residue = 0n;
      const postings = positions.map(([who, side, qty]: string[]) => {
        const posSide = side!.toLowerCase() as PositionSide;
        const amount = fundingAmount(
          contractOf(contract).measure,
          posSide,
          Number(qty),
          Number(markTicks),
          Number(rate),
        );
        residue -= amount;
        return [who, side, qty, amount];
      });
      return { postings, residueToRounding: residue };
    });
  vector("V099", ({ entryValue, isoMargin, payment, mark, lots }) => {
    const paid = isolatedFundingSources(BigInt(payment), BigInt(isoMargin), 0n);
    const after = capitalisedEntryValue("linear", "long", BigInt(entryValue), paid.capitalised);
    const uPnl = (value: bigint) =>
      unrealisedPnl(btcUsdt.measure, "long", { qty: Number(lots), entryValue: value }, ticksOf(btcUsdt, mark));
    return {
      isoMarginAfter: BigInt(isoMargin) - paid.fromMargin,
      entryValueAfter: after,
      postings: [
        ["u:iso", -paid.fromMargin],
        ["s:clearing", -paid.capitalised],
        ["s:funding", paid.fromMargin + paid.capitalised],
      ],
      uPnLbefore: uPnl(BigInt(entryValue)),
      uPnLafter: uPnl(after),
    };
  });
  vector("V126", ({ payment, fundbonus, ratio, isoMargin }) => {
    const grant = { id: 1, endMs: 1, remaining: BigInt(fundbonus), ratio: Number(ratio) };
    const { given } = consumeByRatio(BigInt(payment), [grant], "funding-grant");
    const paid = isolatedFundingSources(BigInt(payment), BigInt(isoMargin), given);
    return {
      fromFundbonus: paid.fromFundBonus,
      fromIso: paid.fromMargin,
      capitalised: paid.capitalised,
      postings: [
        ["u:4:USDT:fundbonus", -paid.fromFundBonus],
        ["u:iso", -paid.fromMargin],
        ["s:clearing", -paid.capitalised],
        ["s:funding", paid.fromFundBonus + paid.fromMargin + paid.capitalised],
      ],
    };
  });
  vector("V138", (input) => {
    const ms = (time: string): number => {
      const [hours, minutes, seconds] = time.split(":") as [string, string, string];
      return Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds.replace(".", "").padEnd(5, "0"));
    };
    const results = input["cases(first command after, status)"].map(([time, status]: string[]) =>
      isFundingSettled(ms(time!) - ms(input["boundary"]), status === "HALT") ? "SETTLED" : "SKIPPED",
    );
    const runs = [...(input["samplesOfNext"] as string).matchAll(/(\d+)x(\d+)/g)].map(([, n, p]) => [
      Number(n),
      Number(p),
    ]);
    const sum = sumOf(runs.flatMap(([count, premium]) => Array.from({ length: count! }, () => premium!)));
    return {
      results,
      n: sum.samples,
      minimumN: premiumSamplesMin(terms.intervalMs),
      avgPremium: averagePremium(sum),
      fundingRate: fundingRate(sum, terms),
      moneyMovedBySkipped: 0,
    };
  });
});

describe("bands and limits", () => {
  vector("V080", ({ markTicks, band, prot, far }) => {
    const mark = Number(markTicks);
    return {
      maxBuyLimit: bandMax(mark, Number(band)),
      minSellLimit: bandMin(mark, Number(band)),
      marketBuyCap: bandMax(mark, Number(prot)),
      marketSellFloor: bandMin(mark, Number(prot)),
      minBuyLimit: bandMin(mark, Number(far)),
      maxSellLimit: bandMax(mark, Number(far)),
    };
  });
  vector("V112", ({ indexTicks, prot }) => {
    const floor = bandMin(Number(indexTicks), Number(prot));
    let last = Number(indexTicks);
    const walked = Array.from({ length: 5 }, () => (last = bandMin(last, Number(prot))));
    return { floorTicksEachOrder: walked.map(() => floor), lastBasedWouldGo: walked, lowestFill: floor };
  });
  vector("V113", (input) => {
    const segments = input["segments(lastTicks,ms)"].map(([ticks, ms]: string[]) => ({
      ticks: Number(ticks),
      ms: Number(ms),
    }));
    const reference = timeWeightedMean(segments)!;
    const band = Number(input["band"]);
    return { refTicks: reference, maxBuy: bandMax(reference, band), minSell: bandMin(reference, band) };
  });
  vector("V114", ({ cap, openInterestLots, mark }) => {
    const { measure } = btcUsdt;
    const oiValue = openInterestOf(measure, Number(openInterestLots), ticksOf(btcUsdt, mark));
    const buy = (size: string, price: string) => {
      const order = { qty: qtyOf(btcUsdt, size), assumedTicks: ticksOf(btcUsdt, price) };
      return isWithinOpenInterestCap(measure, oiValue, order, BigInt(cap)) ? "ACCEPT" : "REJECT_21046";
    };
    return {
      oiValue,
      "buy10@50000": buy("10", "50000"),
      "buy10@50000.1": buy("10", "50000.1"),
      "buy10.0001@50000": buy("10.0001", "50000"),
      closeLong10: "ACCEPT",
    };
  });
  vector("V115", (input) => {
    const events: [number, string][] = [];
    let seen: { at: number; ticks: number }[] = [];
    let closedAt: number | undefined;
    for (const [second, ticks, isFresh] of input["samples(second,refTicks,indexFresh)"]) {
      const at = Number(second);
      if (closedAt !== undefined && breakerReturns((at - closedAt) * 1_000, isFresh)) {
        closedAt = undefined;
        seen = [];
        events.push([at, "TRADING"]);
      }
      seen = seen.filter((sample) => at - sample.at <= 60);
      const { min, max } = breakerRange(Number(ticks), 10_000_000);
      if (closedAt === undefined && seen.some((sample) => sample.ticks < min || sample.ticks > max)) {
        closedAt = at;
        events.push([at, "CANCEL_ONLY"]);
      }
      seen.push({ at, ticks: Number(ticks) });
    }
    return { events };
  });
});
