import { createHash } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { addr } from "micro-eth-signer";
import type { SignerAnswer, SignerRequest } from "@tidemark/contracts";
import { type Signature, signedTransaction } from "./evm-transaction.ts";
import { type Keys } from "./keys.ts";
import { accepted, type Outcome, type Refused, refused } from "./outcome.ts";
import { type Policy } from "./policy.ts";
import { type RateLimit } from "./rate-limit.ts";
import { authenticText, readRequest } from "./requests.ts";
import { type Allowed, allowedTransaction, type SigningRequest } from "./rules.ts";
import { type Store } from "./store.ts";

export type Signer = {
  /** One line in, one answer out. Requests are taken one after another: two never see the same caps. */
  answer(line: string): Promise<SignerAnswer>;
};

type Deps = {
  readonly policy: Policy;
  readonly keys: Keys;
  readonly store: Store;
  readonly rate: RateLimit;
  /** For what an operator must look at. */
  readonly alarm: (text: string) => void;
};

/** Of a request that could not be read. */
const idUnknown = -1;
const halfOfOrder = secp256k1.Point.Fn.ORDER / 2n;

/** The key service may be another machine: what it returns is checked as anything else that comes from outside. */
function isSignatureOf({ digest, sender }: Allowed, { r, s, yParity }: Signature): boolean {
  if (s > halfOfOrder) return false;
  try {
    const signature = new secp256k1.Signature(r, s, yParity);
    return addr.fromPublicKey(signature.recoverPublicKey(digest).toBytes()) === sender;
  } catch {
    return false;
  }
}

export function openSigner({ policy, keys, store, rate, alarm }: Deps): Signer {
  let tail: Promise<unknown> = Promise.resolve();

  const refusal = (id: number, { reason, detail }: Refused): SignerAnswer => ({
    id,
    ok: false,
    reason,
    detail,
    store: store.position(),
  });

  function auditDropped(): void {
    const count = rate.dropped();
    if (count > 0) store.audit({ dropped: count });
  }

  async function signature(allowed: Allowed): Promise<Outcome<Signature>> {
    try {
      const made = await keys.sign(allowed.key, allowed.digest);
      if (isSignatureOf(allowed, made)) return accepted(made);
      alarm("keys: a signature that is not of the sender's key was returned and dropped");
      return refused("key_unavailable", "not a signature of the sender's key");
    } catch (error) {
      alarm(`keys: no signature: ${error instanceof Error ? error.message : String(error)}`);
      return refused("key_unavailable");
    }
  }

  /** The order is the point: decide, write to the disk, sign, answer. */
  async function sign(request: SigningRequest): Promise<SignerAnswer> {
    const allowed = allowedTransaction(request, policy, keys.addressOf);
    if (!allowed.ok) {
      store.audit(auditLine(request, allowed));
      return refusal(request.id, allowed);
    }
    const reserved = store.reserve(allowed.value, (outcome) => auditLine(request, outcome, allowed.value));
    if (!reserved.ok) return refusal(request.id, reserved);
    const made = await signature(allowed.value);
    if (!made.ok) {
      store.audit(auditLine(request, made, allowed.value));
      return refusal(request.id, made);
    }
    const transaction = signedTransaction(allowed.value.transaction, made.value);
    store.audit({ signed: transaction.hash, request: request.id });
    return { id: request.id, ok: true, ...transaction, store: store.position() };
  }

  function status({ id, network: name }: SignerRequest): SignerAnswer {
    const network = policy.networks.get(name);
    if (network === undefined) return refusal(id, refused("network_unknown", name));
    const hotAddress = keys.addressOf("hot");
    const nonceNext = String(store.nonceNext(name, hotAddress, network.hotNonceFirst));
    return { id, ok: true, status: { hotAddress, nonceNext }, store: store.position() };
  }

  async function answerTo(line: string): Promise<SignerAnswer> {
    auditDropped();
    const text = authenticText(line, policy.requesters);
    if (text === undefined) return dropped("requester_unknown", line);
    const request = readRequest(text);
    if (request === undefined) return dropped("request_malformed", text);
    if (request.seen !== undefined && !store.hasHad(request.seen)) {
      alarm(`store: the requester has seen position ${request.seen.seq}, which this store has never had`);
      return dropped("store_set_back", text, request.id);
    }
    return request.kind === "status" ? status(request) : sign(request);
  }

  function dropped(reason: Refused["reason"], text: string, id = idUnknown): SignerAnswer {
    store.audit({ refused: reason, sha256: createHash("sha256").update(text).digest("hex") });
    return refusal(id, refused(reason));
  }

  async function guarded(line: string): Promise<SignerAnswer> {
    try {
      return await answerTo(line);
    } catch (error) {
      alarm(`store: ${error instanceof Error ? error.message : String(error)}`);
      return refusal(idUnknown, refused("store_unavailable"));
    }
  }

  return {
    async answer(line) {
      if (!rate.take()) return refusal(idUnknown, refused("rate_limited"));
      const answered = tail.then(() => guarded(line));
      tail = answered;
      return answered;
    },
  };
}

/** Refused ones keep the hash of their transaction only, so that a flood of long ones stays small. */
function auditLine(request: SigningRequest, outcome: Outcome<unknown>, allowed?: Allowed): object {
  const { id, kind, network, transaction } = request;
  const head = { request: id, kind, network, nonce: allowed === undefined ? undefined : String(allowed.nonce) };
  if (outcome.ok)
    return { ...head, reserved: allowed?.payment, transaction, ...(kind === "withdraw" ? request.approved : {}) };
  const { reason, detail } = outcome;
  return { ...head, refused: reason, detail, sha256: createHash("sha256").update(transaction).digest("hex") };
}
