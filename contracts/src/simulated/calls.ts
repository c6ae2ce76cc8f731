import { z } from "zod";
import { defineCall } from "../define.ts";
import { assetText, decimalText } from "../values.ts";

/** Answered only to the gateways of the simulated exchange; everywhere else these calls do not exist. */
const common = {
  owner: "platform",
  needs: "session",
  carry: "bus",
  shape: "envelope",
  answers: "own",
  body: "json",
  apiKey: "never",
} as const;

const amounts = z.array(z.object({ asset: assetText, amount: decimalText }));
/** When the next refill is possible, in ms since 1970; 0: at once. */
const nextAt = z.number().int();

/**
 * What a refill brings every user up to, when the user was given the last one, and what it was. `lastAt` 0: never. `isBooked`: the core has
 * booked all of it.
 */
export const simulatedFunds = defineCall({
  ...common,
  name: "simulated.funds",
  path: "GET /api/simulated/funds",
  rate: "read",
  ask: z.strictObject({}),
  answer: z.object({ target: amounts, lastAt: z.number().int(), given: amounts, isBooked: z.boolean(), nextAt }),
  refusals: ["BUSY"],
});

/**
 * Deposits what the user's accounts have less than the target, into the wallet. `given` is empty where nothing is missing, the last refill is
 * too recent or is not booked yet. `isBooked`: the core has booked all of the last one.
 */
export const refillSimulated = defineCall({
  ...common,
  name: "simulated.refill",
  path: "POST /api/simulated/refill",
  rate: "trade",
  ask: z.strictObject({}),
  answer: z.object({ given: amounts, isBooked: z.boolean(), nextAt }),
  refusals: ["BUSY"],
});
