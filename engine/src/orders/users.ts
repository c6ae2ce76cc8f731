import { accountKey, bucket } from "../ledger/accounts.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Markets } from "../markets/markets.ts";
import { PairTable } from "../memory/hash-table.ts";
import type { IntField } from "../memory/cells.ts";
import type { I32, Memory } from "../memory/memory.ts";
import { intsOf, Pool } from "../memory/pool.ts";

const productSlots = 6;
const available = 3;

/** What the engine keeps of a user beside money: level, account states, and the chain of open orders. */
export class Users {
  declare private readonly pool: Pool;
  declare readonly uid: IntField;
  declare readonly vip: IntField;
  declare readonly openOrders: IntField;
  declare readonly oldestOrder: IntField;
  declare readonly newestOrder: IntField;
  /** Stored as 3 − status, so that an untouched account is fully available. */
  declare private readonly closed: I32;
  declare private readonly table: PairTable;

  constructor(memory: Memory) {
    this.pool = new Pool(memory, 16);
    const words = this.pool.i32(6);
    const [uid, , vip, openOrders, oldestOrder, newestOrder] = intsOf(words, 6);
    this.uid = uid!;
    this.vip = vip!;
    this.openOrders = openOrders!;
    this.oldestOrder = oldestOrder!;
    this.newestOrder = newestOrder!;
    this.closed = this.pool.i32(productSlots);
    this.table = new PairTable(memory, { column: words, stride: 6, offset: 0 });
  }

  get end(): number {
    return this.pool.end;
  }

  find(uid: number): number {
    return this.table.find(uid, 0);
  }

  user(uid: number): number {
    const found = this.table.find(uid, 0);
    if (found !== 0) return found;
    const slot = this.pool.alloc();
    this.uid.set(slot, uid);
    this.table.insert(slot);
    return slot;
  }

  /** 0 Suspend, 1 Suspend out, 2 Suspend in, 3 fully available. */
  status(user: number, product: number): number {
    return user === 0 ? available : available - this.closed.a[user * productSlots + product]!;
  }

  setStatus(user: number, product: number, value: number): void {
    this.closed.set(user * productSlots + product, available - value);
  }

  needsGrowth(): boolean {
    return this.pool.made > this.table.room;
  }
  grow(): void {
    this.table.grow();
  }
  settle(): void {
    this.pool.settle();
    this.table.settle();
  }
}

/** A user in a market: how many orders rest there, and the four ledger accounts that its orders move. */
export class Stakes {
  declare private readonly pool: Pool;
  declare readonly uid: IntField;
  declare readonly market: IntField;
  declare readonly user: IntField;
  declare readonly openOrders: IntField;
  declare readonly baseAvail: IntField;
  declare readonly baseHold: IntField;
  declare readonly quoteAvail: IntField;
  declare readonly quoteHold: IntField;
  declare private readonly table: PairTable;

  constructor(memory: Memory) {
    this.pool = new Pool(memory, 16);
    const words = this.pool.i32(8);
    const [uid, market, user, openOrders, baseAvail, baseHold, quoteAvail, quoteHold] = intsOf(words, 8);
    this.uid = uid!;
    this.market = market!;
    this.user = user!;
    this.openOrders = openOrders!;
    this.baseAvail = baseAvail!;
    this.baseHold = baseHold!;
    this.quoteAvail = quoteAvail!;
    this.quoteHold = quoteHold!;
    this.table = new PairTable(memory, { column: words, stride: 8, offset: 0 });
  }

  find(uid: number, market: number): number {
    return this.table.find(uid, market);
  }

  stake(uid: number, market: number, users: Users, markets: Markets, ledger: Ledger): number {
    const found = this.table.find(uid, market);
    if (found !== 0) return found;
    const slot = this.pool.alloc();
    this.uid.set(slot, uid);
    this.market.set(slot, market);
    this.user.set(slot, users.user(uid));
    const product = markets.product.a[market]!;
    const account = (asset: number, kind: number): number => ledger.account(uid, accountKey(product, 0, asset, kind));
    this.baseAvail.set(slot, account(markets.base.a[market]!, bucket.avail));
    this.baseHold.set(slot, account(markets.base.a[market]!, bucket.hold));
    this.quoteAvail.set(slot, account(markets.quote.a[market]!, bucket.avail));
    this.quoteHold.set(slot, account(markets.quote.a[market]!, bucket.hold));
    this.table.insert(slot);
    return slot;
  }

  needsGrowth(): boolean {
    return this.pool.made > this.table.room;
  }
  grow(): void {
    this.table.grow();
  }
  settle(): void {
    this.pool.settle();
    this.table.settle();
  }
}
