import { compareUrgency, type AtMaintenance } from "@tidemark/money";
import { Heap } from "../collections/heap.ts";

/** An account, or an isolated position, at its maintenance margin. `position` is 0 for a cross account. */
export type LiquidationCandidate = AtMaintenance & { readonly position: number; readonly margin: number };

const keyOf = ({ position, margin }: LiquidationCandidate): number => (position === 0 ? margin : position);

/**
 * Accounts to liquidate, by how sick the event found them: n of them cost n · log n. Whoever is found again counts as found
 * now; an account whose treatment failed is not tried again before the next event.
 */
export class LiquidationQueue {
  private readonly heap = new Heap<LiquidationCandidate>(compareUrgency);
  private readonly newest = new Map<number, LiquidationCandidate>();
  private readonly lost = new Set<number>();

  add(candidate: LiquidationCandidate): void {
    if (this.lost.has(keyOf(candidate))) return;
    this.newest.set(keyOf(candidate), candidate);
    this.heap.add(candidate);
  }

  take(): LiquidationCandidate | undefined {
    for (;;) {
      const first = this.heap.take();
      if (first === undefined) return undefined;
      if (this.newest.get(keyOf(first)) !== first) continue;
      this.newest.delete(keyOf(first));
      return first;
    }
  }

  giveUp(candidate: LiquidationCandidate): void {
    this.lost.add(keyOf(candidate));
  }
}
