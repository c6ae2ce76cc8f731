import type { ExchangeName, MarketEntry } from "@tidemark/contracts";
import { seedApiKeys } from "@tidemark/platform";
import { type BotAccounts, type Bots, startBotLoops } from "../bots/bot-loops.ts";
import { botKey } from "../bots/keys.ts";
import { contracts } from "./seed/contracts.ts";
import { markets } from "./seed/listing.ts";
import { seededUids } from "./seed/people.ts";
import { contractMakers, firstContractBot, fundedBots } from "./seed/seed.ts";

export type { Bots } from "../bots/bot-loops.ts";

const botName = (number: number): string => `bot${number}`;
const spotAt = new Map(markets.map(({ symbol }, at) => [symbol, at]));
const contractAt = new Map(contracts.map(({ symbol }, at) => [symbol, at]));

const isMajor = (base: string): boolean => base === "BTC" || base === "ETH";

/** The seeded accounts: one maker per spot market, four for the contracts, one taker for all. */
const seededBotAccounts: BotAccounts = {
  maker({ symbol }: MarketEntry): string {
    const contract = contractAt.get(symbol);
    if (contract !== undefined) return botName(firstContractBot + 1 + (contract % contractMakers));
    return botName((spotAt.get(symbol) ?? 0) + 1);
  },
  taker: () => botName(firstContractBot),
};

const labels: Readonly<Record<ExchangeName, string>> = { REAL: "market_making", SIMULATED: "simulated_making" };

/** API keys for the seeded bots, by the security module itself: one for each exchange. */
export const seedBotKeys = (databaseUrl: string): Promise<void> =>
  seedApiKeys(
    databaseUrl,
    (["REAL", "SIMULATED"] as const).flatMap((exchange) =>
      Array.from({ length: fundedBots }, (_, i) => {
        const { publicKey, signer } = botKey(botName(i + 1), exchange);
        return { uid: seededUids.firstBot + i, label: labels[exchange], exchange, key: signer.key, publicKey };
      }),
    ),
  );

/** The bots of a development exchange, whose accounts `seed` has given money. */
export const startBots = (url: string, pace = 1): Promise<Bots> =>
  startBotLoops({ url, accounts: seededBotAccounts, pace });

/** Those of the simulated exchange: fewer markets and a slower pace, to spare the machine. */
export const startSimulatedBots = (url: string): Promise<Bots> =>
  startBotLoops({
    url,
    accounts: seededBotAccounts,
    exchange: "SIMULATED",
    pace: 3,
    isQuoted: ({ kind, base }) => kind !== "SPOT" && isMajor(base),
  });
