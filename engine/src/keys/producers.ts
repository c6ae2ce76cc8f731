import type { Memory } from "../memory/memory.ts";
import { defineRecord, number, numbers, sizeOf, words } from "../memory/record.ts";

const producerCount = 64;
const answersKept = 1024;

/** The last number, whether it was stopped, and then its last answers: body hashes, and results as numbers. */
const Producer = defineRecord("producer", {
  last: number,
  stopped: words(2),
  bodies: words(answersKept),
  results: numbers(answersKept),
});

/** What a numbered command meets: it is next, known already, ahead of its turn, or the producer has sent two commands under one number. */
export const producerCheck = { next: 0, known: 1, gap: 2, fork: 3 } as const;

/**
 * Idempotency of producers (wallet, coupons, outbox), which number their commands 1, 2, 3 …: the last number and the last answers of each.
 * A producer whose old number comes with another body was set back; it is stopped until an operator lifts it.
 */
export class Producers {
  declare private readonly memory: Memory;
  declare private readonly directory: number;

  constructor(memory: Memory) {
    this.memory = memory;
    this.directory = memory.take(producerCount);
  }

  isProducer(producer: number): boolean {
    return producer < producerCount;
  }

  private at(producer: number): number {
    return this.memory.w[this.directory + producer]!;
  }

  last(producer: number): number {
    const at = this.isProducer(producer) ? this.at(producer) : 0;
    return at === 0 ? 0 : this.memory.number(at + Producer.last);
  }

  isStopped(producer: number): boolean {
    const at = this.isProducer(producer) ? this.at(producer) : 0;
    return at !== 0 && this.memory.w[at + Producer.stopped] === 1;
  }

  /** `liftsItself`: the one command that a stopped producer may give, and only under the number that comes next. */
  check(producer: number, number: number, body: number, liftsItself: boolean): number {
    const { w } = this.memory;
    const at = this.at(producer);
    const last = this.last(producer);
    if (this.isStopped(producer) && !(liftsItself && number === last + 1)) return producerCheck.fork;
    if (number === last + 1) return producerCheck.next;
    if (number > last || number <= last - answersKept || number < 1) return producerCheck.gap;
    return w[at + Producer.bodies + (number % answersKept)] === body ? producerCheck.known : producerCheck.fork;
  }

  stop(producer: number): void {
    this.memory.set(this.known(producer) + Producer.stopped, 1);
  }

  /** Its numbers and answers stay: what was carried out under one of them is never carried out again. */
  lift(producer: number): void {
    this.memory.set(this.at(producer) + Producer.stopped, 0);
  }

  answer(producer: number, number: number): number {
    return this.memory.number(this.at(producer) + Producer.results + (number % answersKept) * 2);
  }

  remember(producer: number, number: number, body: number, result: number): void {
    const { memory } = this;
    const at = this.known(producer);
    memory.set(at + Producer.bodies + (number % answersKept), body);
    memory.setNumber(at + Producer.results + (number % answersKept) * 2, result);
    memory.setNumber(at + Producer.last, number);
  }

  private known(producer: number): number {
    const at = this.at(producer);
    if (at !== 0) return at;
    const made = this.memory.take(sizeOf(Producer));
    this.memory.set(this.directory + producer, made);
    return made;
  }
}
