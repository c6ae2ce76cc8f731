import { z } from "zod";
import { ofUser } from "../call-parts.ts";
import { defineCall } from "../define.ts";

/**
 * The own VIP level and since when; levels are computed once a day at 00:00 UTC. Times are ms since 1970: `since` 0 is from the beginning,
 * `computedAt` 0 not yet. What the level is measured by: account.feeLevel.
 */
export const vipStatus = defineCall({
  ...ofUser,
  name: "vip.status",
  path: "GET /user/vip-status",
  ask: z.strictObject({}),
  answer: z.object({ level: z.number().int(), since: z.number().int(), computedAt: z.number().int() }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});
