import {
  type AssetEntry,
  type BalanceRow,
  calls,
  type InstrumentList,
  instrumentsOf,
  productIds,
  success,
  type TickerRow,
  withdrawalPriceOf,
} from "@tidemark/contracts";
import type { CoreClient } from "@tidemark/kit-node";

/** What the core says about a user and a coin now. */
export type CoreFacts = {
  readonly asset: AssetEntry;
  /** Decimal text of what the wallet account could send. */
  readonly available: string;
  /** USDT for one; empty where there is no price. */
  readonly price: string;
  readonly lockedUntil: number;
};

async function asked<T>(core: CoreClient, call: { readonly name: string }, uid: number): Promise<T | undefined> {
  const reply = await core.ask("now", { call: call.name, uid, ask: {} });
  return reply?.code === success ? (reply.data as T) : undefined;
}

/** Undefined where the core does not answer; `unknown` where it does not list the coin. */
export async function coreFactsOf(
  core: CoreClient,
  uid: number,
  asset: string,
): Promise<CoreFacts | "unknown" | undefined> {
  const [list, tickers, balances, lock] = await Promise.all([
    asked<InstrumentList>(core, calls.marketInstruments, 0),
    asked<{ rows: TickerRow[] }>(core, calls.tickers, 0),
    asked<{ rows: BalanceRow[] }>(core, calls.balances, uid),
    asked<{ lockedUntil: number }>(core, calls.withdrawalLock, uid),
  ]);
  if (list === undefined || tickers === undefined || balances === undefined || lock === undefined) return undefined;
  const entry = instrumentsOf(list).asset(asset);
  if (entry === undefined) return "unknown";
  const row = balances.rows.find(
    (one) => one.product === productIds.wallet && one.asset === asset && one.bucket === "avail",
  );
  return {
    asset: entry,
    available: row?.amount ?? "0",
    price: withdrawalPriceOf(tickers.rows, asset),
    lockedUntil: lock.lockedUntil,
  };
}
