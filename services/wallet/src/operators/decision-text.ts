import { sign, verify } from "node:crypto";
import { privateKeyOf, publicHexOf, publicKeyOf } from "@tidemark/kit-node";

/** What operators may decide about the wallet. */
export type DecisionKind = "lift-halt" | "send-paid" | "send-failed" | "credit-deposit";
export type Subject = {
  readonly kind: DecisionKind;
  /** The asset, or an id. */
  readonly id: string;
  /** Why it waits for people: who signs about one reason does not decide about another. */
  readonly reason: string;
  /** The transaction that was looked at; empty where there is none. */
  readonly txid: string;
  /** When the row became what it is: a signature about an earlier state decides nothing. */
  readonly since: number;
};

/** So many keys have to sign. */
export const keysNeeded = 2;

/** One line for each fact; the bytes of this text are what is signed. */
export const decisionText = ({ kind, id, reason, txid, since }: Subject): string =>
  [
    "Tidemark wallet decision 2",
    `do: ${kind}`,
    `subject: ${id}`,
    `reason: ${reason}`,
    `transaction: ${txid}`,
    `since: ${since}`,
    "",
  ].join("\n");

export type SignedDecision = { readonly approver: string; readonly publicKey: string; readonly signature: string };

export function signDecision(subject: Subject, approver: string, seed: string): SignedDecision {
  const key = privateKeyOf(seed);
  const signature = sign(null, Buffer.from(decisionText(subject), "latin1"), key).toString("hex");
  return { approver, publicKey: publicHexOf(key), signature };
}

/** The operators whose signature is good, by the list of this installation. Two names with one key are one operator. */
export function goodNames(
  subject: Subject,
  signed: readonly SignedDecision[],
  approvers: ReadonlyMap<string, string>,
): string[] {
  const bytes = Buffer.from(decisionText(subject), "latin1");
  const byKey = new Map<string, string>();
  for (const { approver, publicKey, signature } of signed) {
    const isListed = approvers.get(approver) === publicKey;
    if (isListed && verify(null, bytes, publicKeyOf(publicKey), Buffer.from(signature, "hex")))
      byKey.set(publicKey, approver);
  }
  return [...byKey.values()];
}
