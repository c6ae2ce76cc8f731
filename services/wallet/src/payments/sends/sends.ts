import { randomUUID } from "node:crypto";
import { type NetworkId, networks, type SignerRefusal } from "@tidemark/contracts";
import { type Database, inTransaction, type Log, type Time } from "@tidemark/kit-node";
import { type FeeQuote, hasAccounts, type PaymentChain, type Receipt } from "../../chains/payment-chain.ts";
import { depthsOf } from "../../deposits/rules.ts";
import { blocks } from "../../deposits/store.ts";
import { openRests } from "./rests.ts";
import { bumpedFee } from "./fees.ts";
import { sendAfter, type SendStep } from "./send-states.ts";
import {
  type Attempt,
  attempts,
  type Mined,
  nowhere,
  type Send,
  senders,
  type SendKind,
  sends,
} from "./sends-store.ts";
import { isUndecided, type SignerClient, type SigningWish } from "./signer-client.ts";

/** What belongs to a kind of send. All but the first three run in the transaction of the step. */
export type SendHandler = {
  wishOf(send: Send): Promise<SigningWish>;
  /** The most that its fee may become, bumps included. */
  feeCapOf(send: Send): Promise<bigint>;
  /** Why it is not signed, or sent for the first time, now; undefined: it may be. */
  holdOf(send: Send): Promise<Hold | undefined>;
  /** The signer refused it, nothing was signed under its nonce, and the nonce is free again. */
  released(tx: Database, send: Send, reason: SignerRefusal): Promise<void>;
  /** It is held back, the signer was never asked for it, and its nonce is free again. */
  unplanned(tx: Database, send: Send, reason: string): Promise<void>;
  stepped(tx: Database, send: Send, step: SendStep): Promise<void>;
};

export type Hold = {
  readonly reason: string;
  /** Whether others of its address may leave meanwhile. */
  readonly isOfOne: boolean;
};

/** The steps after which a process may be killed; tests do. */
export type SendPoint =
  | "planned"
  | "asked"
  | "answered"
  | "signed"
  | "broadcast"
  | "sent"
  | "bumped"
  | "mined"
  | "final"
  | "expired";

export type SendsDeps = {
  readonly db: Database;
  readonly chain: PaymentChain;
  /** A second node that has to agree before anything counts as failed; undefined: there is none. */
  readonly witness: PaymentChain | undefined;
  readonly signer: SignerClient;
  readonly time: Pick<Time, "now">;
  readonly log: Log;
  /** In no block for so long: the fee is raised. */
  readonly stuckMs: number;
  readonly passed?: (point: SendPoint) => Promise<void>;
  readonly handlers: Readonly<Record<SendKind, SendHandler>>;
};

type NewSend = Pick<
  Send,
  "sender" | "kind" | "asset" | "token" | "to" | "toIndex" | "amount" | "gasLimit" | "inputs"
> & {
  readonly fee: FeeQuote;
  readonly readHeight?: number;
};
export type Sends = {
  /** Takes the next nonce in this transaction. Undefined: another send of this address waits for its signature. */
  plan(tx: Database, wish: NewSend): Promise<Send | undefined>;
  /** Does what can be done for one send now. */
  advance(send: Send): Promise<void>;
};

const nonceTooLow = /nonce too low|nonce is too low/i;

/** Sends of one network, each under one nonce: one of its transactions is mined, whichever, and counts once. */
export function openSends(deps: SendsDeps): Sends {
  const { db, chain, witness, signer, time, log, handlers } = deps;
  const network: NetworkId = chain.network;
  const passed = deps.passed ?? (async () => undefined);
  /** Sends whose higher fee the signer refused. */
  const rests = openRests(time);

  /** False: another process was first. */
  function step(send: Send, which: SendStep, also: (tx: Database, now: number) => Promise<void>): Promise<boolean> {
    const state = sendAfter(send.state, which);
    if (state === undefined) throw new Error(`send ${send.id} is ${send.state}: ${which} is no step of it`);
    return inTransaction(db, async (tx) => {
      if ((await sends.lock(tx, send.id))?.state !== send.state) return false;
      const now = time.now();
      await sends.setState(tx, send.id, state, now);
      await also(tx, now);
      await handlers[send.kind].stepped(tx, { ...send, state }, which);
      return true;
    });
  }

  /** Said once: it is looked at again in every round. */
  async function keepReason(send: Send, reason: string, words: string, facts: object = {}): Promise<void> {
    if (send.reason === reason) return;
    await sends.setReason(db, send.id, reason);
    const { id, sender, nonce } = send;
    log.error({ id, network, sender, nonce, reason, ...facts }, words);
  }

  async function release(send: Send, reason: SignerRefusal): Promise<void> {
    // Not by the refusal alone: the same bytes may have been signed before, under an older policy.
    const { hotAddress, nonceNext } = await signer.status(network);
    if (send.sender === hotAddress && nonceNext > send.nonce)
      return keepReason(send, reason, "payments: the signer refuses what it has signed before, operators decide");
    await free(send, (tx) => handlers[send.kind].released(tx, send, reason));
  }

  /** Its nonce is the next again, and its coins are free. */
  async function free(send: Send, also: (tx: Database) => Promise<void | "kept">): Promise<boolean> {
    return inTransaction(db, async (tx) => {
      const next = await senders.lock(tx, network, send.sender);
      const now = await sends.lock(tx, send.id);
      if (now?.state !== "PLANNED" || next !== send.nonce + 1) return false;
      if ((await also(tx)) === "kept") return false;
      await sends.drop(tx, send.id);
      await senders.setNext(tx, network, send.sender, send.nonce);
      return true;
    });
  }

  /**
   * Gives up the place of a send that the signer was never asked for: by the row, which is marked before the signer is asked and is locked here,
   * and by the signer, for a failover may have lost the mark. False: it keeps its place.
   */
  async function unplan(send: Send, reason: string): Promise<boolean> {
    const { hotAddress, nonceNext } = await signer.status(network);
    if (send.sender !== hotAddress || nonceNext > send.nonce) return false;
    return free(send, async (tx) => {
      if (await sends.isAsked(tx, send.id)) return "kept";
      return handlers[send.kind].unplanned(tx, send, reason);
    });
  }

  /** Undefined: it was refused. */
  async function signed(send: Send, { unsigned }: Attempt) {
    const answer = await signer.sign(network, unsigned, await handlers[send.kind].wishOf(send), send.inputs);
    await passed("answered");
    if (!answer.ok) return answer;
    return { ok: true as const, raw: answer.raw, txid: await chain.idOfSigned(answer.raw, unsigned, send.sender) };
  }

  async function sign(send: Send, first: Attempt): Promise<void> {
    // Another process may have given up its place since it was read here.
    if (!(await sends.setAsked(db, send.id))) return;
    await passed("asked");
    const answer = await signed(send, first);
    if (!answer.ok) {
      const { reason, detail } = answer;
      log.warn(
        { id: send.id, network, kind: send.kind, nonce: send.nonce, reason, detail },
        "payments: the signer refused",
      );
      if (isUndecided(reason))
        return keepReason(send, reason, "payments: the signer does not decide, it is asked again");
      return release(send, reason);
    }
    const { raw, txid } = answer;
    // Stored before it leaves this process: after a restart the same bytes are sent, never others.
    await step(send, "sign", (tx) => attempts.setSigned(tx, send.id, first.place, txid, raw));
    await passed("signed");
    await advance({ ...send, state: "SIGNED", reason: "" });
  }

  async function broadcast(send: Send, list: readonly Attempt[]): Promise<void> {
    const newest = list.findLast(({ raw }) => raw !== null);
    if (newest === undefined) throw new Error(`send ${send.id} is ${send.state} without a signed transaction`);
    const problem = await chain.broadcast(newest.raw!, newest.txid!);
    await passed("broadcast");
    // Too low: it is in a block already, or another is under its nonce; the receipts say which.
    if (problem !== undefined && !nonceTooLow.test(problem)) {
      log.warn({ id: send.id, network, nonce: send.nonce, problem }, "payments: the node does not take a transaction");
      if (send.reason === "" || send.state === "SIGNED") await sends.setReason(db, send.id, "NOT_TAKEN");
      return;
    }
    if (send.state !== "SIGNED") {
      if (problem === undefined && send.reason === "NOT_TAKEN") await sends.setReason(db, send.id, "");
      return attempts.setSent(db, send.id, newest.place, time.now());
    }
    await step(send, "send", (tx, now) => attempts.setSent(tx, send.id, newest.place, now));
    await passed("sent");
  }

  async function found(
    send: Send,
    list: readonly Attempt[],
    by = chain,
  ): Promise<(Receipt & { txid: string }) | undefined> {
    // Any of them may be in the block: a node may lack the newest.
    for (const { txid } of list.toReversed()) {
      const receipt = txid === null ? undefined : await by.receiptOf(txid, send.sender, send);
      if (receipt !== undefined) return { ...receipt, txid: txid! };
    }
    return undefined;
  }

  /** The highest block that counts as final, by the blocks that were read here. */
  async function finalTo(): Promise<number> {
    const read = await blocks.tip(db, network);
    if (read === undefined || read.height < read.settleFrom) return -1;
    return depthsOf(networks[network], read.height, (await chain.tip()).finalized).finalTo;
  }

  async function isFinal({ height, blockHash }: Receipt): Promise<boolean> {
    if (height > (await finalTo())) return false;
    const known = await blocks.hashAt(db, network, height);
    return known === undefined || known === blockHash;
  }

  async function finish(send: Send, list: readonly Attempt[], receipt: Receipt & { txid: string }): Promise<void> {
    if (receipt.isSuccess && !receipt.hasEffect)
      return keepReason(send, "NO_EFFECT", "payments: a transaction succeeded and moved nothing, operators decide");
    if (witness !== undefined) {
      const other = await found(send, list, witness);
      // It may only be behind: both are asked again in the next round.
      if (other?.isSuccess !== receipt.isSuccess || other.blockHash !== receipt.blockHash)
        return keepReason(send, "NODES_DIFFER", "payments: two nodes differ about a transaction, operators decide");
    }
    if (!receipt.isSuccess) log.error({ id: send.id, network, txid: receipt.txid }, "payments: a transaction failed");
    await step(send, receipt.isSuccess ? "finish" : "fail", async () => undefined);
    await passed("final");
  }

  async function mined(send: Send, list: readonly Attempt[], receipt: Receipt & { txid: string }): Promise<void> {
    const { txid, height, blockHash, isSuccess } = receipt;
    const place: Mined = { txid, height, blockHash, isSuccess };
    if (send.state !== "MINED" || send.blockHash !== blockHash || send.txid !== txid) {
      if (!(await step(send, "mine", (tx) => sends.setMined(tx, send.id, place)))) return;
      await passed("mined");
    }
    if (await isFinal(receipt)) await finish({ ...send, ...place, state: "MINED" }, list, receipt);
  }

  /** In no block: it is given to the node again, and its fee is raised where it holds up the others for long. */
  async function unmined(send: Send, list: readonly Attempt[]): Promise<void> {
    const final = await finalTo();
    if (final >= 0 && (await chain.isTaken(send, final)))
      return keepReason(
        send,
        "NONCE_USED",
        "payments: a transaction that is not ours used our nonce or coins, operators decide",
      );
    if (!hasAccounts(chain) && (await chain.lacks(send.inputs)))
      return keepReason(send, "COINS_GONE", "payments: a reorg took coins that a payment spends, operators look");
    // They are back, and so is the payment.
    if (send.reason === "COINS_GONE") await sends.setReason(db, send.id, "");
    const newest = list.at(-1)!;
    if (newest.raw === null) return signBump(send, newest);
    await broadcast(send, list);
    const isFirst =
      !hasAccounts(chain) || !(await sends.pending(db, network, send.sender)).some(({ nonce }) => nonce < send.nonce);
    const isStuck = time.now() - newest.madeAt >= deps.stuckMs;
    if (isFirst && isStuck && !rests.has(send.id)) await bump(send, newest);
  }

  async function bump(send: Send, last: Attempt): Promise<void> {
    const room = chain.feeRoom(send, await handlers[send.kind].feeCapOf(send));
    const fee = bumpedFee(last, await chain.fees(), send.gasLimit, room);
    if (fee === undefined) return keepReason(send, "FEE_CAP", "payments: a stuck transaction has reached its fee cap");
    const unsigned = chain.unsigned({ ...send, ...fee });
    // Coins without change pay the same fee at each rate: the same bytes twice would be one transaction in two rows, which cannot be.
    if (unsigned === last.unsigned)
      return keepReason(send, "NO_CHANGE", "payments: a stuck transaction has no change that a higher fee could be of");
    const next = { ...fee, place: last.place + 1, madeAt: time.now(), unsigned };
    await attempts.add(db, send.id, next);
    await passed("bumped");
    await signBump(send, { ...next, txid: null, raw: null, sentAt: null });
  }

  async function signBump(send: Send, next: Attempt): Promise<void> {
    const answer = await signed(send, next);
    if (!answer.ok) {
      if (!isUndecided(answer.reason)) {
        rests.add(send.id);
        await attempts.dropUnsigned(db, send.id, next.place);
      }
      return keepReason(send, answer.reason, "payments: the signer refused a higher fee");
    }
    await attempts.setSigned(db, send.id, next.place, answer.txid, answer.raw);
    await passed("signed");
    // What was said of its fee is over, and the node says anew what it has against it. A nonce that another used stays used.
    const raised = send.reason === "NONCE_USED" ? send : { ...send, reason: "" };
    if (raised.reason !== send.reason) await sends.setReason(db, send.id, "");
    log.info({ id: send.id, network, nonce: send.nonce, txid: answer.txid, place: next.place }, "payments: fee raised");
    await broadcast(raised, await attempts.of(db, send.id));
  }

  /** It keeps its nonce or coins where the signer was asked for it: it may have signed just before a crash. */
  async function isHeldBack(send: Send): Promise<boolean> {
    const hold = await handlers[send.kind].holdOf(send);
    if (hold === undefined) return false;
    if (send.state === "PLANNED" && hold.isOfOne && (await unplan(send, hold.reason))) return true;
    await keepReason(send, hold.reason, "payments: a send is held back before it leaves");
    return true;
  }

  async function advance(send: Send): Promise<void> {
    const list = await attempts.of(db, send.id);
    if (send.state === "PLANNED") return (await isHeldBack(send)) ? undefined : sign(send, list[0]!);
    const receipt = await found(send, list);
    if (receipt !== undefined) return mined(send, list, receipt);
    // No node is known to have it.
    if (send.state === "SIGNED" && (await isHeldBack(send))) return;
    if (send.state !== "MINED") return unmined(send, list);
    log.warn({ id: send.id, network, nonce: send.nonce, height: send.height }, "payments: a reorg took a transaction");
    await step(send, "drop", (tx) => sends.setMined(tx, send.id, nowhere));
  }

  return {
    async plan(tx, { fee, readHeight = null, ...wish }) {
      const nonce = await senders.lock(tx, network, wish.sender);
      if (await sends.hasUnsigned(tx, network, wish.sender)) return undefined;
      const now = time.now();
      const began = { state: "PLANNED", reason: "", madeAt: now, changedAt: now } as const;
      const send: Send = { ...wish, readHeight, ...began, ...nowhere, id: randomUUID(), network, nonce };
      await sends.add(tx, send);
      await attempts.add(tx, send.id, { ...fee, place: 0, madeAt: now, unsigned: chain.unsigned({ ...send, ...fee }) });
      await senders.setNext(tx, network, wish.sender, nonce + 1);
      return send;
    },
    advance,
  };
}
