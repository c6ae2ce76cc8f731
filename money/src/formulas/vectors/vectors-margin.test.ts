import { describe } from "vitest";
import { availableOf, availableWhileFrozen, deficitPayers, equityOf, shortfallPayers } from "../margin/account.ts";
import type { OrderSide } from "../prices/contract.ts";
import { feeCapped, vipLadder } from "../funds/fees.ts";
import { closeIsolated, leverageTopUp, removableMargin } from "../margin/isolated.ts";
import { closeFill, type Position, unrealisedPnl } from "../position/position.ts";
import {
  assumedLimitTicks,
  initialMargin,
  isolatedFill,
  type OpeningOrder,
  orderReserve,
  remainingReserve,
} from "../margin/reserve.ts";
import { feeOf } from "../prices/spot.ts";
import { tradeValue, valueCeil } from "../prices/value.ts";
import { vector } from "../../../testing/vectors.ts";
import {
  btcUsd,
  btcUsdt,
  contractOf,
  type Fields,
  linearContract,
  minor,
  qtyOf,
  type TestContract,
  ticksOf,
} from "./vectors-support.ts";

describe("reserves", () => {
  function reserveOf(contract: TestContract, input: Fields) {
    const side = input["side"].toLowerCase() as OrderSide;
    const limitTicks = ticksOf(contract, input["price"]);
    const best = input["bestBid"] ?? input["bestAsk"];
    const opposite = best === undefined || best === null ? undefined : ticksOf(contract, best);
    const assumedTicks = assumedLimitTicks(contract.measure.kind, side, limitTicks, opposite);
    const order: OpeningOrder = {
      side,
      mode: "cross",
      qty: qtyOf(contract, input["qty"] ?? input["contracts"]),
      leverage: Number(input["lev"]),
      takerRate: Number(input["takerRate"]),
      assumedTicks,
      limitTicks,
      mark: ticksOf(contract, input["mark"]),
    };
    const { initialMargin: margin, value, ...rest } = orderReserve(contract.measure, order);
    const figures = { assumedTicks, IM: margin, ...rest };
    return contract.measure.kind === "inverse" ? { ...figures, value } : figures;
  }
  vector("V032", (input) => reserveOf(linearContract(input["tick"], input["lot"]), input));
  for (const id of ["V033", "V034", "V036", "V088"])
    vector(id, (input) => reserveOf(contractOf(input["contract"]), input));
  vector("V035", ({ reserve, qty, filled }) => {
    const remaining = remainingReserve(BigInt(reserve), Number(qty) - Number(filled), Number(qty));
    return { remainingReserve: remaining, released: BigInt(reserve) - remaining };
  });
  vector("V104", ({ ticks, lots, lev, takerRate, reserve }) => {
    const value = tradeValue(btcUsdt.measure, Number(ticks), 1);
    const fee = feeOf(value, Number(takerRate));
    const full = initialMargin(value, Number(lev));
    let hold = BigInt(reserve);
    let isoMargin = 0n;
    const fills = [2, 1, 0].map((remaining) => {
      const keep = remainingReserve(BigInt(reserve), remaining, Number(lots));
      const share = hold - keep;
      hold = keep;
      const { toMargin, toCash } = isolatedFill(share, fee, full);
      isoMargin += toMargin;
      return { share, fee, IMfull: full, toIso: toMargin, toCash };
    });
    return { fills, isoMargin, holdAfter: hold };
  });
});

describe("accounts", () => {
  const accountOf = (input: Fields) => ({
    cash: BigInt(input["cash"]),
    bonus: BigInt(input["bonus"]),
    uPnl: BigInt(input["U"] ?? input["liveUPNL"]),
    initialMargin: BigInt(input["IMcross"]),
    orderMargin: BigInt(input["orderMargin"]),
  });
  for (const id of ["V037", "V038"])
    vector(id, (input) => {
      const account = accountOf(input);
      const { open, isolated, out } = availableOf(account);
      return { equity: equityOf(account), availOpen: open, availIso: isolated, availOut: out };
    });
  vector("V140", (input) => {
    const account = accountOf(input);
    const { open, isolated, out } = availableWhileFrozen(account, [BigInt(input["frozenUPNL"])]);
    const equity = equityOf(account) + BigInt(input["frozenUPNL"]);
    return { equityForLiquidation: equity, availOpen: open, availIso: isolated, availOut: out };
  });
  vector("V110", ({ contracts, entryValue, cash, bonus, limitTicks }) => {
    const qty = Number(contracts);
    const cashAfter = (parts: readonly number[]): bigint => {
      let position: Position = { qty, entryValue: BigInt(entryValue) };
      let balance = BigInt(cash);
      for (const part of parts) {
        const closed = closeFill(
          "inverse",
          "short",
          position,
          part,
          tradeValue(btcUsd.measure, Number(limitTicks), part),
        );
        position = closed.position;
        balance += closed.pnl;
      }
      return balance;
    };
    const one = cashAfter([qty]);
    const many = cashAfter(Array.from({ length: qty }, () => 1));
    const { left } = deficitPayers(many, [BigInt(bonus)]);
    const payers = shortfallPayers(left, 0n, minor("1"), 0n);
    const paid = payers.fromFund + payers.fromTreasury;
    return {
      cashAfterOneFill: one,
      cashAfterManyFills: many,
      feeCharged: feeCapped(1n, many),
      postings: [
        ["s:insurance:3:BTC", -payers.fromFund],
        ["u:3:BTC:cash", paid],
      ],
      cashFinal: many + paid,
      event: payers.fromFund > 0n ? "DEFICIT" : "none",
    };
  });
  vector("V111", ({ cash }) => {
    const postings = (grants: readonly bigint[], fund: bigint) => {
      const { fromGrants, left } = deficitPayers(BigInt(cash), grants);
      const payers = shortfallPayers(left, 0n, fund, minor("1000000"));
      const lines = [
        ...fromGrants.map((amount) => ["u:4:USDT:bonus", -amount]),
        ["s:insurance:4:USDT", -payers.fromFund],
        ["s:house:4:USDT", -payers.fromTreasury],
        ["u:4:USDT:cash", -BigInt(cash)],
      ];
      return lines.filter(([, amount]) => amount !== 0n);
    };
    return {
      grant20: postings([minor("20")], minor("100")),
      "grant0.5,fund100": postings([minor("0.5")], minor("100")),
      "noGrant,fund1.5": postings([], minor("1.5")),
    };
  });
  vector("V108", ({ cash, bonus, otherUPNL, leg: [, entry, qty], exit, takerRate }) => {
    const value = tradeValue(btcUsdt.measure, ticksOf(btcUsdt, exit), Number(qty));
    const entryValue = tradeValue(btcUsdt.measure, Number(entry), Number(qty));
    const { pnl } = closeFill("linear", "long", { qty: Number(qty), entryValue }, Number(qty), value);
    const feeFull = feeOf(value, Number(takerRate));
    const equity = BigInt(cash) + BigInt(bonus) + BigInt(otherUPNL) + pnl;
    const feeCharged = feeCapped(feeFull, equity);
    return {
      pnl,
      feeFull,
      feeCharged,
      cashAfter: BigInt(cash) + pnl - feeCharged,
      equityAfter: equity - feeCharged,
    };
  });
});

describe("isolated margin", () => {
  vector("V041", ({ entryValue, marginNow, levTo }) => ({
    newIM: initialMargin(BigInt(entryValue), Number(levTo)),
    topUp: leverageTopUp(BigInt(entryValue), BigInt(marginNow), Number(levTo)),
  }));
  vector("V042", ({ contract, leg: { entry, qty }, lev, mark, margin }) => {
    const { measure } = contractOf(contract);
    const lots = qtyOf(btcUsdt, qty);
    const position = { qty: lots, entryValue: tradeValue(measure, ticksOf(btcUsdt, entry), lots) };
    return {
      maxRemove: removableMargin({
        isoMargin: BigInt(margin),
        entryValue: position.entryValue,
        uPnl: unrealisedPnl(measure, "long", position, ticksOf(btcUsdt, mark)),
        markValue: valueCeil(measure, ticksOf(btcUsdt, mark), lots),
        leverage: Number(lev),
      }),
    };
  });
  vector("V043", ({ lots, closeLots, takerRate, margin, entryValue, exitTicks }) => {
    const value = tradeValue(btcUsdt.measure, Number(exitTicks), Number(closeLots));
    const fee = feeOf(value, Number(takerRate));
    const position = { qty: Number(lots), entryValue: BigInt(entryValue) };
    const { pnl } = closeFill("linear", "long", position, Number(closeLots), value);
    const closed = closeIsolated({ isoMargin: BigInt(margin), ...position, closeQty: Number(closeLots), pnl, fee });
    return {
      pnl,
      fee: closed.feeCharged,
      marginReleased: closed.released,
      toCash: closed.toCash,
      marginLeft: closed.marginLeft,
    };
  });
  vector("V095", ({ margin, loss, fee }) => {
    const whole = { isoMargin: BigInt(margin), qty: 1, closeQty: 1, pnl: -BigInt(loss), fee: BigInt(fee) };
    const { feeCharged, toCash } = closeIsolated(whole);
    return { feeCharged, toCash };
  });
});

describe("fees", () => {
  vector("V086", () => ({
    rates: vipLadder.map((vip) => [vip.level, vip.spotMaker, vip.spotTaker, vip.perpMaker, vip.perpTaker]),
  }));
  vector("V087", ({ value }) => ({ fee: feeOf(BigInt(value), -5_000) }));
});
