import { z } from "zod";
import { page } from "../call-parts.ts";
import { defineCall } from "../define.ts";

const common = { owner: "platform", carry: "bus", shape: "envelope", answers: "own", needs: "session" } as const;

const sessionId = z.string().regex(/^[\w-]{16,64}$/);
/** Country is empty where it is unknown. */
const place = { ip: z.string(), country: z.string(), agent: z.string() };

const sessionRow = z.object({
  id: sessionId,
  isThis: z.boolean(),
  isApp: z.boolean(),
  openedAt: z.number().int(),
  seenAt: z.number().int(),
  ...place,
});

export const sessionList = defineCall({
  ...common,
  name: "identity.sessionList",
  path: "GET /user/session/list",
  ask: z.strictObject({}),
  answer: z.object({ list: z.array(sessionRow) }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

/** One of the caller's own; anybody else's is not found. */
export const endSession = defineCall({
  ...common,
  name: "identity.endSession",
  path: "POST /user/session/end",
  body: "json",
  ask: z.strictObject({ id: sessionId }),
  answer: z.object({}),
  refusals: ["LOGIN_INVALID", "NOT_FOUND", "BUSY"],
});

/** All but the one that asks. */
export const endOtherSessions = defineCall({
  ...common,
  name: "identity.endOtherSessions",
  path: "POST /user/session/end_others",
  body: "json",
  ask: z.strictObject({}),
  answer: z.object({ ended: z.number().int() }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

export const activityKinds = [
  "REGISTERED",
  "SIGNED_IN",
  "SIGN_IN_FAILED",
  "SIGNED_OUT",
  "SESSION_ENDED",
  "TOKEN_REUSED",
  "PASSWORD_RESET",
  "PASSWORD_CHANGED",
  "AUTHENTICATOR_BOUND",
  "AUTHENTICATOR_REMOVED",
  "ADDRESS_CHANGED",
  "FACTOR_CHANGED",
  "ACCOUNT_FROZEN",
  "OAUTH_LINKED",
  "OAUTH_REMOVED",
  "PASSKEY_ADDED",
  "PASSKEY_REMOVED",
  "API_KEY_CREATED",
  "API_KEY_CHANGED",
  "API_KEY_REMOVED",
  "WITHDRAWAL_ADDRESS_ADDED",
  "WITHDRAWAL_ADDRESS_CHANGED",
  "WITHDRAWAL_ADDRESS_REMOVED",
] as const;
export type ActivityKind = (typeof activityKinds)[number];

const activityRow = z.object({ at: z.number().int(), kind: z.enum(activityKinds), ...place });

/** What happened around the account, newest first. */
export const activityList = defineCall({
  ...common,
  name: "identity.activityList",
  path: "GET /user/activity/list",
  ask: z.strictObject({ ...page }),
  answer: z.object({
    list: z.array(activityRow),
    pageNum: z.number().int(),
    pageSize: z.number().int(),
    total: z.number().int(),
  }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

/**
 * For gateways only, not in the catalogue: sessions that ended since a time. The platform also publishes them on the bus; gateways that
 * miss a message poll here. Where more ended than one answer takes, it is not whole: the next question begins behind `until` and `last`.
 */
export const endedSessions = defineCall({
  ...common,
  needs: "nothing",
  name: "identity.endedSessions",
  path: "GET /none/ended-sessions",
  ask: z.strictObject({ since: z.number().int().nonnegative(), after: sessionId.optional() }),
  answer: z.object({
    ids: z.array(sessionId),
    until: z.number().int(),
    isWhole: z.boolean(),
    last: sessionId.optional(),
  }),
  refusals: ["BUSY"],
});
