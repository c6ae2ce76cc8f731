import { z } from "zod";
import { ofUser } from "../call-parts.ts";
import { defineCall } from "../define.ts";

/** A little more than any nickname needs: what is too long is answered in its own words. */
const typedMax = 400;

/** Asks for another nickname. It is reviewed first; until then the current one stays in use. */
export const changeNickname = defineCall({
  ...ofUser,
  name: "profile.changeNickname",
  path: "POST /user/nick/name",
  apiKey: "never",
  ask: z.strictObject({ nickName: z.string().max(typedMax) }),
  answer: z.object({}),
  refusals: [
    "LOGIN_INVALID",
    "NICKNAME_EMPTY",
    "NICKNAME_TOO_LONG",
    "NICKNAME_SENSITIVE",
    "NICKNAME_WAITS",
    "NICKNAME_LIMIT",
    "BUSY",
  ],
});

/** What the profile page shows beyond the user object. `changesFrom`: when the month's changes are given anew, in ms since 1970. */
export const profile = defineCall({
  ...ofUser,
  name: "profile.profile",
  path: "GET /user/profile",
  ask: z.strictObject({}),
  answer: z.object({ level: z.number().int(), isVerifiedTrader: z.boolean(), changesFrom: z.number().int() }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});
