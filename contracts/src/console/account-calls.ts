import { z } from "zod";
import { defineCall } from "../define.ts";
import { reasonText } from "../operator/define-operator-call.ts";
import { actBy, actRefusals, readBy, readRefusals } from "./of-platform.ts";

const at = z.number().int();
const uid = z.number().int().min(1);

/** What a list of accounts shows. Contacts are masked; nicknames are what every trader sees. */
const foundAccount = z.object({
  uid,
  nickname: z.string(),
  /** Empty where there is none. */
  email: z.string(),
  phone: z.string(),
  createdAt: at,
  isFrozen: z.boolean(),
});
export type FoundAccount = z.infer<typeof foundAccount>;

/** By UID, by the exact e-mail address or by the nickname. A POST that changes nothing: no log of addresses has what was looked for. */
export const findAccounts = defineCall({
  ...readBy("support"),
  name: "users.find",
  path: "POST /console/users/find",
  ask: z.strictObject({ text: z.string().trim().min(1).max(60) }),
  answer: z.object({ list: z.array(foundAccount) }),
});

/** How many accounts this operator has seen unmasked within the hour, and above how many an alarm is written. */
const views = z.object({ hour: z.number().int(), alarmAbove: z.number().int() });
export type PersonalViews = z.infer<typeof views>;

const waitingAct = z.object({ by: z.number().int(), reason: z.string(), at, until: at });
export type WaitingAct = z.infer<typeof waitingAct>;

/** One account without anything that identifies its owner. */
const accountFacts = foundAccount.extend({
  site: z.string(),
  lang: z.string(),
  country: z.string(),
  hasPassword: z.boolean(),
  /** In the order of strength. */
  factors: z.array(z.enum(["passkey", "authenticator", "email", "sms"])),
  openSessions: z.number().int(),
  /** 0 where it is not frozen. */
  frozenAt: at,
  /** The first of two operators who reopen it; null where none has. */
  unfreezeAsked: waitingAct.nullable(),
  kycStatus: z.number().int(),
  kycLevel: z.number().int(),
  vipLevel: z.number().int(),
  /** The label beside the nickname; only ever true while the account is verified. */
  isVerifiedTrader: z.boolean(),
  /** Of the core: availability of each product account (0–3), and until when nothing may be withdrawn. Null where the core does not answer. */
  core: z
    .object({
      products: z.array(z.object({ id: z.number().int(), status: z.number().int().min(0).max(3) })),
      withdrawalsLockedUntil: at,
    })
    .nullable(),
  views,
});
export type AccountFacts = z.infer<typeof accountFacts>;

export const accountFactsOf = defineCall({
  ...readBy("support"),
  name: "users.account",
  path: "GET /console/user",
  ask: z.strictObject({ uid }),
  answer: accountFacts,
  refusals: [...readRefusals, "NOT_FOUND"],
});

export const timelineSources = ["identity", "kyc", "profile", "withdrawals", "deposits", "operator"] as const;
export type TimelineSource = (typeof timelineSources)[number];

/** Something that happened to an account, from the records of one module. Addresses are masked or shortened. */
const timelineEntry = z.object({
  at,
  source: z.enum(timelineSources),
  kind: z.string(),
  facts: z.record(z.string(), z.string()),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

/** The newest first. */
export const accountTimeline = defineCall({
  ...readBy("support"),
  name: "users.timeline",
  path: "GET /console/user/timeline",
  ask: z.strictObject({
    uid,
    /** The `next` of the page before: only what is older. */
    before: at.min(1).optional(),
  }),
  answer: z.object({ list: z.array(timelineEntry), next: at.nullable() }),
});

/** Contacts and open sessions without masks. A line of the audit log is written before anything is seen. */
export const viewAccount = defineCall({
  ...actBy("support"),
  name: "users.view",
  path: "POST /console/user/view",
  ask: z.strictObject({ uid, reason: reasonText }),
  answer: z.object({
    email: z.string(),
    phone: z.string(),
    sessions: z.array(
      z.object({
        ip: z.string(),
        country: z.string(),
        agent: z.string(),
        isApp: z.boolean(),
        openedAt: at,
        seenAt: at,
      }),
    ),
    views,
  }),
});

/** Nobody signs in or withdraws any more, API keys are gone. At once: waiting would do the harm. */
export const freezeUser = defineCall({
  ...actBy("support"),
  name: "users.freeze",
  path: "POST /console/user/freeze",
  ask: z.strictObject({ uid, reason: reasonText }),
  answer: z.object({ frozenAt: at }),
});

/** Takes two operators: the first asks for it, another does it within a day. The withdrawal lock stays until a proposal replaces it. */
export const unfreezeUser = defineCall({
  ...actBy("support"),
  name: "users.unfreeze",
  path: "POST /console/user/unfreeze",
  ask: z.strictObject({ uid, reason: reasonText }),
  answer: z.object({ isFrozen: z.boolean() }),
  refusals: [...actRefusals, "OWN_APPROVAL", "PROPOSAL_FINAL"],
});

export const endUserSessions = defineCall({
  ...actBy("support"),
  name: "users.endSessions",
  path: "POST /console/user/end-sessions",
  ask: z.strictObject({ uid, reason: reasonText }),
  answer: z.object({ ended: z.number().int() }),
});

/** The password is no longer valid, and all sessions end: the owner sets another by a code to the main contact. */
export const removeUserPassword = defineCall({
  ...actBy("support"),
  name: "users.removePassword",
  path: "POST /console/user/remove-password",
  ask: z.strictObject({ uid, reason: reasonText }),
  answer: z.object({ ended: z.number().int() }),
  refusals: [...actRefusals, "ACCOUNT_FROZEN"],
});

/** The label beside a nickname, for lead traders whose identity is verified. It is no longer shown when the level is taken away. */
export const setVerifiedTrader = defineCall({
  ...actBy("support"),
  name: "users.setVerifiedTrader",
  path: "POST /console/user/verified-trader",
  ask: z.strictObject({ uid, isOn: z.boolean(), reason: reasonText }),
  answer: z.object({ isVerifiedTrader: z.boolean() }),
  refusals: [...actRefusals, "NOT_VERIFIED"],
});
