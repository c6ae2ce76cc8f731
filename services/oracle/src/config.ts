import { busSettings, integer, modeSetting, readConfig, refuseInProduction, text } from "@tidemark/kit-node";

/** All settings of the oracle. BUS_KEYS needs the key of `oracle`. */
const settings = {
  ...busSettings,
  ...modeSetting,
  ORACLE_HOST: text({ default: "127.0.0.1" }),
  /** Port of /health. */
  ORACLE_PORT: integer({ min: 0, max: 65_535, default: 8_093 }),
  /**
   * The exchanges whose prices are read: `name=exchange` by its name in ccxt, or `name=exchange@url` where it answers elsewhere,
   * comma-separated. The place in the list is the number of the source in the weights of every market, so production must set it. Empty in
   * development: binance, coinbase, kraken and okx.
   */
  ORACLE_VENUES: text({ default: "" }),
  /** What the venues call a market whose outside symbol is not its base and quote: `BTCUSD-PERP=BTC/USD`, comma-separated. */
  ORACLE_SYMBOLS: text({ default: "" }),
  /** How often each venue is asked, and prices are sent. */
  POLL_EVERY_MS: integer({ min: 100, max: 5_000, default: 1_000 }),
  VENUE_TIMEOUT_MS: integer({ min: 100, max: 10_000, default: 2_500 }),
  /** A price that is older, by the venue's own time, is not sent. The engine drops a source after ten seconds without one. */
  PRICE_AGE_MAX_MS: integer({ min: 500, max: 10_000, default: 5_000 }),
  /** How far a price may lie from the median of all venues, or of fewer than three from the venue's own last one, in percent. */
  PRICE_JUMP_MAX_PERCENT: integer({ min: 1, max: 50, default: 10 }),
} as const;

export type Config = ReturnType<typeof readConfig<typeof settings>>;

export function readSettings(from?: Record<string, string | undefined>): Config {
  const read = readConfig(settings, from);
  refuseInProduction(read);
  return read;
}

export type VenueSetting = {
  readonly name: string;
  /** Its name in ccxt. */
  readonly exchange: string;
  /** Where it answers, if not at its own address. */
  readonly url: string | undefined;
};

/** As many sources as a market can weigh. */
const venuesMax = 8;

const developmentVenues = "binance=binance,coinbase=coinbase,kraken=kraken,okx=okx";

type VenuesConfig = Pick<Config, "ORACLE_VENUES" | "TIDEMARK_MODE">;

/** Prices of a source that is not the one meant by a market's weights would make its index: production says which they are. */
export function venuesOf({ ORACLE_VENUES, TIDEMARK_MODE }: VenuesConfig): VenueSetting[] {
  if (ORACLE_VENUES === "" && TIDEMARK_MODE === "production") throw new Error("ORACLE_VENUES is not set");
  const setting = ORACLE_VENUES === "" ? developmentVenues : ORACLE_VENUES;
  const venues = setting.split(",").map((part) => {
    const match = /^([\w-]+)=(\w+)(?:@(https?:\/\/\S+))?$/.exec(part.trim());
    if (match === null) throw new Error(`ORACLE_VENUES: ${part} is not name=exchange or name=exchange@url`);
    return { name: match[1]!, exchange: match[2]!, url: match[3] };
  });
  if (venues.length > venuesMax) throw new Error(`ORACLE_VENUES: at most ${venuesMax}`);
  if (new Set(venues.map(({ name }) => name)).size < venues.length)
    throw new Error("ORACLE_VENUES: two venues have one name");
  return venues;
}

export function outsideSymbolsOf(setting: string): ReadonlyMap<string, string> {
  const pairs = setting.split(",").filter((part) => part.trim() !== "");
  return new Map(
    pairs.map((pair): [string, string] => {
      const match = /^([^=\s]+)=(\w+\/\w+)$/.exec(pair.trim());
      if (match === null) throw new Error(`ORACLE_SYMBOLS: ${pair} is not SYMBOL=BASE/QUOTE`);
      return [match[1]!, match[2]!];
    }),
  );
}
