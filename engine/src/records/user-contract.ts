import type { PositionSide } from "@tidemark/money";
import { accountKey, bucket } from "../ledger/accounts.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { Market, type Markets } from "./market.ts";
import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";
import { Table } from "../memory/table.ts";
import type { Users } from "./user.ts";
import { Contract } from "./contract.ts";
import { defineRecord, money, number, part, sizeOf, word, words } from "../memory/record.ts";

/** `both` is only in commands: the side that is open. */
export const posSide = { none: 0, long: 1, short: 2, both: 3 } as const;
export const sideName = (which: number): PositionSide => (which === posSide.long ? "long" : "short");
export const marginMode = { cross: 0, isolated: 1 } as const;
/** Of a user who has set none in a contract that allows as much. */
export const leverageAtFirst = 20;

/** One margin account: a user, a product and a settle asset (rule book 3.1). The second word of its key is product · 1024 + asset. */
export const Margin = defineRecord("margin account", {
  uid: word,
  key: word,
  cash: word,
  hold: word,
  bonus: word,
  fundBonus: word,
  /** The userContracts it has taken, by contract id. */
  firstUserContract: word,
  /** Grants in the order in which they pay: trading bonus, funding bonus. */
  firstGrant: word,
  firstFundGrant: word,
  user: word,
  /** Σ reserve of its open cross orders (OMc). */
  orderMargin: money,
  /** It was told that its margin ratio is at 80 % or above. */
  isWarned: word,
});

/** A position of one side. Offsets count from the position. */
export const Position = defineRecord("position", {
  userContract: word,
  side: word,
  leverage: word,
  /** Ledger account of its own margin. */
  iso: word,
  /** The contract's list of open positions. */
  ahead: word,
  after: word,
  /** Its TP/SL, oldest first, and how many. */
  firstExit: word,
  exitCount: word,
  alarmDown: word,
  alarmUp: word,
  /** The voucher that opened it; 0 for every other position. */
  voucher: word,
  /** Its holder was warned that its margin ratio is at 80 % or above. */
  isWarned: word,
  qty: number,
  /** Σ remaining of its resting closes. */
  closing: number,
  openedAt: number,
  value: money,
  /** Σ assumed value of its opening orders. */
  opening: money,
  realised: money,
  fees: money,
  funding: money,
  spare: words(2),
});

/** A user in a contract: settings, and two positions. */
export const UserContract = defineRecord("user contract", {
  userMarket: word,
  margin: word,
  mode: word,
  nextUserContract: word,
  contract: word,
  market: word,
  /** Alarms of the cross account in this contract. */
  alarmDown: word,
  alarmUp: word,
  long: part(Position),
  short: part(Position),
});

export const positionOf = (userContract: number, side: number): number =>
  userContract + (side === posSide.long ? UserContract.long : UserContract.short);

export class UserContracts {
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
    this.accounts = new Pool(memory, sizeOf(Margin));
    this.byOwner = new Table(memory);
    this.pool = new Pool(memory, sizeOf(UserContract), 8);
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

  /** The userContract of a new userMarket. */
  create(userMarket: number, uid: number, marketId: number, users: Users): number {
    const { memory } = this;
    const { w } = memory;
    const market = this.markets.at(marketId);
    const contract = w[market + Market.contract]!;
    const product = w[market + Market.product]!;
    const asset = w[contract + Contract.settle]!;
    const margin = this.margin(uid, product, asset, users);
    const userContract = this.pool.alloc();
    memory.set(userContract + UserContract.userMarket, userMarket);
    memory.set(userContract + UserContract.margin, margin);
    memory.set(userContract + UserContract.contract, contract);
    memory.set(userContract + UserContract.market, market);
    this.link(margin, userContract, marketId);
    for (const side of [posSide.long, posSide.short]) {
      const position = positionOf(userContract, side);
      const iso = side === posSide.long ? bucket.iso : bucket.isoShort;
      memory.set(position + Position.userContract, userContract);
      memory.set(position + Position.side, side);
      memory.set(position + Position.leverage, Math.min(leverageAtFirst, w[contract + Contract.maxLeverage]!));
      memory.set(position + Position.iso, this.ledger.account(uid, accountKey(product, marketId, asset, iso)));
    }
    return userContract;
  }

  /** Into the account's list, by contract id: whoever goes through it meets the contracts in that order. */
  private link(margin: number, userContract: number, marketId: number): void {
    const { memory } = this;
    const { w } = memory;
    const idOf = (each: number): number => w[w[each + UserContract.market]! + Market.id]!;
    let at = margin + Margin.firstUserContract;
    while (w[at] !== 0 && idOf(w[at]!) < marketId) at = w[at]! + UserContract.nextUserContract;
    memory.set(userContract + UserContract.nextUserContract, w[at]!);
    memory.set(at, userContract);
  }
}

/** The userContracts of a margin account, by contract id. */
export function* userContractsOf(memory: Memory, margin: number): Generator<number> {
  for (
    let userContract = memory.w[margin + Margin.firstUserContract]!;
    userContract !== 0;
    userContract = memory.w[userContract + UserContract.nextUserContract]!
  )
    yield userContract;
}

/** The open positions of a contract on one side, in no order that means anything. */
export function* openPositions(memory: Memory, contract: number, side: number): Generator<number> {
  for (
    let position = memory.w[contract + Contract.positions + side - 1]!;
    position !== 0;
    position = memory.w[position + Position.after]!
  )
    yield position;
}
