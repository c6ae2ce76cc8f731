import { z } from "zod";
import { ofUser } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { networkIds } from "./networks.ts";

export const withdrawalAddressesMax = 100;

const id = z.uuid();
const label = z.string().regex(/^[\p{L}\p{N} ._-]{1,30}$/u, "1 to 30 letters, digits and spaces");
const row = z.object({
  id,
  network: z.enum(networkIds),
  address: z.string(),
  /** Empty where there is none. */
  memo: z.string(),
  label: z.string(),
  isAllowListed: z.boolean(),
  addedAt: z.number().int(),
  /** From when on something may be withdrawn to it; null while only allow-listed ones may be used and it is none. */
  usableFrom: z.number().int().nullable(),
});

/** Withdrawal addresses of the account. A switched-off `onlyAllowListed` stays in force until `openFrom`. */
export const withdrawalAddressList = defineCall({
  ...ofUser,
  name: "wallet.withdrawalAddressList",
  path: "GET /user/withdrawal/address/list",
  ask: z.strictObject({ network: z.enum(networkIds).optional() }),
  answer: z.object({
    list: z.array(row),
    onlyAllowListed: z.boolean(),
    openFrom: z.number().int().nullable(),
    allowed: z.number().int(),
    /** The networks that this installation takes addresses of. */
    networks: z.array(z.enum(networkIds)),
  }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

/** A new address waits a day; so does one that was removed and comes again. */
export const addWithdrawalAddress = defineCall({
  ...ofUser,
  rate: "signIn",
  factor: "fresh",
  name: "wallet.addWithdrawalAddress",
  path: "POST /user/withdrawal/address/add",
  ask: z.strictObject({
    network: z.enum(networkIds),
    address: z.string().min(1).max(100),
    memo: z.string().max(20).default(""),
    label,
    isAllowListed: z.boolean().default(false),
  }),
  answer: row,
  refusals: ["LOGIN_INVALID", "FACTOR_NEEDED", "ADDRESS_INVALID", "ADDRESS_TAKEN", "ADDRESS_LIMIT", "BUSY"],
});

/** An address that is put on the allow list counts there a day later; one that is taken off it does not at once. */
export const allowWithdrawalAddress = defineCall({
  ...ofUser,
  rate: "signIn",
  factor: "fresh",
  name: "wallet.allowWithdrawalAddress",
  path: "POST /user/withdrawal/address/allow",
  ask: z.strictObject({ id, isAllowListed: z.boolean() }),
  answer: row,
  refusals: ["LOGIN_INVALID", "FACTOR_NEEDED", "NOT_FOUND", "BUSY"],
});

/** Whether only allow-listed addresses may be used: at once where it is begun, a day later where it is ended. */
export const setOnlyAllowListed = defineCall({
  ...ofUser,
  rate: "signIn",
  factor: "fresh",
  name: "wallet.setOnlyAllowListed",
  path: "POST /user/withdrawal/address/only_allowed",
  ask: z.strictObject({ isOn: z.boolean() }),
  answer: z.object({ onlyAllowListed: z.boolean(), openFrom: z.number().int().nullable() }),
  refusals: ["LOGIN_INVALID", "FACTOR_NEEDED", "BUSY"],
});

export const removeWithdrawalAddress = defineCall({
  ...ofUser,
  name: "wallet.removeWithdrawalAddress",
  path: "POST /user/withdrawal/address/delete",
  ask: z.strictObject({ id }),
  answer: z.object({}),
  refusals: ["LOGIN_INVALID", "NOT_FOUND", "BUSY"],
});
