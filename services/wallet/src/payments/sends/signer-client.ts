import { sign } from "node:crypto";
import { createConnection } from "node:net";
import {
  type ApprovedWithdrawal,
  type NetworkId,
  type SignerAnswer,
  signerAnswer,
  signerLineLengthMax,
  type SignerRefusal,
  signerRequestHead,
} from "@tidemark/contracts";
import { type Database, privateKeyOf } from "@tidemark/kit-node";
import type { Coin } from "../../chains/payment-chain.ts";
import { seen } from "./sends-store.ts";

/** What a transaction is signed as. */
export type SigningWish =
  | { readonly kind: "withdraw"; readonly approved: ApprovedWithdrawal }
  | { readonly kind: "sweep"; readonly from: "hot" | number }
  | { readonly kind: "fund_gas"; readonly to: number };

type SignerStatus = { readonly hotAddress: string; readonly nonceNext: number };
type Refused = { readonly ok: false; readonly reason: SignerRefusal; readonly detail: string };
type Signed = { readonly ok: true; readonly raw: string } | Refused;
type SignedStatement = { readonly ok: true; readonly signature: string } | Refused;

/** The signer over its socket. Throws where it does not answer: the same question is asked again, and answered alike. */
export type SignerClient = {
  /** `coins` are what its inputs spend, in their order. */
  sign(network: NetworkId, transaction: string, wish: SigningWish, coins: readonly Coin[]): Promise<Signed>;
  /** Undefined: the intent ran out, was never signed, and never will be. Otherwise why the signer does not say so. */
  expire(network: NetworkId, approved: ApprovedWithdrawal): Promise<SignerRefusal | undefined>;
  /** The hot address's signature under a statement for the proof of funds. */
  signReserves(network: NetworkId, text: string): Promise<SignedStatement>;
  status(network: NetworkId): Promise<SignerStatus>;
};

/** The signer could not decide: the same question is asked again. */
const undecided: ReadonlySet<SignerRefusal> = new Set([
  "rate_limited",
  "store_unavailable",
  "key_unavailable",
  "requester_unknown",
  "request_malformed",
  "store_set_back",
]);
export const isUndecided = (reason: SignerRefusal): boolean => undecided.has(reason);

export type SignerClientDeps = {
  readonly db: Database;
  readonly socketPath: string;
  /** 64 hex digits; the signer has the public key. */
  readonly requestKey: string;
  readonly timeoutMs: number;
};

const lineBytesMax = 16_384;

/** One line out, one line in, on a connection of its own: nothing of an older question can be taken for its answer. */
function exchange(path: string, line: string, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ path }, () => void socket.write(`${line}\n`));
    let text = "";
    const fail = (problem: string): void => {
      socket.destroy();
      reject(new Error(`signer: ${problem}`));
    };
    socket.setEncoding("utf8").setTimeout(timeoutMs, () => fail("no answer in time"));
    socket
      .on("error", (error) => fail(error.message))
      .on("close", () => fail("the connection ended before the answer"));
    socket.on("data", (part: string) => {
      text += part;
      const end = text.indexOf("\n");
      if (end < 0) return void (text.length > lineBytesMax && fail("an answer without an end"));
      resolve(text.slice(0, end));
      socket.destroy();
    });
  });
}

export function signerClient({ db, socketPath, requestKey, timeoutMs }: SignerClientDeps): SignerClient {
  const key = privateKeyOf(requestKey);
  let idLast = 0;

  async function ask(network: NetworkId, request: object): Promise<SignerAnswer> {
    const id = (idLast += 1);
    const position = await seen.get(db);
    const text = JSON.stringify({ id, network, ...(position === undefined ? {} : { seen: position }), ...request });
    const line = `${sign(null, Buffer.from(signerRequestHead + text), key).toString("hex")} ${text}`;
    if (line.length > signerLineLengthMax) throw new Error("signer: the question is too long");
    const answer = signerAnswer.parse(JSON.parse(await exchange(socketPath, line, timeoutMs)));
    const isOwn = answer.id === id || (!answer.ok && answer.id === -1);
    if (!isOwn) throw new Error("signer: answered another question");
    // A position that is behind the seen one is that of a refusal: what was set back must not become the truth.
    if (answer.ok) await seen.keep(db, answer.store);
    return answer;
  }

  return {
    async sign(network, transaction, wish, coins) {
      const spent = coins.map(({ key, amount }) => ({ key, amount: String(amount) }));
      const answer = await ask(network, { ...wish, transaction, ...(spent.length === 0 ? {} : { coins: spent }) });
      if (!answer.ok) return { ok: false, reason: answer.reason, detail: answer.detail };
      if (!("signed" in answer)) throw new Error("signer: answered with a status");
      return { ok: true, raw: answer.signed };
    },
    async expire(network, approved) {
      const answer = await ask(network, { kind: "expire", approved });
      if (!answer.ok) return answer.reason;
      if (!("expired" in answer) || !approved.intent.includes(`\nid: ${answer.expired}\n`))
        throw new Error("signer: answered of another intent");
      return undefined;
    },
    async signReserves(network, text) {
      const answer = await ask(network, { kind: "sign_reserves", text });
      if (!answer.ok) return { ok: false, reason: answer.reason, detail: answer.detail };
      if (!("statementSignature" in answer)) throw new Error("signer: answered without a signature of the statement");
      return { ok: true, signature: answer.statementSignature };
    },
    async status(network) {
      const answer = await ask(network, { kind: "status" });
      if (!answer.ok) throw new Error(`signer: ${answer.reason} ${answer.detail}`);
      if (!("status" in answer)) throw new Error("signer: answered with a signature");
      return { hotAddress: answer.status.hotAddress, nonceNext: Number(answer.status.nonceNext) };
    },
  };
}
