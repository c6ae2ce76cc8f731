import { describe, expect, test } from "vitest";
import { vector, vectors } from "../../../testing/vectors.ts";
import { printFractionCut } from "../../fraction.ts";
import { type AdlCounterparty, adlScore, compareAdl, deleverage, splitByQty } from "../liquidation/adl.ts";
import {
  type Consumption,
  consumeCost,
  type Cost,
  countedVolume,
  type Grant,
  ordersToCancel,
  transferOut,
} from "../funds/bonus.ts";
import {
  borrowLevel,
  borrowLiquidationPrice,
  type BorrowPair,
  hourlyInterest,
  isBorrowAllowed,
  maxBorrow,
  pairAssets,
  pairDebts,
} from "../margin/borrow.ts";
import type { PositionSide } from "../prices/contract.ts";
import { feeCapped } from "../funds/fees.ts";
import { isLiquidatable } from "../liquidation/liquidation.ts";
import { closeFill, type Position, unrealisedPnl } from "../position/position.ts";
import { settleMarket, type SettlingPosition } from "../position/settling.ts";
import { feeOf } from "../prices/spot.ts";
import { tradeValue } from "../prices/value.ts";
import { btcUsdt, contractOf, type Fields, minor, qtyOf, ticksOf } from "./vectors-support.ts";
import { voucherEnd, voucherFaceUsed, voucherQty } from "../funds/voucher.ts";

type Line = readonly [string, bigint];
/** A journal entry as the fixture writes it: lines of zero are left out. */
const entry = (...lines: readonly Line[]): readonly Line[] => lines.filter(([, amount]) => amount !== 0n);

describe("deleveraging", () => {
  vector("V076", (input) => {
    const mark = ticksOf(btcUsdt, "48000");
    const ranked = input["rows(name,entry,qty,equityOfPosition)"].map(
      ([name, price, size, equity]: string[], uid: number) => {
        const qty = qtyOf(btcUsdt, size!);
        const position = { qty, entryValue: tradeValue(btcUsdt.measure, ticksOf(btcUsdt, price!), qty) };
        const uPnl = unrealisedPnl(btcUsdt.measure, "short", position, mark);
        const markValue = tradeValue(btcUsdt.measure, mark, qty);
        return {
          name,
          uid,
          qty,
          uPnl,
          score: adlScore({ uPnl, markValue, entryValue: position.entryValue, equity: minor(equity!) }),
        };
      },
    );
    const row = ({ name, uPnl, score }: { name: string; uPnl: bigint; score: bigint }) => [name, uPnl, score];
    return {
      scores1e8: ranked.map(row),
      order: ranked.toSorted(compareAdl).map(({ name }: { name: string }) => name),
    };
  });
  vector("V077", (input) => {
    const ranks = input["accounts(id,qty,score)"]
      .map(([id, qty, score]: string[]) => ({ uid: Number(id), qty: Number(qty), score: BigInt(score!) }))
      .toSorted(compareAdl);
    const queue: AdlCounterparty[] = ranks.map(({ qty }: { qty: number }) => ({
      qty,
      entryValue: BigInt(qty),
      margin: 1_000n,
    }));
    const done = deleverage("linear", "short", { value: 20n, qty: 20 }, queue, { fund: 0n, treasury: 0n });
    return { deleveraged: done.closed.map(({ place, qty }) => [ranks[place].uid, qty]) };
  });
  vector("V079", ({ bankruptcyValue, parts }) => {
    const values = splitByQty(BigInt(bankruptcyValue), parts.map(Number));
    return { values, sum: values.reduce((sum, value) => sum + value, 0n) };
  });

  function played(input: Fields) {
    const mark = ticksOf(btcUsdt, input["mark"]);
    const rows = input["shorts(name,lots,entryValue,isoMargin)"].map(
      ([who, lots, value, margin]: string[], uid: number) => {
        const holder = { qty: Number(lots), entryValue: BigInt(value!), margin: BigInt(margin!) };
        const uPnl = unrealisedPnl(btcUsdt.measure, "short", holder, mark);
        const markValue = tradeValue(btcUsdt.measure, mark, holder.qty);
        const equity = holder.margin + uPnl;
        return { who, uid, ...holder, score: adlScore({ uPnl, markValue, entryValue: holder.entryValue, equity }) };
      },
    );
    const queue = rows.toSorted(compareAdl);
    const bankrupt = { value: BigInt(input["bankruptcyValue"]), qty: Number(input["lots"]) };
    const fund = BigInt(input["fund"]);
    const done = deleverage("linear", "short", bankrupt, queue, { fund, treasury: 0n });
    const paid = done.closed.reduce((sum, part) => sum + part.value, 0n);
    return {
      scores1e8: queue.map(({ who, score }: { who: string; score: bigint }) => [who, score]),
      closed: done.closed.map(({ place, qty, value, pnl, shortfall, cut }) => {
        const part = { who: queue[place].who, lots: qty, value, pnl, shortfall };
        return pnl > 0n ? { ...part, cut } : part;
      }),
      skippedInFirstPass: done.skipped.map((place) => queue[place].who),
      shortfall: done.shortfall,
      fundPays: done.fundPays,
      cutFromProfits: done.cutFromProfits,
      fundAfter: fund - done.fundPays,
      sLiqPnl: closeFill("linear", "long", { qty: bankrupt.qty, entryValue: bankrupt.value }, bankrupt.qty, paid).pnl,
    };
  }
  vector("V105", (input) => {
    const [, lots, value, margin] = input["shorts(name,lots,entryValue,isoMargin)"][1];
    const bankrupt = BigInt(input["bankruptcyValue"]);
    const [share] = splitByQty(bankrupt, [Number(lots), Number(input["lots"]) - Number(lots)]);
    const { pnl } = closeFill(
      "linear",
      "short",
      { qty: Number(lots), entryValue: BigInt(value) },
      Number(lots),
      share!,
    );
    return { unprotectedPnlOfB: pnl, unprotectedMarginOfB: BigInt(margin) + pnl, ...played(input) };
  });
  vector("V106", (input) => played(input));
  vector("V107", (input) => played(input));
});

describe("settling a market", () => {
  for (const id of ["V135", "V136", "V137"])
    vector(id, (input) => {
      const contract = contractOf(input["contract"]);
      const rows: (string | null)[][] = input["legs(name,side,lots,V,iso)"] ?? input["legs(name,side,contracts,V,iso)"];
      const positions = rows.map(([, side, qty, value, margin]): SettlingPosition => ({
        side: side!.toLowerCase() as PositionSide,
        position: { qty: Number(qty), entryValue: BigInt(value!) },
        margin: margin === null ? undefined : BigInt(margin!),
      }));
      // V135 and V136 name no fund; nothing is short there.
      const settled = settleMarket(
        contract.measure,
        ticksOf(contract, input["mark"]),
        positions,
        BigInt(input["fund"] ?? 0),
      );
      const paid = settled.positions.reduce((sum, { pnl }) => sum + pnl, 0n);
      return {
        clearingBefore: settled.clearingBefore,
        legs: settled.positions.map(({ pnl, shortfall, cut }, i) => ({
          who: rows[i]![0],
          pnl,
          ...(positions[i]!.margin === undefined
            ? { cash: pnl }
            : { isoToCash: positions[i]!.margin! + pnl + shortfall }),
          shortfall,
          ...(pnl > 0n ? { cut } : {}),
        })),
        residueToRounding: settled.residue,
        clearingAfter: settled.clearingBefore - paid - settled.residue,
        fundPays: settled.fundPays,
        cutFromProfits: settled.cutFromProfits,
      };
    });
});

describe("bonus", () => {
  const grantOf = ([id, end, remaining, ratio]: readonly string[]): Grant => ({
    id: Number(id!.slice(1)),
    endMs: Number(end!.slice(2)),
    remaining: BigInt(remaining!),
    ratio: Number(ratio),
  });
  const linesOf = (used: Consumption, names: { grant: string; funding: string }) =>
    used.lines.map((line) => {
      if (line.from === "grant") return [`${names.grant}${line.id || ""}`, line.amount];
      if (line.from === "funding-grant") return [`${names.funding}${line.id || ""}`, line.amount];
      return [line.from === "cash" ? "cash" : "cash below 0", line.amount];
    });
  const loss = (amount: bigint): Cost => ({ kind: "loss", amount });

  vector("V039", (input) => {
    const bonus = { id: 1, endMs: 1, remaining: BigInt(input["bonus"]), ratio: 100_000_000 };
    const used = consumeCost(loss(BigInt(input["loss"])), BigInt(input["cash"]), [bonus]);
    const left = used.grants[0]!.remaining;
    return { cash: used.cash, bonus: left, fromBonus: bonus.remaining - left };
  });
  vector("V121", (input) => {
    let cash = BigInt(input["cash"]);
    let grants: readonly Grant[] = input["grants(id,end,remaining,ratio)"].map(grantOf);
    let fundingGrants: readonly Grant[] = input["fundbonus"].map(grantOf);
    // The four costs stand in the vector's steps and not in its input.
    const costs = vectors.get("V121")!.expected["steps"] as { item: Cost["kind"]; cost: string }[];
    const steps = costs.map(({ item, cost }) => {
      const used = consumeCost({ kind: item, amount: BigInt(cost) }, cash, grants, fundingGrants);
      ({ cash, grants, fundingGrants } = used);
      const remaining = Object.fromEntries([
        ...grants.map((grant) => [`g${grant.id}`, grant.remaining]),
        ...fundingGrants.map((grant) => [`f${grant.id}`, grant.remaining]),
      ]);
      return { item, cost, lines: linesOf(used, { grant: "g", funding: "f" }), cash, remaining };
    });
    return { steps };
  });
  vector("V122", ({ cash, bonus, ratio, costs }) => {
    let left = BigInt(cash);
    let grants: readonly Grant[] = [{ id: 0, endMs: 0, remaining: BigInt(bonus), ratio: Number(ratio) }];
    const kinds: readonly Cost["kind"][] = ["fee", "funding", "loss"];
    const lines = costs.map((cost: string, i: number) => {
      const used = consumeCost({ kind: kinds[i]!, amount: BigInt(cost) }, left, grants);
      ({ cash: left, grants } = used);
      return linesOf(used, { grant: "g", funding: "f" });
    });
    return { lines, cashAfter: left, bonusAfter: grants[0]!.remaining };
  });
  vector("V123", (input) => {
    const grants = [5, 1].map((endMs) => ({
      id: endMs === 1 ? 1 : 2,
      endMs,
      remaining: minor("2"),
      ratio: 100_000_000,
    }));
    const used = consumeCost(loss(BigInt(input["loss"])), BigInt(input["cash"]), grants);
    return { lines: linesOf(used, { grant: "c", funding: "f" }), cashAfter: used.cash };
  });
  vector("V040", ({ cash, bonus, out }) => {
    const amount = BigInt(out);
    const account = { cash: BigInt(cash), bonus: BigInt(bonus), uPnl: 0n, initialMargin: 0n, orderMargin: 0n };
    const moved = transferOut(account, amount).isAllowed ? amount : 0n;
    const postings: Line[] = [
      ["u:cash", -moved],
      ["u:wallet", moved],
      ["u:bonus", -account.bonus],
      ["s:promo", account.bonus],
    ];
    return { postings, sum: postings.reduce((sum, [, part]) => sum + part, 0n) };
  });
  vector("V124", ({ grants, cash, U, IMcross, orderMargin }) => {
    const attempt = (own: bigint, uPnl: bigint, amount: bigint) => {
      const bonus = grants.reduce((sum: bigint, [, part]: string[]) => sum + BigInt(part!), 0n);
      const account = { cash: own, bonus, uPnl, initialMargin: BigInt(IMcross), orderMargin: BigInt(orderMargin) };
      const { availableOut, isAllowed, equityAfter, needed } = transferOut(account, amount);
      if (!isAllowed) return { availOut: availableOut, result: "REJECT_23004" };
      const postings = entry(
        ["u:4:USDT:cash", -amount],
        ["s:transit:USDT", amount],
        ["s:transit:USDT", -amount],
        ["u:1:USDT:avail", amount],
        ...grants.map(([, part]: string[]): Line => ["u:4:USDT:bonus", -BigInt(part!)]),
        ...grants.map(([campaign, part]: string[]): Line => [`s:promo:${campaign}:4:USDT`, BigInt(part!)]),
      );
      return { availOut: availableOut, result: "OK", postings, equityAfter, needed };
    };
    return {
      "out10.00000001": attempt(BigInt(cash), BigInt(U), minor("10.00000001")),
      out10: attempt(BigInt(cash), BigInt(U), minor("10")),
      "out1 with a profit of 30": attempt(minor("80"), minor("30"), minor("1")),
    };
  });
  vector("V125", (input) => {
    const orders = (input["orders(id,reserve)"] as string[][]).toReversed();
    const equity = BigInt(input["cash"]) + BigInt(input["bonusAfter"]) + BigInt(input["U"]);
    const reserves = orders.map(([, reserve]) => BigInt(reserve!));
    const count = ordersToCancel(equity, BigInt(input["IMcross"]), reserves);
    return {
      equity,
      canceled: orders.slice(0, count).map(([id]) => id),
      orderMarginAfter: reserves.slice(count).reduce((sum, reserve) => sum + reserve, 0n),
      liquidation: isLiquidatable(equity, BigInt(input["MM"])),
    };
  });
  vector("V142", ({ v, cash, bonus }) => ({
    cross: countedVolume(BigInt(v), BigInt(cash), BigInt(bonus)),
    crossCashNegative: countedVolume(BigInt(v), minor("-5"), BigInt(bonus)),
    isolated: BigInt(v),
    voucher: 0,
  }));
});

describe("vouchers", () => {
  const opened = (input: Fields, filled: number) => {
    const { face, lev, protectionTicks, takerRate } = input;
    const terms = {
      face: BigInt(face),
      leverage: Number(lev),
      takerRate: Number(takerRate),
      protectionTicks: Number(protectionTicks),
    };
    const faceUsed = voucherFaceUsed(terms.face, filled, voucherQty(btcUsdt.measure, terms));
    const entryValue = tradeValue(btcUsdt.measure, ticksOf(btcUsdt, input["entry"]), filled);
    return {
      face: terms.face,
      faceUsed,
      position: { qty: filled, entryValue },
      fee: feeOf(entryValue, terms.takerRate),
    };
  };
  const played = (input: Fields, exit: string, funding: bigint) => {
    const qty = Number(input["filled"] ?? input["lots"]);
    const { face, faceUsed, position, fee } = opened(input, qty);
    const value = tradeValue(btcUsdt.measure, ticksOf(btcUsdt, exit), qty);
    const { pnl } = closeFill("linear", "long", position, qty, value);
    const before = faceUsed - fee - funding + pnl;
    const closeFee = feeCapped(feeOf(value, Number(input["takerRate"])), before);
    const b = before - closeFee;
    const end = voucherEnd(b, faceUsed);
    return {
      faceUsed,
      open: entry(
        ["s:promo:v:4:USDT", -face],
        ["u:iso", faceUsed - fee],
        ["s:fees:4:USDT", fee],
        ["s:promo:v:4:USDT", face - faceUsed],
      ),
      funding,
      close: entry(["s:clearing", -pnl], ["u:iso", pnl - closeFee], ["s:fees:4:USDT", closeFee]),
      b,
      settle: entry(["u:iso", -b], ["s:promo:v:4:USDT", end.toPromo], ["u:4:USDT:cash", end.toCash]),
      ...end,
    };
  };
  vector("V127", (input) => played(input, "49400", minor("0.05")));
  vector("V128", (input) => played(input, "52000", 0n));
  vector("V129", (input) => played(input, "51000", 0n));
  vector("V131", (input) => {
    const start = opened(input, Number(input["lots"]));
    let position: Position = start.position;
    let held = start.faceUsed - start.fee;
    const after = input["parts(ticks,lots)"].map(([ticks, lots]: string[]) => {
      const value = tradeValue(btcUsdt.measure, Number(ticks), Number(lots));
      const part = closeFill("linear", "long", position, Number(lots), value);
      position = part.position;
      held += part.pnl;
      held -= feeCapped(feeOf(value, Number(input["takerRate"])), held);
      return held;
    });
    const { toPromo, toCash } = voucherEnd(held, start.faceUsed);
    return { isoAfterFirst: after[0], cashAfterFirst: 0n, b: held, toPromo, toCash };
  });
  test("V127 the size of the fixture is the largest that the face pays", () => {
    const { lots, face, lev, protectionTicks, takerRate } = vectors.get("V127")!.input;
    const terms = { face: BigInt(face), leverage: Number(lev), takerRate: Number(takerRate) };
    expect(voucherQty(btcUsdt.measure, { ...terms, protectionTicks: Number(protectionTicks) })).toBe(Number(lots));
  });
});

describe("margin product", () => {
  const measure = { unit: 10n, lotUnits: 1_000n };
  vector("V096", ({ loan, hourlyRate }) => ({ interest: hourlyInterest(BigInt(loan), Number(hourlyRate)) }));
  vector("V097", ({ base, quote, quoteLoan, indexTicks }) => {
    const pair: BorrowPair = { base: BigInt(base), quote: BigInt(quote), baseDebt: 0n, quoteDebt: BigInt(quoteLoan) };
    const assets = pairAssets(pair, Number(indexTicks), measure);
    return {
      assetValue: assets,
      marginLevel1e8: borrowLevel(assets, pairDebts(pair, Number(indexTicks), measure)),
      liqPrice: printFractionCut(borrowLiquidationPrice(pair, 110_000_000n)!, 2),
    };
  });
  vector("V132", ({ assets, debt, lev, hourlyRate, pool }) => {
    const pair: BorrowPair = { base: 0n, quote: BigInt(assets), baseDebt: 0n, quoteDebt: BigInt(debt) };
    const terms = { leverage: Number(lev), hourlyRate: Number(hourlyRate) };
    const most = maxBorrow(pair, "quote", terms, 1, measure);
    const interest = hourlyInterest(most, terms.hourlyRate);
    const answer = (loan: bigint, lendable: bigint) => {
      if (!isBorrowAllowed(pair, "quote", loan, terms, 1, measure)) return "REJECT_24001";
      return loan > lendable ? "REJECT_24002" : "ACCEPT";
    };
    return {
      maxBorrow: most,
      interestFirstHour: interest,
      levelAfter1e8: borrowLevel(pair.quote + most, pair.quoteDebt + most + interest),
      oneUnitMore: answer(most + 1n, BigInt(pool)),
      maxBorrowWithPool1500: answer(most, minor("1500")),
      postings: entry(
        ["s:lending:USDT", -most],
        ["u:5:BTC/USDT:USDT:avail", most],
        ["u:5:BTC/USDT:USDT:loan", -most],
        ["s:loans:USDT", most],
        ["u:5:BTC/USDT:USDT:interest", -interest],
        ["s:loans:USDT", interest],
      ),
    };
  });
});
