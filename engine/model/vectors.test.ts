import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { btcUsdPerp, btcUsdtPerp } from "./compare/scene.ts";
import { bankruptcyTick } from "./rules/bankruptcy.ts";
import { fillValue, type Side } from "./rules/contract.ts";
import { coveredParts } from "./rules/coverage.ts";
import { feeOn } from "./rules/fees.ts";
import { shared } from "./rules/funding.ts";
import { closedInParts } from "./rules/in-parts.ts";
import { marginAfterLeverage } from "./rules/isolated.ts";
import { closed, unrealised } from "./rules/position.ts";
import { lowestOf } from "./rules/prices.ts";
import { sumOf } from "./rules/ratio.ts";
import { assumedOfMarket, reserveOf } from "./rules/reserve.ts";
import { trailed, trailingTrigger } from "./rules/trailing.ts";

// The vectors of the amendments that are formulas, as the rules say them in exact fractions, without money's formulas and the engine.
// oxlint-disable-next-line typescript/no-explicit-any
type Fields = Readonly<Record<string, any>>;
const file = new URL("../fixtures/vectors.json", import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, "utf8")) as {
  vectors: readonly { id: string; title: string; input: Fields; expected: Fields }[];
};
function textOf(value: unknown): unknown {
  if (typeof value === "bigint" || typeof value === "number") return value.toString();
  if (Array.isArray(value)) return value.map(textOf);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, textOf(inner)]));
}
function vector(id: string, outputs: (input: Fields, expected: Fields) => unknown): void {
  const { title, input, expected } = vectors.find((each) => each.id === id)!;
  test(`by the rules alone: ${id} ${title}`, () => expect(textOf(outputs(input, expected))).toEqual(expected));
}
const btc = btcUsdtPerp().contract;
const coin = btcUsdPerp().contract;
const sideOf = (text: string): Side => (text === "LONG" ? "long" : "short");

describe("closes, payers and margin", () => {
  vector("V143", ({ lots, entryValue, isoMargin, bidTicks, takerRate, parts }) => ({
    closes: parts.map((count: string) => {
      const held = { qty: BigInt(lots), entry: BigInt(entryValue) };
      const offer = { ticks: BigInt(bidTicks), qty: held.qty / BigInt(count) };
      const offers = Array.from({ length: Number(count) }, () => offer);
      const after = closedInParts(btc, "long", held, BigInt(isoMargin), Number(takerRate), offers);
      return {
        parts: count,
        filledLots: sumOf(after.fills.map(({ qty }) => qty)),
        fee: sumOf(after.fills.map(({ fee }) => fee)),
        lost: BigInt(isoMargin) - after.margin - after.toCash,
        isoMarginLeft: after.margin,
        nextLimitTicks: after.endedBy ?? null,
        result: after.endedBy === undefined ? "FILLED" : "EXPIRED_MARGIN",
        fundPays: after.overdrawn,
      };
    }),
  }));
  vector("V144", ({ contracts, entryValue, cash, askTicks }) => {
    let left = { qty: BigInt(contracts), entry: BigInt(entryValue) };
    let [cashLeft, fills] = [BigInt(cash), 0];
    const limit = () => bankruptcyTick(coin, "short", left.entry, cashLeft, left.qty)!;
    while (left.qty > 0n && BigInt(askTicks) <= limit()) {
      const part = closed("inverse", "short", left, 1n, fillValue(coin, BigInt(askTicks), 1n));
      [left, cashLeft, fills] = [part.left, cashLeft + part.pnl, fills + 1];
    }
    return {
      fills,
      cashAfter: cashLeft,
      contractsLeft: left.qty,
      entryValueLeft: left.entry,
      nextLimitTicks: limit(),
      result: left.qty === 0n ? "FILLED" : "EXPIRED_MARGIN",
    };
  });
  vector("V147", ({ due, collected }) => ({
    settlements: collected.map((text: string) => {
      const { paid, residue } = shared(due.map(BigInt), BigInt(text));
      return { collected: text, paid, residueToRounding: residue };
    }),
  }));
  vector("V151", (input, { fundPays, housePays, status }) => {
    const queue = input["shorts(name,lots,entryValue,isoMargin)"].map(([, qty, entry, margin]: string[]) => ({
      held: { qty: BigInt(qty!), entry: BigInt(entry!) },
      margin: BigInt(margin!),
    }));
    const need = { value: BigInt(input["bankruptcyValue"]), qty: BigInt(input["lots"]) };
    const parts = coveredParts("linear", "short", { qty: need.qty, entry: need.value }, need, queue, 0n).at(-1)!;
    const done = sumOf(parts.map(({ qty }) => qty));
    return {
      closed: parts.map(({ place, qty, value, pnl, spared }) => ({
        who: ["d", "c"][place],
        lots: qty,
        value,
        pnl,
        shortfall: spared,
      })),
      fundPays,
      housePays,
      status,
      lotsDone: done,
      lotsInSLiq: need.qty - done,
    };
  });
  vector("V163", ({ lots, entryValue, isoMargin, leverage }, expected) => {
    const held = { qty: BigInt(lots), entry: BigInt(entryValue) };
    const rows = expected["mark,newLeverage,isoMarginAfter,toCash"] as string[][];
    return {
      "mark,newLeverage,isoMarginAfter,toCash": rows.map(([mark, to]) => {
        const ticks = BigInt(mark!) * 10n;
        const pnl = unrealised(btc, "long", held, ticks);
        const value = fillValue(btc, ticks, held.qty);
        const margin = BigInt(isoMargin);
        const after = marginAfterLeverage(margin, held.entry, pnl, value, BigInt(leverage), BigInt(to!));
        return [mark, to, after, margin - after];
      }),
    };
  });
});

describe("trailing stops", () => {
  vector("V170", (input) => ({
    triggerTicks: input["stops(side,bestTicks,unit,callback)"].map(([side, best, unit, callback]: string[]) =>
      trailingTrigger(
        sideOf(side!),
        BigInt(best!),
        unit === "bps" ? { bps: BigInt(callback!) } : { ticks: BigInt(callback!) },
      ),
    ),
  }));
  vector("V171", ({ stops }) => ({
    steps: stops.map(({ side, bps, ticks, activation, prices }: Fields) => {
      const callback = bps === undefined ? { ticks: BigInt(ticks) } : { bps: BigInt(bps) };
      const from = activation === null ? undefined : BigInt(activation);
      const steps = trailed(sideOf(side), callback, from, prices.map(BigInt));
      return steps.map(({ best, trigger, fires }) => [best ?? null, trigger ?? null, fires]);
    }),
  }));
});

describe("reverse", () => {
  vector("V172", (input) => {
    const lowest = lowestOf(BigInt(input["mark"]) * 10n, Number(input["marketProtection"]));
    const rate = Number(input["takerRate"]);
    const reversed = (bids: string[][]) => {
      const book = bids.map(([ticks, qty]) => ({ ticks: BigInt(ticks!), qty: BigInt(qty!) }));
      /** Sells so much to the bids that are left, best first, down to the protection price. */
      const sold = (wanted: bigint): { qty: bigint; value: bigint; fee: bigint }[] => {
        let left = wanted;
        return book.flatMap((level) => {
          const qty = level.ticks < lowest ? 0n : level.qty < left ? level.qty : left;
          level.qty -= qty;
          left -= qty;
          const value = fillValue(btc, level.ticks, qty);
          return qty === 0n ? [] : [{ qty, value, fee: feeOn(value, rate) }];
        });
      };
      const total = (fills: ReturnType<typeof sold>, of: "qty" | "value" | "fee") =>
        sumOf(fills.map((fill) => fill[of]));
      let held = { qty: BigInt(input["lots"]), entry: BigInt(input["entryValue"]) };
      const closes = sold(held.qty);
      let pnl = 0n;
      for (const { qty, value } of closes) {
        const part = closed("linear", "long", held, qty, value);
        [held, pnl] = [part.left, pnl + part.pnl];
      }
      const opens = sold(total(closes, "qty"));
      return {
        closedLots: total(closes, "qty"),
        closeValue: total(closes, "value"),
        pnl,
        closeFee: total(closes, "fee"),
        longLotsLeft: held.qty,
        openedLots: total(opens, "qty"),
        shortEntryValue: total(opens, "value"),
        openFee: total(opens, "fee"),
        cashChange: pnl - total(closes, "fee") - total(opens, "fee"),
      };
    };
    return { reversals: input["bids(ticks,lots)"].map(reversed) };
  });
  vector("V173", (input) => {
    const mark = BigInt(input["mark"]) * 10n;
    const limit = lowestOf(mark, 3_000_000);
    const assumed = assumedOfMarket("linear", "sell", limit, mark, BigInt(input["bids"][0][0]));
    const { reserve } = reserveOf(btc, {
      side: "sell",
      isCross: false,
      qty: BigInt(input["lots"]),
      leverage: BigInt(input["shortLeverage"]),
      takerRate: 55_000,
      assumed,
      limit,
      mark,
    });
    const most = BigInt(input["cash"]) + BigInt(input["isoMargin"]);
    return {
      assumedTicks: assumed,
      reserve,
      code: reserve > most ? 21_041 : 200,
      lotsAfter: input["lots"],
      isoMarginAfter: input["isoMargin"],
      cashAfter: input["cash"],
      trades: 0,
    };
  });
});
