import { createHash } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { addr } from "micro-eth-signer";
import type { SignerAnswer, SignerRequest } from "@tidemark/contracts";
import { p2wpkh } from "@scure/btc-signer";
import { bitcoinForms } from "./bitcoin/bitcoin-forms.ts";
import { allowedBitcoin, type BitcoinAllowed } from "./bitcoin/bitcoin-rules.ts";
import { signedBitcoin } from "./bitcoin/bitcoin-transaction.ts";
import { type Signature, signedTransaction } from "./evm-transaction.ts";
import { type Keys } from "./keys.ts";
import { accepted, type Outcome, type Refused, refused } from "./outcome.ts";
import { type Policy } from "./policy.ts";
import { type RateLimit } from "./rate-limit.ts";
import { allowedStatement, personalSignature, type StatementRequest } from "./reserve-statement.ts";
import { authenticText, readRequest } from "./requests.ts";
import { type Allowed, allowedTransaction, expiringIntent, type SigningRequest } from "./rules.ts";
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

/** What a key is asked for. */
type Signable = Pick<Allowed, "key" | "digest" | "sender">;

/** Of a request that could not be read. */
const idUnknown = -1;
const halfOfOrder = secp256k1.Point.Fn.ORDER / 2n;

/** The key service may be another machine: what it returns is checked as anything else that comes from outside. */
function isSignatureBy(isOwner: (key: Uint8Array) => boolean, digest: Uint8Array, made: Signature): boolean {
  const { r, s, yParity } = made;
  if (s > halfOfOrder) return false;
  try {
    return isOwner(new secp256k1.Signature(r, s, yParity).recoverPublicKey(digest).toBytes());
  } catch {
    return false;
  }
}

type SignedBytes = { readonly signed: string; readonly hash: string };

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

  async function signature(
    digest: Uint8Array,
    make: () => Promise<Signature>,
    isOwner: (key: Uint8Array) => boolean,
  ): Promise<Outcome<Signature>> {
    try {
      const made = await make();
      if (isSignatureBy(isOwner, digest, made)) return accepted(made);
      alarm("keys: a signature that is not of the sender's key was returned and dropped");
      return refused("key_unavailable", "not a signature of the sender's key");
    } catch (error) {
      alarm(`keys: no signature: ${error instanceof Error ? error.message : String(error)}`);
      return refused("key_unavailable");
    }
  }

  const evmSignature = ({ key, digest, sender }: Signable): Promise<Outcome<Signature>> =>
    signature(
      digest,
      () => keys.sign(key, digest),
      (by) => addr.fromPublicKey(by) === sender,
    );

  async function signedEvm(allowed: Allowed): Promise<Outcome<SignedBytes>> {
    const made = await evmSignature(allowed);
    return made.ok ? accepted(signedTransaction(allowed.transaction, made.value)) : made;
  }

  async function signedByCoins({
    network,
    transaction,
    inputs,
    digests,
  }: BitcoinAllowed): Promise<Outcome<SignedBytes>> {
    const own = keys.bitcoin(policy.bitcoin.get(network)!.form);
    const all: { signature: Signature; publicKey: Uint8Array }[] = [];
    for (const [at, { key }] of inputs.entries()) {
      const digest = digests[at]!;
      const publicKey = own.publicKeyOf(key);
      const isOwner = (by: Uint8Array): boolean => Buffer.from(by).equals(publicKey);
      const made = await signature(digest, () => own.sign(key, digest), isOwner);
      if (!made.ok) return made;
      all.push({ signature: made.value, publicKey });
    }
    return accepted(signedBitcoin(transaction, all));
  }

  function allowedBy(request: SigningRequest): Outcome<Allowed | BitcoinAllowed> {
    const ofBitcoin = policy.bitcoin.get(request.network);
    return ofBitcoin === undefined
      ? allowedTransaction(request, policy, keys.addressOf)
      : allowedBitcoin(request, policy, keys.bitcoin(ofBitcoin.form).publicKeyOf);
  }

  /** The order is the point: decide, write to the disk, sign, answer. */
  async function sign(request: SigningRequest): Promise<SignerAnswer> {
    const allowed = allowedBy(request);
    if (!allowed.ok) {
      store.audit(auditLine(request, allowed));
      return refusal(request.id, allowed);
    }
    const reserved = store.reserve(allowed.value, (outcome) => auditLine(request, outcome, allowed.value));
    if (!reserved.ok) return refusal(request.id, reserved);
    const made = await ("inputs" in allowed.value ? signedByCoins(allowed.value) : signedEvm(allowed.value));
    if (!made.ok) {
      store.audit(auditLine(request, made, allowed.value));
      return refusal(request.id, made);
    }
    store.audit({ signed: made.value.hash, request: request.id });
    return { id: request.id, ok: true, ...made.value, store: store.position() };
  }

  /** The same order; nothing is spent by it, so that only the audit is written. */
  async function signReserves(request: StatementRequest): Promise<SignerAnswer> {
    const { id, network, text } = request;
    const sha256 = createHash("sha256").update(text).digest("hex");
    const allowed = allowedStatement(request, policy, keys.addressOf("hot"));
    store.audit({
      request: id,
      kind: request.kind,
      network,
      ...(allowed.ok ? { text } : { refused: allowed.reason, sha256 }),
    });
    if (!allowed.ok) return refusal(id, allowed);
    const made = await evmSignature(allowed.value);
    if (!made.ok) return refusal(id, made);
    return { id, ok: true, statementSignature: personalSignature(made.value), store: store.position() };
  }

  function expire({ id, kind, network, approved }: Extract<SignerRequest, { kind: "expire" }>): SignerAnswer {
    const intent = expiringIntent(approved, policy);
    const head = { request: id, kind, network };
    if (!intent.ok) {
      store.audit({ ...head, refused: intent.reason, detail: intent.detail });
      return refusal(id, intent);
    }
    const expired = store.expire(intent.value, (outcome) => ({
      ...head,
      intent: intent.value.id,
      ...(outcome.ok ? {} : { refused: outcome.reason, detail: outcome.detail }),
    }));
    return expired.ok ? { id, ok: true, expired: intent.value.id, store: store.position() } : refusal(id, expired);
  }

  function status({ id, network: name }: SignerRequest): SignerAnswer {
    const [network, ofBitcoin] = [policy.networks.get(name), policy.bitcoin.get(name)];
    if (network === undefined && ofBitcoin === undefined) return refusal(id, refused("network_unknown", name));
    const hotAddress =
      ofBitcoin === undefined
        ? keys.addressOf("hot")
        : p2wpkh(keys.bitcoin(ofBitcoin.form).publicKeyOf("hot"), bitcoinForms[ofBitcoin.form]).address!;
    const nonceNext = String(store.nonceNext(name, hotAddress, network?.hotNonceFirst ?? 0n));
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
    if (request.kind === "status") return status(request);
    if (request.kind === "expire") return expire(request);
    return request.kind === "sign_reserves" ? signReserves(request) : sign(request);
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
function auditLine(request: SigningRequest, outcome: Outcome<unknown>, allowed?: Allowed | BitcoinAllowed): object {
  const { id, kind, network, transaction } = request;
  const head = {
    request: id,
    kind,
    network,
    nonce: allowed === undefined || "inputs" in allowed ? undefined : String(allowed.nonce),
  };
  if (outcome.ok)
    return {
      ...head,
      reserved: allowed?.payment,
      transaction,
      ...("coins" in request ? { coins: request.coins } : {}),
      ...(kind === "withdraw" ? request.approved : {}),
    };
  const { reason, detail } = outcome;
  return { ...head, refused: reason, detail, sha256: createHash("sha256").update(transaction).digest("hex") };
}
