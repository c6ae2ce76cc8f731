import type { Clock, Timers } from "@tidemark/kit-node";
import type pg from "pg";

/** What answers read from. */
export type Queries = {
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<{ readonly rows: R[] }>;
};
export type ShareBounds = {
  /** Queries at a time: the connections of the pool. */
  readonly runningMax: number;
  /** Of one account, so that one that asks without pause leaves room for all others. */
  readonly runningPerOwnerMax: number;
  readonly waitingPerOwnerMax: number;
  readonly waitMaxMs: number;
  /** Whose query took so long is slow for a while. */
  readonly slowMs: number;
  /** Long enough that waiting it out gains nothing: 0.4 s of a connection for each account and time. */
  readonly slowForMs: number;
  /** So many are remembered; beyond that the one that became slow first is forgotten. */
  readonly slowAccountsMax: number;
  /** Queries at a time of all slow accounts together: the rest is for those whose queries are quick. */
  readonly runningSlowMax: number;
};

/** The query was not made: its account has too many already, or there was no room in time. */
export class NoRoom extends Error {}

type Waiting = { readonly start: (isSlow: boolean) => void; readonly refuse: () => void };
type Owner = { running: number; readonly waiting: Waiting[] };

type ShareTime = Pick<Timers, "after"> & Pick<Clock, "steady">;

/**
 * Shares a pool between accounts: each has few queries at a time, and those that wait are taken in turns. Accounts whose queries are slow
 * have a part of the pool in common, however many they are.
 */
export class QueryShare {
  readonly #pool: Queries;
  readonly #bounds: ShareBounds;
  readonly #time: ShareTime;
  readonly #owners = new Map<number, Owner>();
  /** Until when an account is slow, in the order in which they became so. */
  readonly #slowUntil = new Map<number, number>();
  #running = 0;
  #runningSlow = 0;

  constructor(pool: Queries, bounds: ShareBounds, time: ShareTime) {
    this.#pool = pool;
    this.#bounds = bounds;
    this.#time = time;
  }

  /** The pool as one account sees it. */
  of(owner: number): Queries {
    return { query: (text, values) => this.#run(owner, () => this.#pool.query(text, values)) };
  }

  async #run<T>(owner: number, work: () => Promise<T>): Promise<T> {
    const own = this.#owners.get(owner) ?? { running: 0, waiting: [] };
    this.#owners.set(owner, own);
    if (own.waiting.length >= this.#bounds.waitingPerOwnerMax) throw new NoRoom("too many queries of one account");
    try {
      const isSlow = await this.#turn(own);
      const began = this.#time.steady();
      return await work().finally(() => {
        own.running -= 1;
        this.#running -= 1;
        if (isSlow) this.#runningSlow -= 1;
        if (this.#time.steady() - began >= this.#bounds.slowMs) this.#becameSlow(owner);
        this.#next();
      });
    } finally {
      if (own.running === 0 && own.waiting.length === 0) this.#owners.delete(owner);
    }
  }

  /** Accounts with a query that runs or waits. */
  get size(): number {
    return this.#owners.size;
  }

  /** Accounts that are remembered as slow. */
  get slowAccounts(): number {
    return this.#slowUntil.size;
  }

  #becameSlow(owner: number): void {
    const now = this.#time.steady();
    for (const [other, until] of this.#slowUntil) {
      if (until > now) break;
      this.#slowUntil.delete(other);
    }
    this.#slowUntil.delete(owner);
    this.#slowUntil.set(owner, now + this.#bounds.slowForMs);
    if (this.#slowUntil.size > this.#bounds.slowAccountsMax)
      this.#slowUntil.delete(this.#slowUntil.keys().next().value!);
  }

  #isSlow(owner: number): boolean {
    return (this.#slowUntil.get(owner) ?? 0) > this.#time.steady();
  }

  /** Whether the query counts as one of the slow accounts. */
  #turn(own: Owner): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const cancel = this.#time.after(this.#bounds.waitMaxMs, () => {
        own.waiting.splice(own.waiting.indexOf(one), 1);
        one.refuse();
      });
      const one: Waiting = {
        start: (isSlow) => {
          cancel();
          resolve(isSlow);
        },
        refuse: () => reject(new NoRoom("no room for a query in time")),
      };
      own.waiting.push(one);
      this.#next();
    });
  }

  /** The account with the fewest queries is next; of those with as many, the one whose last turn was the longest ago. */
  #next(): void {
    for (let running = 0; running < this.#bounds.runningPerOwnerMax; running += 1)
      for (const [owner, own] of this.#owners) {
        if (this.#running >= this.#bounds.runningMax) return;
        if (own.waiting.length === 0 || own.running !== running) continue;
        const isSlow = this.#isSlow(owner);
        if (isSlow && this.#runningSlow >= this.#bounds.runningSlowMax) continue;
        own.running += 1;
        this.#running += 1;
        if (isSlow) this.#runningSlow += 1;
        this.#owners.delete(owner);
        this.#owners.set(owner, own);
        own.waiting.shift()!.start(isSlow);
      }
  }
}
