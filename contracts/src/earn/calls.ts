import { z } from "zod";
import { ofEveryone, ofUser, requestId } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { assetText, decimalText } from "../values.ts";

const forAnyone = { ...ofEveryone, cacheMaxAgeSeconds: 10 } as const;

/** Interest of a year as a part of the amount: 0.082 is 8.2 %. */
const yearRate = decimalText;
const time = z.number().int();

/** The highest rate of today, for the tag of the menu entry; empty where nothing is offered. */
export const earnPromote = defineCall({
  ...forAnyone,
  name: "earn.promote",
  path: "GET /api/spot-financial-api/public/asset-config/promote",
  ask: z.strictObject({}),
  answer: z.object({ yearRate: z.union([yearRate, z.literal("")]) }),
  refusals: ["BUSY"],
});

const flexibleProduct = z.object({
  asset: assetText,
  /** Of today; it is set at 00:00 UTC. */
  yearRate,
  minimum: decimalText,
  /** Of the last 30 days, the oldest first; today is the last. */
  rates: z.array(yearRate),
});
const termProduct = z.object({ asset: assetText, days: z.number().int(), yearRate, minimum: decimalText });
export type FlexibleProduct = z.infer<typeof flexibleProduct>;
export type TermProduct = z.infer<typeof termProduct>;

/** What can be joined, in the order in which pages list it. */
export const earnProducts = defineCall({
  ...forAnyone,
  name: "earn.products",
  path: "GET /api/spot-financial-api/public/earn/products",
  ask: z.strictObject({}),
  answer: z.object({ flexible: z.array(flexibleProduct), terms: z.array(termProduct) }),
  refusals: ["BUSY"],
});

/** ACTIVE: its days run. ENDED: it has paid. LEFT: its user ended it. BROKEN: its money was taken out. Only ENDED pays interest. */
export const termStates = ["ACTIVE", "ENDED", "LEFT", "BROKEN"] as const;
const term = z.object({
  id: z.uuid(),
  asset: assetText,
  amount: decimalText,
  days: z.number().int(),
  yearRate,
  /** What the whole term pays. */
  interest: decimalText,
  state: z.enum(termStates),
  joinedAt: time,
  /** 00:00 UTC of the first day, and of the day behind the last. */
  startsAt: time,
  endsAt: time,
  /** 0 while it is active. */
  endedAt: time,
});
export type EarnTerm = z.infer<typeof term>;

/**
 * What earning brought, and the terms of the last year. Amounts that earn are those of the core (account.totalPreestimate); `bound` is the part of
 * them that terms hold.
 */
export const earnStatus = defineCall({
  ...ofUser,
  rate: "read",
  name: "earn.status",
  path: "GET /api/spot-financial-api/earn/status",
  ask: z.strictObject({}),
  answer: z.object({
    rows: z.array(z.object({ asset: assetText, bound: decimalText, earned: decimalText, yesterday: decimalText })),
    terms: z.array(term),
    /** Interest by asset and day of the last year, the oldest first; `day` counts days of UTC since 1970. */
    days: z.array(z.object({ day: z.number().int(), asset: assetText, amount: decimalText })),
  }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

/**
 * Binds money that earns already for a number of days. The rate is the one that was shown: another one is refused as RATE_CHANGED. A repeated
 * `requestId` answers with the same term.
 */
export const joinTerm = defineCall({
  ...ofUser,
  rate: "read",
  name: "earn.joinTerm",
  path: "POST /api/spot-financial-api/earn/term/join",
  apiKey: "TRADE",
  ask: z.strictObject({
    asset: assetText,
    days: z.number().int().positive(),
    yearRate,
    amount: decimalText,
    requestId,
  }),
  answer: z.object({ id: z.uuid() }),
  refusals: ["LOGIN_INVALID", "RATE_CHANGED", "AMOUNT_INVALID", "INSUFFICIENT_TRANSFERABLE", "NOT_FOUND", "BUSY"],
});

/** Ends a term early: its amount is flexible again, its interest is not paid. One that was left before is answered in the same way. */
export const leaveTerm = defineCall({
  ...ofUser,
  rate: "read",
  name: "earn.leaveTerm",
  path: "POST /api/spot-financial-api/earn/term/leave",
  apiKey: "TRADE",
  ask: z.strictObject({ id: z.uuid() }),
  answer: z.object({}),
  refusals: ["LOGIN_INVALID", "NOT_FOUND", "BUSY"],
});

export const earnCauses = ["SUBSCRIBE", "REDEEM", "INTEREST"] as const;
const earnChange = z.object({
  id: z.number().int(),
  at: time,
  asset: assetText,
  cause: z.enum(earnCauses),
  amount: decimalText,
  /** The day that interest is for, as days since 1970; else 0. */
  day: z.number().int(),
});
export type EarnChange = z.infer<typeof earnChange>;

/** What was subscribed, redeemed and earned, the newest first; `before` is the `next` of the page before. */
export const earnHistory = defineCall({
  ...ofUser,
  rate: "read",
  name: "earn.history",
  path: "GET /api/spot-financial-api/earn/history",
  ask: z.strictObject({
    before: z.number().int().positive().optional(),
    pageSize: z.number().int().min(1).max(100).default(20),
  }),
  answer: z.object({ list: z.array(earnChange), next: z.number().int().optional() }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});
