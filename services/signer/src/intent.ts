import { createPublicKey, type KeyObject, verify } from "node:crypto";
import type { ApprovedWithdrawal, WithdrawalIntent } from "@tidemark/contracts";
import { accepted, type Outcome, refused } from "./outcome.ts";

const publicHead = Buffer.from("302a300506032b6570032100", "hex");
export const publicKeyOf = (hex: string): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicHead, Buffer.from(hex, "hex")]), format: "der", type: "spki" });

/**
 * The signer's own reader of the text that approvers sign: it imports no code of the exchange, only the type. The expression is whole: each
 * line once, in order, with no second way to write a value.
 */
const whole = String.raw`(?:0|[1-9]\d{0,77})`;
const intentLines = new RegExp(
  [
    "^Tidemark withdrawal intent 1",
    "id: (?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})",
    "asset: (?<asset>[A-Z0-9]{1,16})",
    "network: (?<network>[A-Z0-9_]{1,32})",
    "token: (?<token>[!-~]{1,100})",
    "address: (?<address>[!-~]{1,100})",
    "memo: (?<memo>[!-~]{0,100})",
    `amount: (?<amount>${whole})`,
    `fee cap: (?<feeCap>${whole})`,
    String.raw`expires: (?<expires>[1-9]\d{0,15})`,
    "$",
  ].join("\n"),
);
const uint256Max = 2n ** 256n - 1n;

export function readIntent(text: string): WithdrawalIntent | undefined {
  const fields = intentLines.exec(text)?.groups;
  if (fields === undefined) return undefined;
  const amount = BigInt(fields.amount!);
  const feeCap = BigInt(fields.feeCap!);
  const expiresAt = Number(fields.expires);
  if (amount === 0n || amount > uint256Max || feeCap > uint256Max || !Number.isSafeInteger(expiresAt)) return undefined;
  return {
    id: fields.id!,
    asset: fields.asset!,
    network: fields.network!,
    tokenContract: fields.token === "native" ? null : fields.token!,
    address: fields.address!,
    memo: fields.memo!,
    amount,
    feeCap,
    expiresAt,
  };
}

export type Approver = { readonly role: "platform" | "operator"; readonly publicKey: KeyObject };
export type Approvals = { readonly platform: boolean; readonly operators: number };

/** Every approval that is sent must hold: a wrong one among enough right ones is a sign of an attack and refuses them all. */
export function checkedApprovals(
  { intent, approvals }: ApprovedWithdrawal,
  approvers: ReadonlyMap<string, Approver>,
): Outcome<Approvals> {
  const bytes = Buffer.from(intent, "latin1");
  const counted = new Set<string>();
  let platform = false;
  let operators = 0;
  for (const { approver: name, signature } of approvals) {
    const approver = approvers.get(name);
    if (approver === undefined) return refused("approval_unknown", name);
    if (counted.has(name)) return refused("approval_invalid", `${name} twice`);
    counted.add(name);
    if (!verify(null, bytes, approver.publicKey, Buffer.from(signature, "hex")))
      return refused("approval_invalid", name);
    if (approver.role === "platform") platform = true;
    else operators += 1;
  }
  return accepted({ platform, operators });
}
