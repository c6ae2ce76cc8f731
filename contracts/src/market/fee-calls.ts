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
 * The own level, its rates and what levels are measured by, in US dollars: the volumes of 30 days of UTC, today's included, and what the
 * assets are worth now without bonus. A coin contract counts its size, a pair that is quoted in a coin that coin at its index at the fill.
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
    /** The beginning of the first of the 30 days. */
    since: z.number().int(),
    spot: volume,
    contracts: volume,
    /** Of that the last seven days, today's included: the present pace. */
    week: z.object({ spot: decimalText, contracts: decimalText }),
    assets: decimalText,
    /** What the fills of the 30 days would have cost more at level 0. */
    saved: decimalText,
  }),
  refusals: [],
});
