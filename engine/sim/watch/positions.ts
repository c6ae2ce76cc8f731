import { joinMoney } from "@tidemark/contracts/codec";
import type { EventRow } from "@tidemark/contracts/journal";
import { fillValue, type Kind, type Listed, listed, type Side } from "../../model/rules/contract.ts";
import { closed, type Holding, opened, unrealised, wholeGain } from "../../model/rules/position.ts";
import { Ratio } from "../../model/rules/ratio.ts";
import { Market, marketKind } from "../../src/records/market.ts";
import { entryCause } from "../../src/records/order.ts";
import { Contract } from "../../src/records/contract.ts";
import { Position, Margin, openPositions, posSide, UserContract } from "../../src/records/user-contract.ts";
import type { State } from "../../src/state/state.ts";
import type { Of, Report } from "./ledger.ts";

const nothing: Holding = { qty: 0n, entry: 0n };
const keyOf = (uid: number, market: number, side: number): number => (uid * 4_096 + market) * 4 + side;
const nameOf = (side: number): Side => (side === posSide.long ? "long" : "short");
const opposite = (side: number): number => (side === posSide.long ? posSide.short : posSide.long);
/** a buy opens longs, a sell shorts. */
const isOpening = (side: number, positionSide: number): boolean => side === positionSide - 1;

/** One deleveraging as its events tell it: what all counterparties gave together. */
export type Deleveraging = { market: number; engineSide: number; qty: bigint; value: bigint; cut: bigint };

/**
 * I16 and I21: sizes and entry values of all positions, the engine's own included, folded from trades, takeovers, deleveraging, netting,
 * settlement and capitalised funding with the model's fractions. Nothing else may change a position.
 */
export class PositionFold {
  declare private readonly report: Report;
  private readonly positions = new Map<number, Holding>();
  private readonly vouchers = new Set<number>();
  private readonly contracts = new Map<number, Listed>();
  private readonly marks = new Map<number, number>();
  private readonly pnls = new Map<number, bigint>();
  /** A row of a takeover or a deleveraging comes before the one that says its value. */
  private told: Of<"position_changed"> | undefined;
  private adl: Deleveraging | undefined;
  private isTouched = false;
  /** What the engine's position won by the fill just seen, and by the deleveraging that has just ended. */
  engineWon = 0n;
  /** Called when all parts of a deleveraging have been seen, with what the engine realised by it. */
  onDeleveraged: (done: Deleveraging, pnl: bigint) => void = () => undefined;

  constructor(report: Report) {
    this.report = report;
  }

  held(uid: number, market: number, side: number): Holding {
    return this.positions.get(keyOf(uid, market, side)) ?? nothing;
  }

  markOf(market: number): number {
    return this.marks.get(market) ?? 0;
  }

  isVoucher(uid: number, market: number, side: number): boolean {
    return this.vouchers.has(keyOf(uid, market, side));
  }

  /** of a position at the mark as told. */
  unrealisedOf(uid: number, market: number, side: number): bigint {
    const position = this.held(uid, market, side);
    return position.qty === 0n
      ? 0n
      : unrealised(this.contracts.get(market)!, nameOf(side), position, BigInt(this.markOf(market)));
  }

  contractOf(state: State, id: number): Listed | undefined {
    const known = this.contracts.get(id);
    if (known !== undefined) return known;
    const { memory } = state;
    const market = state.markets.at(id);
    if (market === 0 || memory.w[market + Market.contract] === 0) return undefined;
    const kind: Kind = memory.w[market + Market.kind] === marketKind.linear ? "linear" : "inverse";
    const units = (field: number): Ratio => new Ratio(BigInt(memory.number(market + field)), 100_000_000n);
    const scale = state.assets.scale(memory.w[memory.w[market + Market.contract]! + Contract.settle]!);
    const contract = listed({ kind, tickSize: units(Market.tick), size: units(Market.lot), scale });
    this.contracts.set(id, contract);
    return contract;
  }

  see(state: State, event: EventRow): void {
    switch (event.type) {
      case "mark_set":
        this.marks.set(event.market, event.mark);
        break;
      case "entry":
        if (event.cause === entryCause.adl) this.endAdl();
        this.isTouched = true;
        break;
      case "order_filled":
        this.filled(state, event);
        break;
      case "taken_over":
        this.takenOver(event);
        break;
      case "deleveraged":
        this.deleveraged(event);
        break;
      case "pair_netted":
        this.net(event.uid, event.market);
        break;
      case "funding_paid":
        this.funded(event);
        break;
      case "position_changed":
        this.changed(state, event);
        break;
      default:
    }
  }

  /** After a command: what it touched is compared, position by position. */
  after(state: State): void {
    this.endAdl();
    if (this.told !== undefined) this.report("I16 a position went and nobody says at which value");
    this.told = undefined;
    if (this.isTouched) this.compare(state);
    this.isTouched = false;
  }

  private filled(state: State, event: Of<"order_filled">): void {
    const contract = this.contractOf(state, event.market);
    if (contract === undefined) return;
    this.endAdl();
    const value = fillValue(contract, BigInt(event.price), BigInt(event.qty));
    const trade = (uid: number, side: number, positionSide: number): void => {
      const key = keyOf(uid, event.market, positionSide);
      if (!isOpening(side, positionSide)) return this.shrink(key, BigInt(event.qty), value);
      this.positions.set(key, opened(this.positions.get(key) ?? nothing, BigInt(event.qty), value));
      this.pnls.set(key, 0n);
    };
    trade(event.makerUid, 1 - event.takerSide, event.makerPosSide);
    trade(event.takerUid, event.takerSide, event.takerPosSide);
    if (event.takerUid === 0) this.engineWon = this.pnls.get(keyOf(0, event.market, event.takerPosSide))!;
  }

  private shrink(key: number, qty: bigint, value: bigint): void {
    const contract = this.contracts.get(Math.floor(key / 4) % 4_096)!;
    const before = this.positions.get(key) ?? nothing;
    if (before.qty < qty) return this.report(`I16 ${qty} closed of a position of ${before.qty}`);
    const { left, pnl } = closed(contract.kind, nameOf(key % 4), before, qty, value);
    this.positions.set(key, left);
    this.pnls.set(key, pnl);
  }

  private takenOver(event: Of<"taken_over">): void {
    const value = joinMoney(event.valueHigh, event.valueLow);
    const { uid, market, posSide: side } = event;
    this.endAdl();
    this.shrink(keyOf(uid, market, side), BigInt(event.qty), value);
    this.checkTold(uid, market, side);
    const engine = keyOf(0, market, side);
    this.positions.set(engine, opened(this.positions.get(engine) ?? nothing, BigInt(event.qty), value));
  }

  private deleveraged(event: Of<"deleveraged">): void {
    const { uid, market, posSide: side } = event;
    const value = joinMoney(event.valueHigh, event.valueLow);
    this.shrink(keyOf(uid, market, side), BigInt(event.qty), value);
    this.checkTold(uid, market, side);
    this.adl ??= { market, engineSide: opposite(side), qty: 0n, value: 0n, cut: 0n };
    this.adl.qty += BigInt(event.qty);
    this.adl.value += value;
    this.adl.cut += joinMoney(event.cutHigh, event.cutLow);
  }

  /** the engine's position closes once, at the values of all parts together. */
  private endAdl(): void {
    const done = this.adl;
    if (done === undefined) return;
    this.adl = undefined;
    const key = keyOf(0, done.market, done.engineSide);
    this.shrink(key, done.qty, done.value);
    this.onDeleveraged(done, this.pnls.get(key) ?? 0n);
  }

  /** Both positions of one holder, against each other at mark. Returns what they realised together. */
  private net(uid: number, market: number): void {
    this.endAdl();
    const [long, short] = [keyOf(uid, market, posSide.long), keyOf(uid, market, posSide.short)];
    const [a, b] = [this.held(uid, market, posSide.long).qty, this.held(uid, market, posSide.short).qty];
    const qty = a < b ? a : b;
    const value = fillValue(this.contracts.get(market)!, BigInt(this.markOf(market)), qty);
    this.shrink(long, qty, value);
    this.shrink(short, qty, value);
    if (uid === 0) this.engineWon = this.pnls.get(long)! + this.pnls.get(short)!;
  }

  /** the entry value moves against the holder by what its margin could not pay; the size stays. */
  private funded(event: Of<"funding_paid">): void {
    this.endAdl();
    const key = keyOf(event.uid, event.market, event.posSide);
    const { qty, entry } = this.positions.get(key) ?? nothing;
    const shortfall = joinMoney(event.capitalisedHigh, event.capitalisedLow);
    const { kind } = this.contracts.get(event.market)!;
    const isDearer = wholeGain(kind, nameOf(event.posSide), 1n, 0n) < 0n;
    this.positions.set(key, { qty, entry: isDearer ? entry + shortfall : entry - shortfall });
  }

  private changed(state: State, event: Of<"position_changed">): void {
    const { uid, market, posSide: side, cause } = event;
    const key = keyOf(uid, market, side);
    const contract = this.contractOf(state, market)!;
    if (event.voucherLeverage > 0) this.vouchers.add(key);
    else this.vouchers.delete(key);
    if (cause === entryCause.takeover || cause === entryCause.adl) {
      this.told = event;
      return;
    }
    if (cause === entryCause.netting && uid === 0 && side === posSide.long) this.net(uid, market);
    if (cause === entryCause.settlement) {
      const { w } = state.memory;
      const mark = w[w[state.markets.at(market) + Market.contract]! + Contract.mark]!;
      const before = this.positions.get(key) ?? nothing;
      this.pnls.set(key, unrealised(contract, nameOf(side), before, BigInt(mark)));
      this.positions.set(key, nothing);
    }
    this.check(event);
  }

  private checkTold(uid: number, market: number, side: number): void {
    const { told } = this;
    this.told = undefined;
    if (told?.uid !== uid || told.market !== market || told.posSide !== side)
      this.report(`I16 ${uid}:${market}:${side} changed and was not told`);
    else this.check(told);
  }

  private check(event: Of<"position_changed">): void {
    const { uid, market, posSide: side, cause } = event;
    const who = `${uid}:${market}:${side} by cause ${cause}`;
    const position = this.held(uid, market, side);
    const value = joinMoney(event.valueHigh, event.valueLow);
    if (BigInt(event.qty) !== position.qty || value !== position.entry)
      this.report(`I16 position ${who}: told ${event.qty} at ${value}, folded ${position.qty} at ${position.entry}`);
    const realises = cause !== entryCause.funding && cause !== entryCause.voucher && cause !== entryCause.margin;
    // What the engine's netting realises goes to the fund and is told with neither position.
    if (!realises || (uid === 0 && cause === entryCause.netting)) return;
    const pnl = joinMoney(event.pnlHigh, event.pnlLow);
    const expected = this.pnls.get(keyOf(uid, market, side)) ?? 0n;
    if (pnl !== expected) this.report(`I16 position ${who}: told a PnL of ${pnl}, folded ${expected}`);
  }

  /** Every open position of the state is one of the fold, and the other way round. */
  compare(state: State): void {
    const { memory } = state;
    const { w } = memory;
    let open = 0;
    for (const market of state.markets.all()) {
      const contract = w[market + Market.contract]!;
      if (contract === 0) continue;
      for (const side of [posSide.long, posSide.short])
        for (const position of openPositions(memory, contract, side)) {
          open += 1;
          const uid = w[w[w[position + Position.userContract]! + UserContract.margin]! + Margin.uid]!;
          const folded = this.held(uid, w[market + Market.id]!, side);
          const [qty, value] = [memory.number(position + Position.qty), memory.money(position + Position.value)];
          if (BigInt(qty) !== folded.qty || value !== folded.entry)
            this.report(
              `I16 I21 position ${uid}:${w[market + Market.id]}:${side} is ${qty} at ${value}, folded ${folded.qty} at ${folded.entry}`,
            );
        }
    }
    for (const [key, position] of this.positions)
      if (position.qty > 0n) open -= 1;
      else this.positions.delete(key);
    if (open !== 0) this.report(`I16 I21 the state has ${open} positions more than were told`);
  }
}
