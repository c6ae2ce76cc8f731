import type { CommandDraft } from "@tidemark/contracts/codec";
import { classOfProducer, type Command } from "@tidemark/contracts/journal";
import { User } from "../src/records/user.ts";
import type { State } from "../src/state/state.ts";
import type { Random } from "./random.ts";
import { asset, journaled, type Say } from "./scene.ts";

/** Numbers of each class that nobody else in the story uses. */
const [walletOwn, platformOwn, operatorOwn] = [3, 20, 40];
const day = 86_400_000;

type Counter = { last: number; isStopped: boolean };

/**
 * Senders of all classes and what goes wrong with them: numbers of another class, a number with two bodies, producers that are lifted, references
 * that were credited before, locks that others want shorter. It keeps its own account of what must follow, and compares.
 */
export class Senders {
  declare private readonly random: Random;
  declare private readonly operator: Say;
  private readonly counters = new Map<number, Counter>(
    [walletOwn, platformOwn, operatorOwn].map((id) => [id, { last: 0, isStopped: false }]),
  );
  private readonly locks = new Map<number, number>();
  private references = 0;

  constructor(random: Random, operator: Say) {
    this.random = random;
    this.operator = operator;
  }

  something(uid: number, now: number): Command[] {
    const r = this.random;
    const [id, counter] = r.pick([...this.counters]);
    const dice = r.below(10);
    if (dice < 5) return [this.counted(id, counter, uid, now)];
    if (dice < 7) return [this.foreign(id, counter, uid)];
    if (dice === 7) return this.fork(id, counter);
    return [this.lift(id, counter)];
  }

  /** In its turn, by its own class; a stopped producer is not taken. */
  private counted(id: number, counter: Counter, uid: number, now: number): Command {
    const numbered = { producer: id, number: counter.last + 1 };
    const until = now + this.random.between(0, 3 * day);
    if (!counter.isStopped) {
      counter.last += 1;
      if (id === platformOwn) this.locks.set(uid, Math.max(this.locks.get(uid) ?? 0, until));
      if (id === operatorOwn) this.locks.set(uid, until);
    }
    if (id === walletOwn)
      return journaled({ type: "credit_deposit", ...numbered, uid, asset: this.random.between(1, 3), ...this.coins() });
    const type = id === platformOwn ? "set_withdrawal_lock" : "replace_withdrawal_lock";
    return journaled({ type, ...numbered, uid, until });
  }

  /** One deposit of three carries a reference that came before. */
  private coins(): { amount: bigint; reference: string } {
    const r = this.random;
    const isNew = this.references === 0 || !r.chance(3);
    if (isNew) this.references += 1;
    return {
      amount: BigInt(r.between(1, 1_000)),
      reference: `out${isNew ? this.references : r.between(1, this.references)}`,
    };
  }

  /** Another class with the number that is next, and with one that was used: neither may count, nor stop the producer. */
  private foreign(id: number, { last }: Counter, uid: number): Command {
    const numbered = { producer: id, number: this.random.chance(2) ? last + 1 : Math.max(1, last) };
    const drafts: CommandDraft[] = [
      { type: "credit_treasury", ...numbered, asset: asset.usdt, amount: 1n },
      { type: "set_kyc_level", ...numbered, uid, level: 0 },
      { type: "set_account_status", ...numbered, uid, product: 1, status: 0 },
    ];
    const own = ["wallet", "platform", "operator"].indexOf(classOfProducer(id)!);
    return journaled(this.random.pick(drafts.filter((_, i) => i !== own)));
  }

  /** The number that was used last, with another body. */
  private fork(id: number, counter: Counter): Command[] {
    if (counter.last === 0) return [];
    counter.isStopped = true;
    const numbered = { producer: id, number: counter.last };
    if (id === walletOwn) return [journaled({ type: "credit_treasury", ...numbered, asset: asset.eth, amount: 7n })];
    if (id === platformOwn) return [journaled({ type: "set_kyc_level", ...numbered, uid: 7_777, level: 9 })];
    return [journaled({ type: "sweep_rounding", ...numbered, product: 1, asset: 9 })];
  }

  /** By the operator, or by itself where it is one; now and then with a number that is not the next. */
  private lift(id: number, counter: Counter): Command {
    const isRight = !this.random.chance(4);
    const next = counter.last + (isRight ? 1 : 2);
    const draft = { type: "lift_producer", stopped: id, next } as const;
    if (id !== operatorOwn || this.random.chance(2)) {
      if (isRight) counter.isStopped = false;
      return this.operator(draft);
    }
    // By itself: its number is the next one, and used up whether or not the lift is right.
    counter.last += 1;
    if (isRight) counter.isStopped = false;
    return journaled({ ...draft, producer: id, number: counter.last });
  }

  /** Between batches: what must have followed from everything sent so far. */
  compare(state: State): void {
    for (const [id, { last, isStopped }] of this.counters)
      if (state.producers.last(id) !== last || state.producers.isStopped(id) !== isStopped)
        throw new Error(`M7 producer ${id}: expected ${last}, stopped ${isStopped}; it is ${state.producers.last(id)}`);
    for (const [uid, until] of this.locks)
      if (state.memory.number(state.users.find(uid) + User.lockedUntil) !== until)
        throw new Error(`M6 user ${uid} is not locked until ${until}`);
  }
}
