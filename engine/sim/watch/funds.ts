import { joinMoney } from "@tidemark/contracts/codec";
import type { EventRow } from "@tidemark/contracts/journal";
import { system } from "../../src/ledger/accounts.ts";
import { Market, marketKind } from "../../src/records/market.ts";
import { entryCause } from "../../src/records/order.ts";
import { Contract } from "../../src/records/contract.ts";
import { isSuspended } from "../../src/markets/suspension.ts";
import { posSide } from "../../src/records/user-contract.ts";
import type { State } from "../../src/state/state.ts";
import type { Entry, Line, Of, Report } from "./ledger.ts";
import type { Deleveraging, PositionFold } from "./positions.ts";

/** What may move an insurance fund, and in which direction: 1 only in, -1 only out, 0 both. */
const fundCauses: Readonly<Record<number, number>> = {
  [entryCause.fill]: 0,
  [entryCause.funding]: 0,
  [entryCause.adl]: 0,
  [entryCause.netting]: 0,
  [entryCause.deficit]: -1,
  [entryCause.settlement]: 0,
  [entryCause.fundSeed]: 1,
  [entryCause.sweep]: 1,
  [entryCause.pairLiquidation]: 0,
};

const sumOf = (entry: Entry | undefined, ...buckets: number[]): bigint =>
  (entry?.lines ?? []).reduce((sum, line) => (buckets.includes(line.bucket) ? sum + line.delta : sum), 0n);

/**
 * I12 and I13 from the event rows: what moves the insurance fund is what the trades, takeovers, fundings and deleveragings say it is;
 * nothing stays in the pass-through of funding; a deficit is never booked in silence.
 */
export class FundWatch {
  declare private readonly report: Report;
  declare private readonly positions: PositionFold;
  private readonly passing = new Map<number, bigint>();
  private readonly booked = new Map<number, bigint>();
  private readonly deficits = new Map<number, bigint>();
  private readonly ticks = new Map<number, number>();
  private fill: Entry | undefined;
  private funding: Entry | undefined;
  private adl: Entry | undefined;
  private netting: Entry | undefined;
  private isMoved = false;

  constructor(report: Report, positions: PositionFold) {
    this.report = report;
    this.positions = positions;
    positions.onDeleveraged = (done, pnl) => this.deleveraged(done, pnl);
  }

  entry(entry: Entry): void {
    for (const line of entry.lines) this.line(entry, line);
    if (entry.cause === entryCause.fill) this.fill = entry;
    else if (entry.cause === entryCause.funding) this.funding = entry;
    else if (entry.cause === entryCause.adl) this.adl = entry;
    else if (entry.cause === entryCause.netting) this.netting = entry;
  }

  private line(entry: Entry, line: Line): void {
    const key = line.product * 1_024 + line.asset;
    if (line.bucket === system.funding) add(this.passing, line.sub, line.delta);
    else if (line.bucket === system.deficit) add(this.deficits, key, line.delta);
    else if (line.bucket === system.insurance) {
      this.isMoved = true;
      const direction = fundCauses[entry.cause];
      if (direction === undefined || BigInt(direction) * line.delta < 0n)
        this.report(`I13 the fund moves by ${line.delta} for cause ${entry.cause}`);
    }
  }

  see(state: State, event: EventRow): void {
    if (event.type === "order_filled") this.filled(state, event);
    else if (event.type === "funding_paid" && event.uid === 0) {
      const amount = joinMoney(event.amountHigh, event.amountLow);
      if (sumOf(this.funding, system.insurance) !== amount)
        this.report(`I13 funding of inventory is ${amount}, the fund moved otherwise`);
    } else if (event.type === "position_changed" && event.cause === entryCause.netting && event.uid === 0) {
      if (event.posSide === posSide.long) this.netted();
    } else if (event.type === "taken_over" || event.type === "deleveraged") this.isMoved = true;
    else if (event.type === "deficit_booked") {
      const key = event.product * 1_024 + event.asset;
      const amount = joinMoney(event.amountHigh, event.amountLow);
      if (amount <= 0n) this.report(`A-2 a deficit of ${amount} is told`);
      add(this.booked, key, -amount);
    }
  }

  /** inventory wins for the fund and loses from it; a user's trade never takes from it but for units of inverse flooring. */
  private filled(state: State, event: Of<"order_filled">): void {
    const { w } = state.memory;
    const kind = w[state.markets.at(event.market) + Market.kind]!;
    if (kind === marketKind.spot) return;
    const moved = sumOf(this.fill, system.insurance);
    const floored = kind === marketKind.inverse ? 2n : 0n;
    if (event.takerUid === 0) {
      this.isMoved = true;
      // The maker's own flooring may stand in the same entry.
      const off = this.positions.engineWon - moved;
      if (off < 0n || off > floored)
        this.report(`I13 inventory won ${this.positions.engineWon}, the fund moved by ${moved}`);
    } else if (moved < -floored) this.report(`A-1 I13 trade ${event.tradeId} took ${-moved} from the fund`);
    const missing = -sumOf(this.fill, system.treasury, system.deficit);
    if (missing > floored) this.report(`A-1 trade ${event.tradeId} took ${missing} from the company`);
  }

  private netted(): void {
    const moved = sumOf(this.netting, system.insurance, system.treasury);
    if (moved !== this.positions.engineWon)
      this.report(`I13 netted inventory won ${this.positions.engineWon}, fund and company moved by ${moved}`);
  }

  /** fund and company get what the engine's position realised and what winners gave; flooring of isolated positions comes out of them. */
  private deleveraged(done: Deleveraging, pnl: bigint): void {
    const moved = sumOf(this.adl, system.insurance, system.treasury, system.rounding, system.deficit);
    const floored = pnl + done.cut - moved;
    if (floored < 0n || floored > 100n)
      this.report(`I13 deleveraging won ${pnl} and ${done.cut}, fund and company moved by ${moved}`);
  }

  /** After a command, or the start of a batch. */
  after(state: State, isStart: boolean): void {
    for (const [market, left] of this.passing)
      if (left !== 0n) this.report(`I12 ${left} stay in the funding of market ${market}`);
    this.passing.clear();
    for (const [key, moved] of this.deficits)
      if (moved !== (this.booked.get(key) ?? 0n))
        this.report(`A-2 the deficit of ${key} moved by ${moved}, told was ${this.booked.get(key) ?? 0n}`);
    for (const key of this.booked.keys())
      if (!this.deficits.has(key)) this.report(`A-2 a deficit of ${key} was told and not booked`);
    this.deficits.clear();
    this.booked.clear();
    if (isStart) this.checkInventory(state);
    this.isMoved = false;
  }

  /**
   * I13, R-12.4: each second the fund is looked at with its inventory, market after market. In a batch start that moved neither, the last
   * market of a fund saw what stands at its end: it keeps no inventory that the fund does not carry.
   */
  private checkInventory(state: State): void {
    const { memory } = state;
    const { w } = memory;
    const sums = new Map<number, bigint>();
    const last = new Map<number, number>();
    for (const market of state.markets.all()) {
      const contract = w[market + Market.contract]!;
      if (contract === 0) continue;
      const id = w[market + Market.id]!;
      const fund = w[contract + Contract.insurance]!;
      if (this.ticks.get(id) !== memory.number(market + Market.secondAt)) last.set(fund, market);
      this.ticks.set(id, memory.number(market + Market.secondAt));
      const won = this.positions.unrealisedOf(0, id, posSide.long) + this.positions.unrealisedOf(0, id, posSide.short);
      sums.set(fund, (sums.get(fund) ?? state.ledger.balance(fund)) + won);
    }
    if (this.isMoved) return;
    for (const [fund, market] of last) {
      const id = w[market + Market.id]!;
      const sum = sums.get(fund)!;
      const has = [posSide.long, posSide.short].some((side) => this.positions.held(0, id, side).qty > 0n);
      if (has && sum < 0n && !isSuspended(state, market))
        this.report(`I13 market ${id} keeps inventory, the fund and its inventory come to ${sum}`);
    }
  }
}

function add(sums: Map<number, bigint>, key: number, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount);
}
