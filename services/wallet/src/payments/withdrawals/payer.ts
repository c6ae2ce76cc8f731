import type { NetworkId, SignerRefusal } from "@tidemark/contracts";
import { type Database, inTransaction } from "@tidemark/kit-node";
import { sql } from "kysely";
import { blocks } from "../../deposits/store.ts";
import { endPaid, follow, giveBack } from "./ends.ts";
import { openDrafts } from "../sends/drafts.ts";
import { countWithinLevel } from "../../limits/level-limits.ts";
import { counts } from "../../limits/level-store.ts";
import { failureOf, hasRunOut } from "./terms.ts";
import type { Round } from "../sends/round.ts";
import { type Hold, openSends, type SendHandler, type SendsDeps } from "../sends/sends.ts";
import { type Send, senders, sends as sendRows } from "../sends/sends-store.ts";
import { halts } from "../../limits/halts-store.ts";
import { held, type Payment, payments } from "./store.ts";

export type PayerDeps = Omit<SendsDeps, "handlers"> & {
  /** Further kinds of sends. */
  readonly handlers?: Partial<SendsDeps["handlers"]>;
  /** No withdrawal is begun, or sent for the first time, while it says no. */
  readonly mayPay?: () => boolean;
};
export type Payer = {
  /** One round for this network. Throws where signer, node or database fail: nothing is half done, and the next round repeats it. */
  run(also?: (round: Round) => Promise<void>): Promise<void>;
};

/** What waits is looked at again after this; the signer's caps count in minutes. */
const retryMs = 15_000;
const lookedAtMax = 100;
/** No payment is begun later in a round: between two rounds chain and ledger are compared, so that a lack halts within seconds (W8). */
const payMaxMs = 2_000;

/** Why withdrawals of an asset do not leave now; undefined: they may. */
type HoldOf = (db: Database, asset: string) => Promise<Hold | undefined>;

/** A withdrawal's send moves its payment. */
function withdrawHandler({ db, time, log }: Pick<PayerDeps, "db" | "time" | "log">, holdOf: HoldOf): SendHandler {
  async function ofSend(tx: Database, { id }: Send): Promise<Payment> {
    const one = await payments.ofSend(tx, id);
    if (one === undefined) throw new Error(`send ${id} pays no withdrawal`);
    return one;
  }
  return {
    wishOf: async (send) => ({ kind: "withdraw", approved: (await ofSend(db, send)).approved }),
    feeCapOf: async (send) => (await ofSend(db, send)).feeCap,
    async holdOf(send) {
      const hold = await holdOf(db, send.asset);
      // Operators see reasons by payment.
      if (hold !== undefined) await payments.setReason(db, (await ofSend(db, send)).id, hold.reason, 0);
      return hold;
    },
    async unplanned(tx, send, reason) {
      const { id, coreId, asset } = await ofSend(tx, send);
      await payments.setSend(tx, id, null);
      // As long as it waits, it must not keep others of its user waiting for their limit.
      await counts.set(tx, coreId, null);
      await payments.setReason(tx, id, reason, time.now() + retryMs);
      log.warn({ id, asset, nonce: send.nonce, reason }, "payments: a withdrawal waits, its nonce goes to the next");
    },
    async released(tx, send, reason) {
      const one = await ofSend(tx, send);
      await payments.setSend(tx, one.id, null);
      log.error({ id: one.id, asset: one.asset, reason }, "payments: the signer refuses a withdrawal");
      // It was never signed and never will be (decision 0053).
      if (reason === "intent_expired") return giveBack(tx, one, failureOf(one.reason), time.now());
      await payments.setReason(tx, one.id, reason, time.now() + retryMs);
    },
    async stepped(tx, send, step) {
      const one = await ofSend(tx, send);
      const now = time.now();
      if (step === "send") await follow(tx, one, "send", "", now);
      if (step === "mine" && one.state !== "MINED")
        await follow(tx, one.state === "WAITING" ? await follow(tx, one, "send", "", now) : one, "mine", "", now);
      if (step === "drop") await follow(tx, one, "drop", "", now);
      if (step === "finish") await endPaid(tx, one, now);
      if (step === "fail") await giveBack(tx, one, "TRANSACTION_FAILED", now);
    },
  };
}

const unsupported: SendHandler = {
  wishOf: async ({ kind }) => Promise.reject(new Error(`payments: ${kind} is not sent here`)),
  feeCapOf: async () => 0n,
  holdOf: async () => undefined,
  released: async () => undefined,
  unplanned: async () => undefined,
  stepped: async () => undefined,
};

/** Pays withdrawals of one network from its hot address. One of several processes does at a time; rows and nonces do not rely on it. */
export function openPayer(deps: PayerDeps): Payer {
  const { db, chain, signer, time, log } = deps;
  const network: NetworkId = chain.network;
  const drafts = openDrafts(deps);
  const sends = openSends({
    ...deps,
    handlers: { withdraw: withdrawHandler(deps, holdOf), sweep: unsupported, fund_gas: unsupported, ...deps.handlers },
  });

  /** Why nothing leaves this network for now. */
  async function networkHold(tx: Database): Promise<string | undefined> {
    const tip = await blocks.tip(tx, network);
    // While a fork is shorter than what was read before it, credited deposits may be about to be reversed.
    if (tip !== undefined && tip.height < tip.settleFrom) return "REORGANISED";
    return (deps.mayPay?.() ?? true) ? undefined : "NOT_COMPARED";
  }

  async function haltOf(tx: Database, asset: string): Promise<string | undefined> {
    const halt = (await halts.all(tx)).get(asset);
    return halt === undefined ? undefined : `HALTED ${halt}`;
  }

  async function holdOf(tx: Database, asset: string): Promise<Hold | undefined> {
    const [halt, ofAll] = [await haltOf(tx, asset), await networkHold(tx)];
    const reason = halt ?? ofAll;
    return reason === undefined ? undefined : { reason, isOfOne: ofAll === undefined };
  }

  /**
   * The signer has signed no more than stands here, and the chain has mined no more than was signed. Otherwise these tables were set back, or
   * another uses the key: nothing is paid and nothing is given back until people have looked.
   */
  async function align(): Promise<string> {
    const { hotAddress, nonceNext } = await signer.status(network);
    await senders.add(db, network, hotAddress, "hot", nonceNext);
    const own = (await senders.get(db, network, hotAddress))!.nonceNext;
    const unknown = await chain.unknownUse(hotAddress, own);
    if (nonceNext > own || unknown !== undefined)
      throw new Error(
        `${network}: the hot address is at nonce ${own} here, ${nonceNext} at the signer, ${unknown ?? "no more on the chain"}: nothing is paid`,
      );
    return hotAddress;
  }

  /** A send, or why there is none now. */
  async function plan(one: Payment, hotAddress: string): Promise<Send | string> {
    const { token, to, amount, feeCap, asset } = one;
    const draft = await drafts.draft(hotAddress, one, feeCap);
    if (typeof draft === "string") return draft;
    return inTransaction(db, async (tx) => {
      // Its payment and what the core holds are read again under their locks.
      if (!(await held.isOpen(tx, one.coreId))) return "NOT_HELD";
      const now = await payments.lock(tx, one.id);
      if (now?.state !== "WAITING" || now.sendId !== null) return "TAKEN";
      const hold = await holdOf(tx, asset);
      if (hold !== undefined) return hold.reason;
      const wish = {
        sender: hotAddress,
        kind: "withdraw",
        asset,
        token,
        to,
        toIndex: null,
        amount,
        ...draft,
      } as const;
      const send = await sends.plan(tx, wish);
      if (send === undefined) return "BEHIND_ANOTHER";
      await payments.setSend(tx, one.id, send.id);
      return send;
    });
  }

  /** Gives back what ran out. The signer alone decides that nothing was signed for it, and remembers it. Otherwise its refusal. */
  async function expire(one: Payment): Promise<SignerRefusal | undefined> {
    const refusal = await signer.expire(network, one.approved);
    await deps.passed?.("expired");
    if (refusal !== undefined) return refusal;
    await inTransaction(db, async (tx) => {
      const now = await payments.lock(tx, one.id);
      if (now?.state === "WAITING" && now.sendId === null) await giveBack(tx, now, failureOf(one.reason), time.now());
    });
    log.warn({ id: one.id, network, waitedFor: one.reason }, "payments: a withdrawal ran out and is given back");
    return undefined;
  }

  async function wait(one: Payment, reason: string): Promise<void> {
    if (one.reason !== reason)
      log.warn({ id: one.id, network, asset: one.asset, reason }, "payments: a withdrawal waits");
    await payments.setReason(db, one.id, reason, time.now() + retryMs);
  }

  async function pay(hotAddress: string): Promise<void> {
    const until = time.now() + payMaxMs;
    for (const one of await payments.waiting(db, network, time.now(), lookedAtMax)) {
      // Looked at for each: a halt, a fork or a stale comparison ends a round that has begun.
      if (time.now() >= until || (await networkHold(db)) !== undefined) return;
      if (one.approved.intent === "") {
        await inTransaction(db, async (tx) => {
          const now = await payments.lock(tx, one.id);
          if (now?.state === "WAITING" && now.sendId === null) await giveBack(tx, now, "CALLED_BACK", time.now());
        });
        continue;
      }
      const halt = await haltOf(db, one.asset);
      if (halt !== undefined) {
        await wait(one, halt);
        continue;
      }
      if (hasRunOut(one, time.now())) {
        const refusal = await expire(one);
        if (refusal !== undefined) await wait(one, refusal);
        continue;
      }
      const beyondLevel = await countWithinLevel({ db, now: time.now() }, one.coreId);
      if (beyondLevel !== undefined) {
        await wait(one, beyondLevel);
        continue;
      }
      const send = await plan(one, hotAddress).catch((error: unknown) => {
        // One that cannot be planned keeps none of the others waiting.
        const problem = error instanceof Error ? error.message : "unknown";
        log.error({ id: one.id, network, problem }, "payments: a withdrawal could not be planned");
        return "NOT_PLANNED";
      });
      if (send === "BEHIND_ANOTHER") return;
      if (typeof send === "string") {
        await wait(one, send);
        continue;
      }
      await deps.passed?.("planned");
      await sends.advance(send);
    }
  }

  async function round(also: (round: Round) => Promise<void>): Promise<void> {
    const tip = await blocks.tip(db, network);
    const hotAddress = await align();
    let problem: unknown;
    for (const send of await sendRows.open(db, network))
      try {
        await sends.advance(send);
      } catch (error) {
        // One that cannot be moved on keeps none of the others waiting.
        problem = error;
        log.error(
          { id: send.id, network, problem: error instanceof Error ? error.message : "unknown" },
          "payments: send failed",
        );
      }
    await pay(hotAddress);
    await also({ hotAddress, sends, tip, isWhole: problem === undefined });
    if (problem !== undefined) throw problem;
  }

  return {
    async run(also = async () => undefined) {
      await inTransaction(db, async (tx) => {
        const lock = await sql<{ mine: boolean }>`
          select pg_try_advisory_xact_lock(hashtextextended(${`payments ${network}`}, 0)) as mine`.execute(tx);
        if (lock.rows[0]?.mine === true) await round(also);
      });
    },
  };
}
