import { z } from "zod";
import { defineCall } from "../define.ts";
import { decimalText } from "../values.ts";
import { readBy } from "./of-platform.ts";

const at = z.number().int();
const count = z.number().int();

/** Days of UTC since 1970; worth is in USDT, at the index when the day was counted. */
const inviteDay = z.object({
  day: count,
  /** Who earned, by how many friends, and in how many shares. */
  inviters: count,
  friends: count,
  shares: count,
  paid: decimalText,
  /** Not paid: on their way, or refused by the core. */
  unpaid: decimalText,
});
export type InviteDay = z.infer<typeof inviteDay>;

/** Shares of friends' fees, by day and by who earned most in these days. */
export const inviteReport = defineCall({
  ...readBy("any"),
  name: "invites.report",
  path: "GET /console/growth/invites",
  ask: z.strictObject({ days: z.number().int().min(1).max(90).default(30) }),
  answer: z.object({
    /** Of all time: accounts that invited others, and accounts that were invited. */
    inviters: count,
    friends: count,
    /** The oldest first; days without shares have zeros. */
    days: z.array(inviteDay),
    top: z.array(z.object({ uid: count, friends: count, paid: decimalText })),
  }),
});

/** Users of each level above 0, and the days on which levels were computed, the newest first. */
export const vipReport = defineCall({
  ...readBy("any"),
  name: "vip.report",
  path: "GET /console/growth/vip",
  ask: z.strictObject({}),
  answer: z.object({
    levels: z.array(z.object({ level: count, users: count })),
    computations: z.array(
      z.object({ day: count, users: count, changes: count, startedAt: at, endedAt: at.nullable() }),
    ),
  }),
});
export type VipComputation = z.infer<typeof vipReport.answer>["computations"][number];
