import type { ExchangeName, MarketEntry, TopicName, TopicRow } from "@tidemark/contracts";
import { type ApiKeyClient, createApiKeyClient, follow } from "@tidemark/kit-client";
import { botKey } from "./keys.ts";
import { unitsOf } from "./ladder.ts";
import type { OwnOrder, OwnPosition, Standing } from "./maker.ts";

/** A snapshot or a first delta has every field of a row. */
type WholeRow<N extends TopicName> = { [K in keyof TopicRow<N>]: Exclude<TopicRow<N>[K], undefined> };

/** The prices of all markets, followed once for all bots. */
export type Prices = { of(market: MarketEntry): Pick<Standing, "index" | "quoteUsd">; stop(): void };

export function followPrices(keyed: ApiKeyClient): Prices {
  let rows: ReadonlyMap<string, { index: string; indexStale: boolean }> = new Map();
  const stop = follow(keyed.client, keyed.socket(), "tickers", {}, (change) => {
    rows = new Map((change.rows as WholeRow<"tickers">[]).map((row) => [row.symbol, row]));
  });
  const indexOf = (symbol: string): bigint | undefined => {
    const row = rows.get(symbol);
    return row === undefined || row.index === "" || row.indexStale ? undefined : unitsOf(row.index);
  };
  return {
    of({ symbol, quote, contract }) {
      const isUsd = contract !== undefined || quote === "USDT" || quote === "USDC";
      const quoteUsd = isUsd ? 1 : Number(indexOf(`${quote}/USDT`) ?? 0n) / 1e8;
      return { index: quoteUsd === 0 ? undefined : indexOf(symbol), quoteUsd };
    },
    stop,
  };
}

/** An account that trades by its API key and follows its own orders and positions. */
export type BotAccount = {
  readonly keyed: ApiKeyClient;
  standing(market: MarketEntry, prices: Prices): Standing;
  close(): void;
};

export function openAccount(url: string, name: string, exchange: ExchangeName): BotAccount {
  const keyed = createApiKeyClient({ url, apiKey: botKey(name, exchange).signer });
  let orders: readonly OwnOrder[] = [];
  let positions: readonly OwnPosition[] = [];
  const ends = [
    follow(keyed.client, keyed.socket(), "orders", {}, (change) => (orders = change.rows as WholeRow<"orders">[])),
    follow(keyed.client, keyed.socket(), "positions", {}, (change) => (positions = change.rows)),
  ];
  return {
    keyed,
    standing: (market, prices) => ({ ...prices.of(market), orders, positions }),
    close() {
      for (const end of ends) end();
      keyed.close();
    },
  };
}
