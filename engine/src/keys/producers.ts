import { Fixed } from "../memory/fixed.ts";
import type { F64, I32, Memory } from "../memory/memory.ts";

const producerCount = 64;
const answersKept = 1024;

/** What a numbered command meets: it is next, known already, ahead of its turn, or the producer has told two stories. */
export const producerCheck = { next: 0, known: 1, gap: 2, fork: 3 } as const;

/**
 * Idempotency of producers (wallet, coupons, outbox), which number their commands 1, 2, 3 …: the last number and the last answers of each.
 * A producer whose old number comes with another body was set back; it is stopped until an operator looks.
 */
export class Producers {
  declare readonly last: F64;
  declare readonly stopped: I32;
  declare private readonly body: I32;
  declare private readonly packed: F64;

  constructor(memory: Memory) {
    const table = new Fixed(memory, producerCount);
    this.last = table.f64();
    this.stopped = table.i32();
    this.body = table.i32(answersKept);
    this.packed = table.f64(answersKept);
  }

  isProducer(producer: number): boolean {
    return producer < producerCount;
  }

  check(producer: number, number: number, body: number): number {
    if (this.stopped.a[producer] === 1) return producerCheck.fork;
    const last = this.last.a[producer]!;
    if (number === last + 1) return producerCheck.next;
    if (number > last) return producerCheck.gap;
    const at = producer * answersKept + (number % answersKept);
    if (number <= last - answersKept || number < 1) return producerCheck.gap;
    return this.body.a[at] === body ? producerCheck.known : producerCheck.fork;
  }

  stop(producer: number): void {
    this.stopped.set(producer, 1);
  }

  answer(producer: number, number: number): number {
    return this.packed.a[producer * answersKept + (number % answersKept)]!;
  }

  remember(producer: number, number: number, body: number, packed: number): void {
    const at = producer * answersKept + (number % answersKept);
    this.body.set(at, body);
    this.packed.set(at, packed);
    this.last.set(producer, number);
  }
}
