import { z } from "zod";
import { ofUser } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { userNameText } from "../identity/fields.ts";
import { sourceSeq } from "../values.ts";
import { ed25519Shape, ipsPerKeyMax, isIpText } from "./api-key-rules.ts";
import { exchangeNames } from "../values.ts";
import { apiKeyKinds, permissions } from "./signing.ts";

export const apiKeysMax = 30;
const apiKeyDaysMax = 365;

const keyText = z.string().regex(/^[\w-]{32}$/, "an API key");
const ipText = z.string().refine(isIpText, "an IP address");
const ed25519Text = z.string().max(200).regex(ed25519Shape, "an Ed25519 public key in PEM form");

const rules = {
  permissions: z.array(z.enum(permissions)).min(1).max(permissions.length),
  ips: z.array(ipText).max(ipsPerKeyMax),
};
export const apiKeyRow = z.object({
  key: keyText,
  label: z.string(),
  /** The signed text names no exchange, so a key is known at one of them only. */
  exchange: z.enum(exchangeNames),
  kind: z.enum(apiKeyKinds),
  permissions: z.array(z.enum(permissions)),
  ips: z.array(z.string()),
  madeAt: z.number().int(),
  /** Null where it does not end by itself. */
  until: z.number().int().nullable(),
});
const refusals = ["LOGIN_INVALID", "FACTOR_NEEDED", "IP_LIST_NEEDED", "LABEL_TAKEN", "BUSY"] as const;

export const apiKeyList = defineCall({
  ...ofUser,
  name: "security.apiKeyList",
  path: "GET /user/api/list",
  ask: z.strictObject({}),
  answer: z.object({ ...sourceSeq, list: z.array(apiKeyRow), allowed: z.number().int() }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

/**
 * `secret` is given here and nowhere else, and not at all where the caller brought a public key. The key belongs to the exchange whose
 * gateway was asked. May read unless more is asked for; what may withdraw needs addresses.
 */
export const createApiKey = defineCall({
  ...ofUser,
  rate: "signIn",
  factor: "fresh",
  name: "security.createApiKey",
  path: "POST /user/api/create",
  ask: z.strictObject({
    label: userNameText,
    permissions: rules.permissions.default(["READ"]),
    ips: rules.ips.default([]),
    days: z.number().int().min(1).max(apiKeyDaysMax).optional(),
    publicKey: ed25519Text.optional(),
  }),
  answer: apiKeyRow.extend({ secret: z.string() }),
  refusals: [...refusals, "API_KEY_LIMIT"],
});

/** What is left out stays as it is. */
export const editApiKey = defineCall({
  ...ofUser,
  rate: "signIn",
  factor: "fresh",
  name: "security.editApiKey",
  path: "POST /user/api/edit",
  ask: z.strictObject({
    key: keyText,
    label: userNameText.optional(),
    permissions: rules.permissions.optional(),
    ips: rules.ips.optional(),
  }),
  answer: apiKeyRow,
  refusals: [...refusals, "NOT_FOUND"],
});

/** Takes effect at every gateway at once. Removing a right needs no second factor. */
export const removeApiKey = defineCall({
  ...ofUser,
  name: "security.removeApiKey",
  path: "POST /user/api/delete",
  ask: z.strictObject({ key: keyText }),
  answer: z.object({}),
  refusals: ["LOGIN_INVALID", "NOT_FOUND", "BUSY"],
});

export const removeAllApiKeys = defineCall({
  ...ofUser,
  name: "security.removeAllApiKeys",
  path: "POST /user/api/delete_all",
  ask: z.strictObject({}),
  answer: z.object({ removed: z.number().int() }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

const ofGateways = { ...ofUser, needs: "nothing" } as const;

/**
 * For gateways alone and in no catalogue: what they need to check a signature by themselves. `sealed` is the secret as only gateways and the
 * platform can open it. A key of the other exchange is not found.
 */
export const apiKeyRecord = defineCall({
  ...ofGateways,
  name: "security.apiKeyRecord",
  path: "GET /none/api-key",
  ask: z.strictObject({ key: keyText }),
  answer: z.object({
    uid: z.number().int(),
    kind: z.enum(apiKeyKinds),
    sealed: z.string(),
    publicKey: z.string(),
    permissions: z.array(z.enum(permissions)),
    ips: z.array(z.string()),
    until: z.number().int().nullable(),
  }),
  refusals: ["NOT_FOUND", "BUSY"],
});

/**
 * The same for keys that were changed or removed since a moment, each by its key and when it was: the platform says so on the bus too, which
 * may lose it.
 */
export const changedApiKeys = defineCall({
  ...ofGateways,
  name: "security.changedApiKeys",
  path: "GET /none/changed-api-keys",
  ask: z.strictObject({ since: z.number().int().nonnegative() }),
  answer: z.object({ ids: z.array(z.string()), until: z.number().int(), isWhole: z.boolean() }),
  refusals: ["BUSY"],
});
