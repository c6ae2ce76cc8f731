import type { Command } from "@tidemark/contracts/codec";
import { AftermathNotes } from "./aftermath/notes.ts";
import { Alarms } from "./book/alarms.ts";
import { FastBooks } from "./book/fast-book.ts";
import { PriceIndex } from "./book/price-index.ts";
import { Events } from "./events.ts";
import { Producers } from "./keys/producers.ts";
import { RecentKeys } from "./keys/recent-keys.ts";
import { Ledger } from "./ledger/ledger.ts";
import { Assets, Fees, Market, Markets } from "./markets/markets.ts";
import { Memory } from "./memory/memory.ts";
import { readSnapshot, writeSnapshot } from "./memory/snapshot.ts";
import { Orders } from "./orders/order-table.ts";
import { Taker } from "./orders/taker.ts";
import { Stake, Stakes, User, Users } from "./orders/users.ts";
import { Pairs } from "./pairs/pair-table.ts";
import { Contracts } from "./perps/contract-table.ts";
import { FundPeaks } from "./perps/fund-peaks.ts";
import { type GrantChange, Grants } from "./perps/grant-table.ts";
import { Seats } from "./perps/seats.ts";
import { type Rest, workPerSlice } from "./slices.ts";
import { Vouchers } from "./perps/voucher-table.ts";
import { TimerHeap } from "./timers/timer-heap.ts";
import { Trails } from "./triggers/trail-table.ts";
import { Triggers } from "./triggers/trigger-table.ts";

/** Cells of `vars`. */
export const variable = {
  now: 0,
  lastOrder: 1,
  lastTrade: 2,
  lastTransfer: 3,
  oldestOrder: 4,
  logicVersion: 5,
  indexCheck: 6,
  /** Users and stakes that an operator has stopped: while there are none, nobody is looked up. */
  stops: 7,
  lastWithdrawal: 8,
} as const;
const variableCount = 16;

/** The logic that this build speaks; every journal row says under which one it was applied. */
export const logicVersion = 1;

/** What a command came to: 200 or a refusal, the order or transfer it made, and the two numbers that a refusal brings along. */
export type Result = { code: number; ref: number; first: bigint; second: bigint };

/**
 * The whole state: one memory and nothing else. What stands outside the memory (events, result, the running job) belongs to the
 * batch being applied and is empty between batches.
 */
export class State {
  readonly memory: Memory = new Memory();
  readonly events: Events = new Events();
  /** Numbers that belong to no table. */
  declare private readonly vars: number;
  declare readonly assets: Assets;
  declare readonly markets: Markets;
  declare readonly fees: Fees;
  declare readonly ledger: Ledger;
  declare readonly users: Users;
  declare readonly stakes: Stakes;
  declare readonly orders: Orders;
  declare readonly books: FastBooks;
  declare readonly prices: PriceIndex;
  declare readonly alarms: Alarms;
  declare readonly triggers: Triggers;
  declare readonly trails: Trails;
  declare readonly contracts: Contracts;
  declare readonly seats: Seats;
  declare readonly grants: Grants;
  declare readonly vouchers: Vouchers;
  declare readonly fundPeaks: FundPeaks;
  declare readonly pairs: Pairs;
  declare readonly timers: TimerHeap;
  declare readonly keys: RecentKeys;
  declare readonly producers: Producers;

  readonly result: Result = { code: 200, ref: 0, first: 0n, second: 0n };
  readonly taker: Taker = new Taker();
  readonly aftermath: AftermathNotes = new AftermathNotes();
  readonly grantChanges: GrantChange[] = [];
  /** Losses booked as a deficit inside the open entry, to be told after it. */
  readonly deficits: { contract: number; amount: bigint }[] = [];
  /** What is being done in slices: the start of a batch, or what a command brought about. */
  work: Rest | undefined = undefined;
  /** The last thing that went wrong inside a child: for whoever looks into it, not part of the state. */
  fault: unknown = undefined;
  command: Command | undefined = undefined;
  commandIndex = 0;
  /** Where the running command's events begin, and up to where events can no longer be taken back. */
  eventMark = 0;
  eventsFinal = 0;
  /** How much work will have been done in all when the running slice is over. */
  private sliceEnd = 0;
  /** A preview keeps its whole undo log: the command is taken back at the end. */
  previewing = false;

  constructor() {
    const memory = this.memory;
    this.vars = memory.take(variableCount * 2);
    this.assets = new Assets(memory);
    this.markets = new Markets(memory);
    this.fees = new Fees(memory);
    this.ledger = new Ledger(memory, this.events);
    this.users = new Users(memory);
    this.stakes = new Stakes(memory);
    this.orders = new Orders(memory);
    this.prices = new PriceIndex(memory);
    this.books = new FastBooks(memory, this.prices);
    this.alarms = new Alarms(memory, this.prices);
    this.triggers = new Triggers(memory);
    this.trails = new Trails(memory);
    this.contracts = new Contracts(memory);
    this.seats = new Seats(memory, this.ledger, this.markets);
    this.grants = new Grants(memory);
    this.vouchers = new Vouchers(memory);
    this.fundPeaks = new FundPeaks(memory);
    this.pairs = new Pairs(memory);
    this.timers = new TimerHeap(memory);
    this.keys = new RecentKeys(memory, this.orders);
    this.producers = new Producers(memory);
    // Every journal begins under the first version and says itself when it went on to another.
    this.set(variable.logicVersion, 1);
    this.set(variable.oldestOrder, 1);
    memory.cut();
  }

  beginSlice(): void {
    this.sliceEnd = this.memory.work + workPerSlice;
  }

  get isSliceOver(): boolean {
    return this.memory.work >= this.sliceEnd;
  }

  get(which: number): number {
    return this.memory.number(this.vars + which * 2);
  }

  set(which: number, value: number): void {
    this.memory.setNumber(this.vars + which * 2, value);
  }

  get now(): number {
    return this.get(variable.now);
  }

  /** Takes the next number of a kind: orders, trades and transfers count up by one. */
  next(which: number): number {
    const number = this.get(which) + 1;
    this.set(which, number);
    return number;
  }

  /** Ends the command with a refusal; the two facts are named in the contracts. */
  refuse(code: number, first = 0n, second = 0n): void {
    this.result.code = code;
    this.result.first = first;
    this.result.second = second;
  }

  /** Is this user stopped by an operator, here or everywhere? */
  isStopped(uid: number, marketId: number): boolean {
    if (this.get(variable.stops) === 0) return false;
    const { w } = this.memory;
    if (this.isStoppedEverywhere(uid)) return true;
    const product = w[this.markets.at(marketId) + Market.product]!;
    const stake = this.stakes.find(uid, marketId, product);
    return stake !== 0 && w[stake + Stake.stopped] === 1;
  }

  /** Does an operator keep this user's money where it is? */
  isStoppedEverywhere(uid: number): boolean {
    if (this.get(variable.stops) === 0) return false;
    const user = this.users.find(uid);
    return user !== 0 && this.memory.w[user + User.stopped] === 1;
  }

  /** After something was taken back: what is derived from the memory must be read again. */
  forget(): void {
    this.contracts.forget();
    this.grantChanges.length = 0;
    this.deficits.length = 0;
  }
}

export const createState = (): State => new State();

/** Only between batches: nothing of a running command is part of it. */
export function snapshot(state: State): Uint8Array<ArrayBuffer> {
  return writeSnapshot(state.memory);
}

export function restore(bytes: Uint8Array): State {
  const state = new State();
  readSnapshot(state.memory, bytes);
  return state;
}
