import { z } from "zod";
import { defineCall } from "../define.ts";
import { documentKinds, pictureParts, refusalReasons } from "../kyc/verification-parts.ts";
import { personalData } from "../kyc/calls.ts";
import { reasonText } from "../operator/define-operator-call.ts";
import { actBy, actRefusals, readBy } from "./of-platform.ts";

const decideRefusals = [...actRefusals, "PROPOSAL_FINAL"] as const;

const at = z.number().int();
const uid = z.number().int().min(1);

/** A nickname that waits for a decision. */
const nicknameCase = z.object({
  id: z.number().int(),
  uid,
  /** The one that others see now; empty for the default. */
  current: z.string(),
  nickname: z.string(),
  /** As the filter reads it: letters that look alike folded, spaces gone. */
  read: z.string(),
  submittedAt: at,
});
export type NicknameCase = z.infer<typeof nicknameCase>;

/** The oldest first. */
export const nicknameQueue = defineCall({
  ...readBy("support"),
  name: "review.nicknames",
  path: "GET /console/nicknames",
  ask: z.strictObject({}),
  answer: z.object({ list: z.array(nicknameCase) }),
});

export const decideNickname = defineCall({
  ...actBy("support"),
  name: "review.decideNickname",
  path: "POST /console/nickname/decide",
  ask: z.strictObject({
    id: z.number().int().min(1),
    decision: z.enum(["ACCEPT", "REJECT"]),
    reason: reasonText,
  }),
  answer: z.object({ id: z.number().int(), state: z.string() }),
  refusals: decideRefusals,
});

/** A verification of identity that waits for a decision. What was typed and the pictures are seen one by one. */
const verificationCase = z.object({
  uid,
  documentKind: z.enum(documentKinds).nullable(),
  /** Who issued it, by the two letters of ISO 3166; null where nothing was said. */
  documentCountry: z.string().nullable(),
  pictures: z.array(z.enum(pictureParts)),
  tries: z.number().int(),
  submittedAt: at,
  /** What the provider found; empty where none was asked or it did not say. */
  suggestion: z.string(),
});
export type VerificationCase = z.infer<typeof verificationCase>;

/** The oldest first. */
export const verificationQueue = defineCall({
  ...readBy("support"),
  name: "review.verifications",
  path: "GET /console/verifications",
  ask: z.strictObject({}),
  answer: z.object({ list: z.array(verificationCase) }),
});

/** What the user typed. Every view is a line of the audit log, written before anything is seen. */
export const viewPersonalData = defineCall({
  ...actBy("support"),
  name: "review.personalData",
  path: "POST /console/verification/data",
  ask: z.strictObject({ uid, reason: reasonText }),
  answer: z.object({ data: personalData }),
  refusals: decideRefusals,
});

/** One picture, in pieces that the bus carries. The first piece is a line of the audit log. */
export const viewPicture = defineCall({
  ...actBy("support"),
  name: "review.picture",
  path: "POST /console/verification/picture",
  ask: z.strictObject({
    uid,
    part: z.enum(pictureParts),
    reason: reasonText,
    /** Of the piece; the `next` of the one before. */
    from: z.number().int().min(0).default(0),
  }),
  answer: z.object({
    /** Part of a JPEG, in base64. */
    bytes: z.string(),
    /** Where the next piece begins; null at the end. */
    next: z.number().int().nullable(),
  }),
  refusals: decideRefusals,
});

export const decideVerification = defineCall({
  ...actBy("support"),
  name: "review.decideVerification",
  path: "POST /console/verification/decide",
  ask: z.strictObject({
    uid,
    /** What is wrong, where it is refused: the user reads it, and sends those parts again. Without it the verification is approved. */
    because: z.enum(refusalReasons).optional(),
    reason: reasonText,
  }),
  answer: z.object({ uid, state: z.string() }),
  refusals: decideRefusals,
});
