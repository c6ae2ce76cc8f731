import { z } from "zod";
import { defineCall } from "../define.ts";
import { reasonText } from "../operator/define-operator-call.ts";
import { actBy, actRefusals, readBy } from "./of-platform.ts";

const at = z.number().int();
const name = z.string().regex(/^[\w-]{1,48}$/);
const country = z.string().regex(/^[A-Z]{2}$/);
const body = z.record(z.string(), z.unknown());

/** Flags that rows switch on for a user or a country. */
export const contentFlags = ["p2pWhite", "kycWhite", "koreanWhite"] as const;

const variants = z
  .array(z.strictObject({ name, weight: z.number().int().min(0).max(1_000) }))
  .min(1)
  .max(10);

/** One change of content. */
const contentChange = z.discriminatedUnion("kind", [
  /** `version` is the one that was read: a file that was changed since is not written over. Menus are parts of these files. */
  z.strictObject({ kind: z.literal("config"), name, version: z.number().int().min(1), body }),
  z.strictObject({ kind: z.literal("strategy"), name, variants, isRunning: z.boolean() }),
  z.strictObject({ kind: z.literal("countryFlag"), country, flag: z.enum(contentFlags), isOn: z.boolean() }),
  z.strictObject({
    kind: z.literal("userFlag"),
    uid: z.number().int().min(1),
    flag: z.enum(contentFlags),
    isOn: z.boolean(),
  }),
]);
export type ContentChange = z.infer<typeof contentChange>;

/** A value before and after, as JSON; empty where there is none. */
const difference = z.object({ path: z.string(), before: z.string(), after: z.string() });
export type ContentDifference = z.infer<typeof difference>;

const preview = z.object({
  /** Why it cannot be made; empty where it can. */
  problem: z.string(),
  differences: z.array(difference),
  /** Whether another operator has to ask for the same. */
  needsSecond: z.boolean(),
});
export type ContentPreview = z.infer<typeof preview>;

const waitingChange = z.object({
  subject: z.string(),
  change: contentChange,
  by: z.number().int(),
  reason: z.string(),
  at,
  until: at,
  preview,
});
export type WaitingContent = z.infer<typeof waitingChange>;

export const contentOverview = defineCall({
  ...readBy("markets"),
  name: "content.overview",
  path: "GET /console/content",
  ask: z.strictObject({}),
  answer: z.object({
    /** The shared file has no `biz`; a site's own overrides the shared one that it names. */
    configs: z.array(
      z.object({ name: z.string(), biz: z.string(), version: z.number().int(), body, isSeed: z.boolean() }),
    ),
    strategies: z.array(z.object({ name: z.string(), variants, isRunning: z.boolean() })),
    countryFlags: z.array(z.object({ country, flag: z.enum(contentFlags) })),
    userFlags: z.array(z.object({ uid: z.number().int(), flag: z.enum(contentFlags), isOn: z.boolean() })),
    waiting: z.array(waitingChange),
  }),
});

/** What a change would do, by the rules that it is made by. Changes nothing. */
export const previewContent = defineCall({
  ...readBy("markets"),
  name: "content.preview",
  path: "POST /console/content/preview",
  ask: z.strictObject({ change: contentChange }),
  answer: preview,
});

/** What only closes something is done at once. Everything else waits until another operator asks for the same within a day. */
export const changeContent = defineCall({
  ...actBy("markets"),
  name: "content.change",
  path: "POST /console/content/change",
  ask: z.strictObject({ change: contentChange, reason: reasonText }),
  answer: z.object({ isDone: z.boolean() }),
  refusals: [...actRefusals, "REQUEST_INVALID", "OWN_APPROVAL"],
});

/** Takes back a change that waits, one's own or another's. */
export const dropContentChange = defineCall({
  ...actBy("markets"),
  name: "content.drop",
  path: "POST /console/content/drop",
  ask: z.strictObject({ subject: z.string().max(100), reason: reasonText }),
  answer: z.object({}),
});
