import type { Command } from "@tidemark/contracts/journal";
import { Pending } from "./pending.ts";
import { Alarms } from "../book/alarms.ts";
import { FastBooks } from "../book/fast-book.ts";
import { PriceIndex } from "../book/price-index.ts";
import { Events } from "../events/events.ts";
import { Producers } from "../keys/producers.ts";
import { RecentKeys } from "../keys/recent-keys.ts";
import { Ledger } from "../ledger/ledger.ts";
import { Assets, Fees, Market, Markets } from "../records/market.ts";
import { DepositReferences } from "../records/deposit-reference.ts";
import { Memory } from "../memory/memory.ts";
import { defineRecord, fingerprintOf, number, numbers, sizeOf } from "../memory/record.ts";
import { readSnapshot, writeSnapshot } from "../memory/snapshot.ts";
import { Orders } from "../records/order.ts";
import { Taker } from "./taker.ts";
import { UserMarket, UserMarkets, User, Users } from "../records/user.ts";
import { Pairs } from "../records/margin-pair.ts";
import { Contracts } from "../records/contract.ts";
import { FundPeaks } from "../records/fund-peaks.ts";
import { type GrantChange, Grants } from "../records/grant.ts";
import { UserContracts } from "../records/user-contract.ts";
import { type SlicedWork, workPerSlice } from "../memory/slices.ts";
import { Vouchers } from "../records/voucher.ts";
import { TimerHeap } from "../records/timer-heap.ts";
import { Trails } from "../records/trailing-stop.ts";
import { Triggers } from "../records/trigger.ts";
import { Withdrawals } from "../records/withdrawal.ts";

/** Numbers that belong to no other record. */
export const variable = defineRecord("variables", {
  now: number,
  lastOrder: number,
  lastTrade: number,
  lastTransfer: number,
  oldestOrder: number,
  logicVersion: number,
  indexCheck: number,
  /** Users and user markets that an operator has stopped: while there are none, nobody is looked up. */
  stops: number,
  lastWithdrawal: number,
  lastDeposit: number,
  /** Zero in version 1. The first holds where the references of deposits lie; its name and size are part of every snapshot's layout. */
  spare: numbers(6),
});

/** The logic that this build speaks; every journal row says under which one it was applied. */
export const logicVersion = 2;

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
  declare readonly userMarkets: UserMarkets;
  declare readonly orders: Orders;
  declare readonly books: FastBooks;
  declare readonly prices: PriceIndex;
  declare readonly alarms: Alarms;
  declare readonly triggers: Triggers;
  declare readonly trails: Trails;
  declare readonly contracts: Contracts;
  declare readonly userContracts: UserContracts;
  declare readonly grants: Grants;
  declare readonly vouchers: Vouchers;
  declare readonly fundPeaks: FundPeaks;
  declare readonly pairs: Pairs;
  declare readonly timers: TimerHeap;
  declare readonly keys: RecentKeys;
  declare readonly producers: Producers;
  declare readonly withdrawals: Withdrawals;
  declare readonly depositReferences: DepositReferences;

  /** Of all record layouts: a snapshot with another one is refused. */
  declare readonly layout: number;
  readonly result: Result = { code: 200, ref: 0, first: 0n, second: 0n };
  readonly taker: Taker = new Taker();
  readonly pending: Pending = new Pending();
  readonly grantChanges: GrantChange[] = [];
  /** Losses booked as a deficit inside the open entry, to be told after it. */
  readonly deficits: { contract: number; amount: bigint }[] = [];
  /** What is being done in slices: the start of a batch, or what a command brought about. */
  work: SlicedWork | undefined = undefined;
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
    this.vars = memory.take(sizeOf(variable));
    this.assets = new Assets(memory);
    this.markets = new Markets(memory);
    this.fees = new Fees(memory);
    this.ledger = new Ledger(memory, this.events);
    this.users = new Users(memory);
    this.userMarkets = new UserMarkets(memory);
    this.orders = new Orders(memory);
    this.prices = new PriceIndex(memory);
    this.books = new FastBooks(memory, this.prices);
    this.alarms = new Alarms(memory, this.prices);
    this.triggers = new Triggers(memory);
    this.trails = new Trails(memory);
    this.contracts = new Contracts(memory);
    this.userContracts = new UserContracts(memory, this.ledger, this.markets);
    this.grants = new Grants(memory);
    this.vouchers = new Vouchers(memory);
    this.fundPeaks = new FundPeaks(memory);
    this.pairs = new Pairs(memory);
    this.timers = new TimerHeap(memory);
    this.keys = new RecentKeys(memory, this.orders);
    this.producers = new Producers(memory);
    this.withdrawals = new Withdrawals(memory);
    this.depositReferences = new DepositReferences(memory, this.vars + variable.spare);
    // Version 1 is where every state starts: `startUnder` and `upgrade` take it to another.
    this.set(variable.logicVersion, 1);
    this.set(variable.oldestOrder, 1);
    memory.cut();
    this.layout = fingerprintOf(memory.end);
  }

  beginSlice(): void {
    this.sliceEnd = this.memory.work + workPerSlice;
  }

  get isSliceOver(): boolean {
    return this.memory.work >= this.sliceEnd;
  }

  get(which: number): number {
    return this.memory.number(this.vars + which);
  }

  set(which: number, value: number): void {
    this.memory.setNumber(this.vars + which, value);
  }

  get now(): number {
    return this.get(variable.now);
  }

  /** The version that commands are applied under: what the journal says, whatever this build could do. */
  get logic(): number {
    return this.get(variable.logicVersion);
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
    const userMarket = this.userMarkets.find(uid, marketId, product);
    return userMarket !== 0 && w[userMarket + UserMarket.stopped] === 1;
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

/** Only between batches: nothing of a running command is part of it. */
export function snapshot(state: State): Uint8Array<ArrayBuffer> {
  return writeSnapshot(state.memory, state.layout);
}

export function restore(bytes: Uint8Array): State {
  const state = new State();
  readSnapshot(state.memory, bytes, state.layout);
  return state;
}
