import type { PositionSide } from "@tidemark/money";
import { accountKey, bucket } from "../ledger/accounts.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { Market, type Markets } from "../markets/markets.ts";
import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";
import { Table } from "../memory/table.ts";
import type { Users } from "../orders/users.ts";
import { Contract } from "./contract-table.ts";

export const posSide = { none: 0, long: 1, short: 2 } as const;
export const sideName = (which: number): PositionSide => (which === posSide.long ? "long" : "short");
export const marginMode = { cross: 0, isolated: 1 } as const;
const leverageAtFirst = 20;

/** One margin account: a user, a product and a settle asset (rule book 3.1). The second word of its key is product · 1024 + asset. */
export const Margin = {
  uid: 0,
  key: 1,
  cash: 2,
  hold: 3,
  bonus: 4,
  fundBonus: 5,
  /** The seats it has taken, by contract id. */
  firstSeat: 6,
  /** Grants in the order in which they pay: trading bonus, funding bonus. */
  firstGrant: 7,
  firstFundGrant: 8,
  user: 9,
  /** Σ reserve of its open cross orders (OMc). */
  orderMargin: 10,
  /** It was told that its margin ratio is at 80 % or above. */
  isWarned: 14,
} as const;
const marginWords = 16;

/** A user in a contract: settings, and two legs. */
export const Seat = {
  stake: 0,
  margin: 1,
  mode: 2,
  nextSeat: 3,
  contract: 4,
  market: 5,
  /** Alarms of the cross account in this contract. */
  watchDown: 6,
  watchUp: 7,
  long: 8,
  short: 48,
} as const;
const seatWords = 88;

/** A position of one side. Offsets count from the leg. */
export const Leg = {
  seat: 0,
  side: 1,
  leverage: 2,
  /** Ledger account of its own margin. */
  iso: 3,
  /** The contract's list of open legs. */
  ahead: 4,
  after: 5,
  /** Its TP/SL, oldest first, and how many. */
  firstExit: 6,
  exitCount: 7,
  watchDown: 8,
  watchUp: 9,
  /** The voucher that opened it; 0 for every other leg. */
  voucher: 10,
  /** Its holder was told that its margin ratio is at 80 % or above. */
  isWarned: 11,
  qty: 12,
  /** Σ remaining of its resting closes. */
  closing: 14,
  openedAt: 16,
  value: 18,
  /** Σ assumed value of its opening orders. */
  opening: 22,
  realised: 26,
  fees: 30,
  funding: 34,
} as const;

export const legOf = (seat: number, side: number): number => seat + (side === posSide.long ? Seat.long : Seat.short);

export class Seats {
  declare private readonly memory: Memory;
  declare private readonly ledger: Ledger;
  declare private readonly markets: Markets;
  declare readonly accounts: Pool;
  declare private readonly byOwner: Table;
  declare private readonly pool: Pool;

  constructor(memory: Memory, ledger: Ledger, markets: Markets) {
    this.memory = memory;
    this.ledger = ledger;
    this.markets = markets;
    this.accounts = new Pool(memory, marginWords);
    this.byOwner = new Table(memory);
    this.pool = new Pool(memory, seatWords, 8);
  }

  findMargin(uid: number, product: number, asset: number): number {
    return this.byOwner.find(uid, product * 1024 + asset);
  }

  margin(uid: number, product: number, asset: number, users: Users): number {
    const found = this.findMargin(uid, product, asset);
    if (found !== 0) return found;
    const { memory, ledger } = this;
    const account = (which: number): number => ledger.account(uid, accountKey(product, 0, asset, which));
    const margin = this.accounts.alloc();
    memory.set(margin + Margin.uid, uid);
    memory.set(margin + Margin.key, product * 1024 + asset);
    memory.set(margin + Margin.cash, account(bucket.cash));
    memory.set(margin + Margin.hold, account(bucket.hold));
    memory.set(margin + Margin.bonus, account(bucket.bonus));
    memory.set(margin + Margin.fundBonus, account(bucket.fundbonus));
    memory.set(margin + Margin.user, users.user(uid));
    this.byOwner.insert(margin);
    return margin;
  }

  /** The seat of a new stake. */
  create(stake: number, uid: number, marketId: number, users: Users): number {
    const { memory } = this;
    const { w } = memory;
    const market = this.markets.at(marketId);
    const contract = w[market + Market.contract]!;
    const product = w[market + Market.product]!;
    const asset = w[contract + Contract.settle]!;
    const margin = this.margin(uid, product, asset, users);
    const seat = this.pool.alloc();
    memory.set(seat + Seat.stake, stake);
    memory.set(seat + Seat.margin, margin);
    memory.set(seat + Seat.contract, contract);
    memory.set(seat + Seat.market, market);
    this.link(margin, seat, marketId);
    for (const side of [posSide.long, posSide.short]) {
      const leg = legOf(seat, side);
      const iso = side === posSide.long ? bucket.iso : bucket.isoShort;
      memory.set(leg + Leg.seat, seat);
      memory.set(leg + Leg.side, side);
      memory.set(leg + Leg.leverage, Math.min(leverageAtFirst, w[contract + Contract.maxLeverage]!));
      memory.set(leg + Leg.iso, this.ledger.account(uid, accountKey(product, marketId, asset, iso)));
    }
    return seat;
  }

  /** Into the account's list, by contract id: whoever goes through it meets the contracts in that order. */
  private link(margin: number, seat: number, marketId: number): void {
    const { memory } = this;
    const { w } = memory;
    const idOf = (each: number): number => w[w[each + Seat.market]! + Market.id]!;
    let at = margin + Margin.firstSeat;
    while (w[at] !== 0 && idOf(w[at]!) < marketId) at = w[at]! + Seat.nextSeat;
    memory.set(seat + Seat.nextSeat, w[at]!);
    memory.set(at, seat);
  }
}

/** The seats of a margin account, by contract id. */
export function* seatsOf(memory: Memory, margin: number): Generator<number> {
  for (let seat = memory.w[margin + Margin.firstSeat]!; seat !== 0; seat = memory.w[seat + Seat.nextSeat]!) yield seat;
}

/** The open legs of a contract on one side, in no order that means anything. */
export function* openLegs(memory: Memory, contract: number, side: number): Generator<number> {
  for (let leg = memory.w[contract + Contract.legs + side - 1]!; leg !== 0; leg = memory.w[leg + Leg.after]!) yield leg;
}
