import { z } from "zod";
import { ofUser } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { signedDecimalText, symbolText } from "../values.ts";

/** Alerts of a user, gone off or not. */
export const alertsMax = 50;

/** PRICE: trades of a market. FUNDING: the next rate of a contract, in percent. MARGIN: the ratio of the account that settles in an asset, in percent. */
export const alertMeasures = ["PRICE", "FUNDING", "MARGIN"] as const;
export type AlertMeasure = (typeof alertMeasures)[number];
/** ABOVE: at the level or above it. */
export const alertDirections = ["ABOVE", "BELOW"] as const;
export type AlertDirection = (typeof alertDirections)[number];

const id = z.uuid();
const alertRow = z.object({
  id,
  measure: z.enum(alertMeasures),
  /** A market, or the asset that an account settles in. */
  symbol: symbolText,
  direction: z.enum(alertDirections),
  level: z.string(),
  madeAt: z.number().int(),
  /** 0 while it waits. */
  firedAt: z.number().int(),
});
export type AlertRow = z.infer<typeof alertRow>;

/** The user's alerts, the newest first. */
export const alertList = defineCall({
  ...ofUser,
  rate: "read",
  name: "messages.alertList",
  path: "GET /activities/notify/alerts",
  ask: z.strictObject({}),
  answer: z.object({ list: z.array(alertRow) }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

/** Sets an alert, or with `id` changes one and lets it wait again. It goes off once. */
export const setAlert = defineCall({
  ...ofUser,
  rate: "read",
  name: "messages.setAlert",
  path: "POST /activities/notify/alert",
  apiKey: "never",
  ask: z.strictObject({
    id: id.optional(),
    measure: z.enum(alertMeasures),
    symbol: symbolText,
    direction: z.enum(alertDirections),
    level: signedDecimalText,
  }),
  answer: z.object({ id }),
  refusals: ["LOGIN_INVALID", "SYMBOL_NOT_FOUND", "REQUEST_INVALID", "ALERT_LIMIT", "NOT_FOUND", "BUSY"],
});

export const removeAlert = defineCall({
  ...ofUser,
  rate: "read",
  name: "messages.removeAlert",
  path: "POST /activities/notify/alert/remove",
  apiKey: "never",
  ask: z.strictObject({ id }),
  answer: z.object({}),
  refusals: ["LOGIN_INVALID", "NOT_FOUND", "BUSY"],
});
