import { keccak_256 } from "@noble/hashes/sha3.js";
import type { ReserveStatement, SignerRequest } from "@tidemark/contracts";
import { type Signature } from "./evm-transaction.ts";
import { accepted, type Outcome, refused } from "./outcome.ts";
import { type Policy } from "./policy.ts";
import { type Allowed } from "./rules.ts";

export type StatementRequest = Extract<SignerRequest, { kind: "sign_reserves" }>;

/**
 * The signer's own reader of the text by which a reserve address stands up for published roots: each line once, in order. Nothing else is
 * ever signed as a text, so that no permit, order or sign-in of another product can be asked for here.
 */
const statementLines = new RegExp(
  [
    "^Tidemark proof of reserves 1",
    "exchange: Tidemark",
    String.raw`hour: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`,
    String.raw`sequence: [1-9]\d{0,14}`,
    "network: (?<network>[A-Z0-9_]{1,32})",
    "address: (?<address>0x[0-9A-Fa-f]{40})",
    String.raw`block: (?:0|[1-9]\d{0,14}) (?:0x)?[0-9a-f]{64}`,
    "(?:root: [A-Z0-9]{1,16} [0-9a-f]{64}\n){1,40}$",
  ].join("\n"),
);

type Statement = Pick<ReserveStatement, "network" | "address"> & { readonly digest: Uint8Array };

/** EIP-191: the digest of a text begins with byte 25, which no transaction begins with. */
const personalDigest = (text: string): Uint8Array =>
  keccak_256(Buffer.from(`\u0019Ethereum Signed Message:\n${text.length}${text}`, "latin1"));

/** The statement in a text, with what is to be signed of it; undefined for every other text. */
export function statementFor(text: string): Statement | undefined {
  const fields = statementLines.exec(text)?.groups;
  if (fields === undefined) return undefined;
  return { network: fields.network!, address: fields.address!, digest: personalDigest(text) };
}

export const personalSignature = ({ r, s, yParity }: Signature): string => {
  const word = (value: bigint): string => value.toString(16).padStart(64, "0");
  return `0x${word(r)}${word(s)}${yParity === 0 ? "1b" : "1c"}`;
};

/** Pure: a statement of this network by the hot address itself. */
export function allowedStatement(
  { network, text }: StatementRequest,
  policy: Policy,
  hotAddress: string,
): Outcome<Pick<Allowed, "key" | "digest" | "sender">> {
  if (!policy.networks.has(network)) return refused("network_unknown", network);
  const said = statementFor(text);
  if (said === undefined) return refused("statement_malformed");
  if (said.network !== network) return refused("network_differs", said.network);
  if (said.address !== hotAddress) return refused("address_differs", said.address);
  return accepted({ key: "hot", digest: said.digest, sender: hotAddress });
}
