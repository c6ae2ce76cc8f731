import {
  calls,
  type Instruments,
  success,
  type TickerRow,
  withdrawalPriceOf,
  withdrawalValueOf,
} from "@tidemark/contracts";
import type { Clock, CoreClient, Database, Log } from "@tidemark/kit-node";
import { listedAsset } from "../instruments.ts";
import { dayMs } from "./level-limits.ts";
import { worths } from "./level-store.ts";

/** Throws where the core does not answer, or answers of a state that may be old. */
export type AskTickers = () => Promise<readonly TickerRow[]>;

export const askingTickers =
  (client: CoreClient): AskTickers =>
  async () => {
    const reply = await client.ask("now", { call: calls.tickers.name, uid: 0, ask: {} });
    if (reply?.code !== success || reply.stale === true) throw new Error("payments: the core does not say its prices");
    return (reply.data as { readonly rows: readonly TickerRow[] }).rows;
  };

export type WorthsDeps = {
  readonly db: Database;
  readonly tickers: AskTickers;
  readonly instruments: (wanted: readonly string[]) => Promise<Instruments>;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
};

/** Of one asset in one round; the next round takes further ones. */
const perAssetMax = 1_000;

/**
 * Keeps what each withdrawal is worth, a moment after the core held it, by the core's prices: the same that the platform counts by. One whose
 * asset has no price now gets the first that comes.
 */
export function openWorths({ db, tickers, instruments, clock, log }: WorthsDeps): { run(): Promise<void> } {
  let unpriced: ReadonlySet<number> = new Set();

  /** False: it has no price. */
  async function keepAll(assetId: number, rows: readonly TickerRow[], since: number): Promise<boolean> {
    const listed = await listedAsset(instruments, assetId);
    if (listed === undefined) return false;
    const price = withdrawalPriceOf(rows, listed.asset);
    for (const { coreId, units } of await worths.missing(db, assetId, since, perAssetMax)) {
      const worth = withdrawalValueOf(units, listed.scale, price);
      if (worth === undefined) return false;
      await worths.keep(db, coreId, worth);
    }
    return true;
  }

  return {
    async run() {
      const since = clock.now() - dayMs;
      const wanted = await worths.assetsMissing(db, since);
      if (wanted.length === 0) return;
      const rows = await tickers();
      const without = new Set<number>();
      for (const assetId of wanted) if (!(await keepAll(assetId, rows, since))) without.add(assetId);
      for (const assetId of without)
        if (!unpriced.has(assetId))
          log.warn({ assetId }, "payments: the core has no price of an asset, its withdrawals wait");
      unpriced = without;
    },
  };
}
