import type { Bus } from "@tidemark/kit-node";
import type { Actor, chanceOf, Stage } from "./stage.ts";

type Heard = (bytes: Uint8Array, reply: string | undefined, subject: string) => void;
type Subscription = {
  readonly subject: string;
  readonly group: string | undefined;
  readonly actor: Actor;
  readonly heard: Heard;
};

/** How badly the bus behaves. */
export type BusFaults = { lost: number; doubled: number; late: number };

/** NATS as it may be: messages come early, late, twice or never. */
export class SimBus {
  readonly #stage: Stage;
  readonly #chance: ReturnType<typeof chanceOf>;
  readonly #subscriptions = new Set<Subscription>();
  faults: BusFaults = { lost: 0, doubled: 0, late: 0 };
  isDown = false;
  #inbox = 0;

  constructor(stage: Stage, chance: ReturnType<typeof chanceOf>) {
    this.#stage = stage;
    this.#chance = chance;
  }

  /** The bus as one process holds it. */
  of(actor: Actor): Bus {
    return {
      publish: (subject, bytes, reply) => this.#publish(subject, bytes.slice(), reply),
      subscribe: (subject, heard, group) => {
        const subscription = { subject, group, actor, heard };
        this.#subscriptions.add(subscription);
        return () => void this.#subscriptions.delete(subscription);
      },
      request: (subject, bytes, timeoutMs) => this.#request(actor, subject, bytes, timeoutMs),
      close: async () => this.drop(actor),
    };
  }

  drop(actor: Actor): void {
    for (const one of this.#subscriptions) if (one.actor === actor) this.#subscriptions.delete(one);
  }

  #publish(subject: string, bytes: Uint8Array, reply: string | undefined): void {
    if (this.isDown) return;
    const groups = new Map<string, Subscription[]>();
    for (const one of this.#subscriptions) {
      if (one.subject !== subject) continue;
      if (one.group === undefined) this.#deliver(one, bytes, reply);
      else groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
    }
    for (const members of groups.values()) this.#deliver(members[this.#chance.whole(members.length)]!, bytes, reply);
  }

  #deliver(to: Subscription, bytes: Uint8Array, reply: string | undefined): void {
    const chance = this.#chance;
    if (chance.is(this.faults.lost)) return;
    const delays = [chance.is(this.faults.late) ? chance.between(5, 1_500) : chance.between(0.05, 1)];
    if (chance.is(this.faults.doubled)) delays.push(chance.between(0.05, 300));
    for (const delay of delays)
      this.#stage.after(
        delay,
        () => {
          if (this.#subscriptions.has(to)) to.heard(bytes, reply, to.subject);
        },
        to.actor,
      );
  }

  #request(actor: Actor, subject: string, bytes: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    this.#inbox += 1;
    const inbox = `${subject.slice(0, subject.lastIndexOf("."))}.inbox.asker.${this.#inbox}`;
    return new Promise((resolve, reject) => {
      const subscription: Subscription = { subject: inbox, group: undefined, actor, heard: (answer) => done(answer) };
      const done = (answer: Uint8Array | undefined): void => {
        callOff();
        this.#subscriptions.delete(subscription);
        if (answer === undefined) reject(new Error("timeout"));
        else resolve(answer);
      };
      const callOff = this.#stage.after(timeoutMs, () => done(undefined), actor);
      this.#subscriptions.add(subscription);
      this.#publish(subject, bytes.slice(), inbox);
    });
  }
}
