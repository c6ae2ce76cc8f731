import { type KeyObject, verify } from "node:crypto";
import type { ApprovedWithdrawal, SignerRequest, StorePosition } from "@tidemark/contracts";
import { depositIndexMax } from "./keys.ts";

/** Part of what is signed, so that a signature made for anything else is none for a request. */
const requestHead = "Tidemark signer request 1\n";
const approvalsMax = 8;
const intentLengthMax = 1_000;
const statementLengthMax = 5_000;

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const hasOnly = (fields: Fields, keys: readonly string[]): boolean =>
  Object.keys(fields).every((key) => keys.includes(key));
const isText = (value: unknown, shape: RegExp): value is string => typeof value === "string" && shape.test(value);
const isIndex = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= depositIndexMax;

const isPosition = (value: unknown): value is StorePosition =>
  isObject(value) &&
  hasOnly(value, ["seq", "hash"]) &&
  Number.isSafeInteger(value.seq) &&
  (value.seq as number) >= 0 &&
  isText(value.hash, /^[0-9a-f]{64}$/);

const isApproval = (value: unknown): boolean =>
  isObject(value) &&
  hasOnly(value, ["approver", "signature"]) &&
  isText(value.approver, /^[a-z0-9][a-z0-9._-]{0,39}$/) &&
  isText(value.signature, /^[0-9a-f]{128}$/);

const isApproved = (value: unknown): value is ApprovedWithdrawal =>
  isObject(value) &&
  hasOnly(value, ["intent", "approvals"]) &&
  typeof value.intent === "string" &&
  value.intent.length <= intentLengthMax &&
  Array.isArray(value.approvals) &&
  value.approvals.length <= approvalsMax &&
  value.approvals.every(isApproval);

const coinsMax = 32;
const isCoin = (value: unknown): boolean =>
  isObject(value) && hasOnly(value, ["key", "amount"]) && isFrom(value.key) && isText(value.amount, /^[1-9]\d{0,18}$/);
/** Left out on networks whose addresses have a nonce. */
const isCoins = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.length <= coinsMax && value.every(isCoin));

const isFrom = (value: unknown): boolean => value === "hot" || isIndex(value);

/** The fields of each kind besides those that all have. */
const fieldsOfKind: Readonly<Record<string, readonly [name: string, is: (value: unknown) => boolean][]>> = {
  withdraw: [
    ["approved", isApproved],
    ["coins", isCoins],
  ],
  sweep: [
    ["from", isFrom],
    ["coins", isCoins],
  ],
  fund_gas: [["to", isIndex]],
  cancel: [],
};

function isRequest(value: unknown): value is SignerRequest {
  if (!isObject(value) || typeof value.kind !== "string") return false;
  if (!Number.isSafeInteger(value.id) || !isText(value.network, /^[A-Z0-9_]{1,32}$/)) return false;
  if (value.seen !== undefined && !isPosition(value.seen)) return false;
  const common = ["id", "kind", "network", "seen"];
  if (value.kind === "status") return hasOnly(value, common);
  if (value.kind === "expire") return hasOnly(value, [...common, "approved"]) && isApproved(value.approved);
  if (value.kind === "sign_reserves")
    return (
      hasOnly(value, [...common, "text"]) && typeof value.text === "string" && value.text.length <= statementLengthMax
    );
  if (!Object.hasOwn(fieldsOfKind, value.kind) || !isText(value.transaction, /^0x[0-9a-f]*$/)) return false;
  const fields = fieldsOfKind[value.kind]!;
  const names = fields.map(([name]) => name);
  return hasOnly(value, [...common, "transaction", ...names]) && fields.every(([name, is]) => is(value[name]));
}

/** The JSON text of a line whose signature is a requester's; undefined for any other line. */
export function authenticText(line: string, requesters: readonly KeyObject[]): string | undefined {
  const match = /^([0-9a-f]{128}) (\{.*\})$/.exec(line);
  if (match === null) return undefined;
  const text = match[2]!;
  const signature = Buffer.from(match[1]!, "hex");
  const bytes = Buffer.from(requestHead + text, "utf8");
  return requesters.some((key) => verify(null, bytes, key, signature)) ? text : undefined;
}

/** Undefined where a field is missing, of another shape, or of no meaning. */
export function readRequest(text: string): SignerRequest | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRequest(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
