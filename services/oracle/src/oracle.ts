import { type Bus, commandSender, coreClient, coreKeysOf, type Log, sealsOf, type Time } from "@tidemark/kit-node";
import { ccxtVenue } from "./ccxt-venue.ts";
import { type Config, outsideSymbolsOf, venuesOf } from "./config.ts";
import { PriceBoard } from "./price-board.ts";
import { PriceSender } from "./price-sender.ts";
import { openVenuePoll } from "./venue-poll.ts";

export type OracleDeps = { readonly config: Config; readonly bus: Bus; readonly time: Time; readonly log: Log };
export type Oracle = {
  /** Whether an index can be made: two venues have prices, and the core takes them. */
  isReady(): boolean;
  close(): Promise<void>;
};

const venuesReadyMin = 2;
const answerAgeMaxMs = 10_000;

/** Outside prices to a core. It keeps nothing: a second one beside it only repeats what the first one sent. */
export function openOracle({ config, bus, time, log }: OracleDeps): Oracle {
  const { CORE_NAME: core, CORE_PUBLIC_KEYS: publicKeys, TIDEMARK_MODE: mode } = config;
  const seal = sealsOf(config.BUS_KEYS, mode).of("oracle");
  if (seal === undefined) throw new Error("BUS_KEYS needs the key of oracle");
  const coreKeys = coreKeysOf({ core, publicKeys, mode });
  const venues = venuesOf(config).map((setting) => ccxtVenue(setting, config.VENUE_TIMEOUT_MS, () => time.now(), log));
  const limits = { ageMaxMs: config.PRICE_AGE_MAX_MS, jumpMaxPercent: config.PRICE_JUMP_MAX_PERCENT };
  const board = new PriceBoard(venues.length, limits);
  const toCore = { bus, core, by: "oracle", seal, coreKeys } as const;
  const commands = commandSender({ ...toCore, time });
  const sender = new PriceSender({
    core: coreClient({ ...toCore, clock: time }),
    commands,
    board,
    venueCount: venues.length,
    outsideSymbols: outsideSymbolsOf(config.ORACLE_SYMBOLS),
    everyMs: config.POLL_EVERY_MS,
    time,
    log,
  });
  const symbols = (): readonly string[] => sender.symbols;
  const polls = venues.map((venue, source) =>
    openVenuePoll({ venue, source, board, symbols, everyMs: config.POLL_EVERY_MS, time, log }),
  );
  return {
    isReady: () =>
      time.steady() - sender.answeredAt < answerAgeMaxMs && board.venuesWithPrices(time.now()) >= venuesReadyMin,
    async close() {
      await Promise.all(polls.map((poll) => poll.close()));
      await sender.close();
      commands.close();
    },
  };
}
