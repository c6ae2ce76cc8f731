import { z } from "zod";
import { ofTrader, publicRead } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { decimalText, sourceSeq } from "../values.ts";

/** Rates in 1e-8; a negative one is paid back. */
const feeRates = {
  spotMaker: z.number().int(),
  spotTaker: z.number().int(),
  contractMaker: z.number().int(),
  contractTaker: z.number().int(),
};
const feeLevelRow = z.object({ level: z.number().int(), ...feeRates });
export type FeeLevelRow = z.infer<typeof feeLevelRow>;

/** The fee table as the engine charges it. What a level needs is configuration of the site: `project.feeLevels`. */
export const feeLevels = defineCall({
  ...publicRead,
  name: "market.feeLevels",
  path: "GET /market/v2/fee-levels",
  answers: "now",
  ask: z.strictObject({}),
  answer: z.object({ ...sourceSeq, rows: z.array(feeLevelRow) }),
  refusals: [],
});

const volume = z.object({ maker: decimalText, taker: decimalText });

/**
 * The own level, its rates and what was traded in the last 30 days, in US dollars: a coin contract counts its size, a pair that is quoted in
 * a coin that coin at its index now.
 */
export const feeLevel = defineCall({
  ...ofTrader,
  name: "account.feeLevel",
  path: "GET /api/exchange-account-center-api/fee-level",
  answers: "history",
  rate: "read",
  ask: z.strictObject({}),
  answer: z.object({
    ...sourceSeq,
    level: z.number().int(),
    rates: z.object(feeRates),
    since: z.number().int(),
    spot: volume,
    contracts: volume,
  }),
  refusals: [],
});
