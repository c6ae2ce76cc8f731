import { z } from "zod";
import { ofUser } from "../call-parts.ts";
import { defineCall } from "../define.ts";

/** Browsers of a user that pushes are sent to; with one more the oldest is dropped. */
export const pushSubscriptionsMax = 10;

const endpoint = z.string().min(1).max(1_000);

/** Whether pushes are offered, and the browsers that receive them. */
export const pushSettings = defineCall({
  ...ofUser,
  rate: "read",
  name: "messages.pushSettings",
  path: "GET /activities/notify/push",
  ask: z.strictObject({}),
  answer: z.object({
    /** The key that a browser subscribes with, in base64url; empty where no pushes are sent. */
    publicKey: z.string(),
    /** Those whose session is over receive nothing and are left out. */
    browsers: z.array(z.object({ endpoint: z.string(), device: z.string(), madeAt: z.number().int() })),
  }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

/**
 * Sends pushes to this browser as long as its session is open. Taken are addresses of known push services only: the platform calls what stands
 * here. Keys are those of the browser's subscription, in base64url.
 */
export const addPushSubscription = defineCall({
  ...ofUser,
  rate: "read",
  name: "messages.addPushSubscription",
  path: "POST /activities/notify/push/add",
  apiKey: "never",
  ask: z.strictObject({
    endpoint,
    /** A point of P-256, uncompressed: 65 bytes. */
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    /** 16 bytes. */
    auth: z.string().regex(/^[\w-]{22}(==)?$/),
  }),
  answer: z.object({}),
  refusals: ["LOGIN_INVALID", "PUSH_SERVICE_UNKNOWN", "REQUEST_INVALID", "BUSY"],
});

export const removePushSubscription = defineCall({
  ...ofUser,
  rate: "read",
  name: "messages.removePushSubscription",
  path: "POST /activities/notify/push/remove",
  apiKey: "never",
  ask: z.strictObject({ endpoint }),
  answer: z.object({}),
  refusals: ["LOGIN_INVALID", "BUSY"],
});
