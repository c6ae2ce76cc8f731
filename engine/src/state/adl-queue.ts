import { compareAdl } from "@tidemark/money";
import { AddressSet } from "../collections/address-set.ts";
import { Heap } from "../collections/heap.ts";

export type Ranked = { readonly position: number; readonly score: bigint; readonly qty: number; readonly uid: number };

/**
 * every user's position on one side of a contract, the most profitable and most leveraged first. Ranked once per command and
 * contract; positions and accounts that were touched since are scored again.
 */
export class AdlQueue {
  private readonly heap = new Heap<Ranked>(compareAdl);
  private readonly newest = new Map<number, Ranked>();
  /** What was touched since the last score. */
  readonly positions = new AddressSet();
  readonly margins = new AddressSet();

  /** Puts a position into its place; undefined: it has none any more. */
  rank(position: number, ranked: Ranked | undefined): void {
    if (ranked === undefined) this.newest.delete(position);
    else {
      this.newest.set(position, ranked);
      this.heap.add(ranked);
    }
  }

  /** The next in the queue, taken out of it; undefined at its end. */
  take(): Ranked | undefined {
    for (;;) {
      const first = this.heap.take();
      if (first === undefined || this.newest.get(first.position) === first) return first;
    }
  }

  /** Puts back one that gave nothing. */
  putBack(ranked: Ranked): void {
    if (this.newest.get(ranked.position) === ranked) this.heap.add(ranked);
  }
}
