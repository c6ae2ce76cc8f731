import { assetOfKey, bucket, bucketOfKey, system } from "../ledger/accounts.ts";
import { Account } from "../ledger/ledger.ts";
import type { State } from "../state/state.ts";

/** What is owed in one asset, and the coins that stand against it. */
export type AssetLiabilities = {
  readonly asset: number;
  /** By uid, all products and sub-accounts together; above 0 only. */
  readonly users: ReadonlyMap<number, bigint>;
  /** System accounts above 0 by account key; the money of all campaigns of one key together. */
  readonly system: ReadonlyMap<number, bigint>;
  /** Coins received less coins sent. */
  readonly custody: bigint;
  /** All balances below 0 but debts of margin pairs: losses and rebates that lower nobody's liability. Never above 0. */
  readonly uncovered: bigint;
};

type Gathered = { users: Map<number, bigint>; system: Map<number, bigint>; custody: bigint; uncovered: bigint };

/** System accounts stand from here on in the same key space as the users' buckets. */
const firstSystem = system.deposits;
const accountsPerSlice = 20_000;

function take(all: Gathered, uid: number, key: number, balance: bigint): void {
  const kind = bucketOfKey(key);
  // Debts of users and their mirror cancel: what was borrowed stands in the users' other buckets.
  if (kind === bucket.loan || kind === bucket.interest || kind === system.loans) return;
  if (kind === system.deposits || kind === system.withdrawals) all.custody -= balance;
  else if (balance < 0n) all.uncovered += balance;
  else if (balance > 0n) {
    const [owners, owner] = kind < firstSystem ? [all.users, uid] : [all.system, key];
    owners.set(owner, (owners.get(owner) ?? 0n) + balance);
  }
}

/**
 * Lists what is owed, by asset: custody = users + system + uncovered in each. Yields now and then, so that a process with other duties can
 * turn to them; the state must stay as it is meanwhile.
 */
export function* listingLiabilities(state: State): Generator<undefined, AssetLiabilities[]> {
  const { w } = state.memory;
  const byAsset = new Map<number, Gathered>();
  let left = accountsPerSlice;
  for (const account of state.ledger.accounts.records()) {
    const key = w[account + Account.key]!;
    const asset = assetOfKey(key);
    let all = byAsset.get(asset);
    if (all === undefined)
      byAsset.set(asset, (all = { users: new Map(), system: new Map(), custody: 0n, uncovered: 0n }));
    take(all, w[account + Account.uid]!, key, state.ledger.balance(account));
    if ((left -= 1) > 0) continue;
    left = accountsPerSlice;
    yield undefined;
  }
  return [...byAsset].map(([asset, all]) => ({ asset, ...all })).sort((a, b) => a.asset - b.asset);
}
