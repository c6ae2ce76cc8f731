import { z } from "zod";
import { ofEveryone, ofUser } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { assetText, decimalText } from "../values.ts";

const time = z.number().int();
/** In USDT, at the index when the day was counted. */
const worth = decimalText;

/** What the programme pays: of a friend's fees, and of their friends': the share, and for how many days. */
export const inviteTerms = defineCall({
  ...ofEveryone,
  cacheMaxAgeSeconds: 10,
  name: "invites.terms",
  path: "GET /user/public/invite/terms",
  ask: z.strictObject({}),
  answer: z.object({ tiers: z.array(z.object({ share: decimalText, days: z.number().int() })) }),
  refusals: ["BUSY"],
});

/** What inviting brought. `day` counts days of UTC since 1970. */
export const inviteStatus = defineCall({
  ...ofUser,
  rate: "read",
  name: "invites.status",
  path: "GET /user/invite/status",
  ask: z.strictObject({}),
  answer: z.object({
    code: z.string(),
    friends: z.number().int(),
    /** Friends whose fees have paid a share. */
    traded: z.number().int(),
    /** Friends of friends. */
    seconds: z.number().int(),
    earned: worth,
    yesterday: worth,
    /** What today has come to so far; empty where it is counted after the day only: too many accounts, or the core does not answer. */
    today: z.union([worth, z.literal("")]),
    /** Of the last year, the oldest first. */
    days: z.array(z.object({ day: z.number().int(), worth })),
  }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

const page = z.strictObject({
  before: z.number().int().positive().optional(),
  pageSize: z.number().int().min(1).max(100).default(20),
});

const invitedFriend = z.object({
  /** Of the own friends, in the order in which they came. */
  number: z.number().int(),
  /** Masked. */
  name: z.string(),
  joinedAt: time,
  /** Fees from this moment on pay no share. */
  endsAt: time,
  fees: worth,
  share: worth,
});
export type InvitedFriend = z.infer<typeof invitedFriend>;

/** The own friends, the newest first; `before` is the `next` of the page before. */
export const inviteFriends = defineCall({
  ...ofUser,
  rate: "read",
  name: "invites.friends",
  path: "GET /user/invite/friends",
  ask: page,
  answer: z.object({ list: z.array(invitedFriend), next: z.number().int().optional() }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

/** SENT: on its way to the core. PAID: in the capital account. REFUSED: the core did not take it, operators look at it. */
export const inviteShareStates = ["SENT", "PAID", "REFUSED"] as const;
const inviteShare = z.object({
  id: z.number().int(),
  day: z.number().int(),
  /** 1: of a friend, 2: of a friend's friend. */
  tier: z.number().int(),
  product: z.number().int(),
  asset: assetText,
  fees: decimalText,
  amount: decimalText,
  worth,
  state: z.enum(inviteShareStates),
});
export type InviteShare = z.infer<typeof inviteShare>;

/** Every share that was paid: of which day, product and fees. The newest first. */
export const inviteShares = defineCall({
  ...ofUser,
  rate: "read",
  name: "invites.shares",
  path: "GET /user/invite/shares",
  ask: page,
  answer: z.object({ list: z.array(inviteShare), next: z.number().int().optional() }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});
