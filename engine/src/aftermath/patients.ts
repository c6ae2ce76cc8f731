import { compareSick, type Sick } from "@tidemark/money";
import { Heap } from "../heap.ts";

/** An account, or an isolated leg, at its maintenance margin. `leg` is 0 for a cross account. */
export type Patient = Sick & { readonly leg: number; readonly margin: number };

const keyOf = ({ leg, margin }: Patient): number => (leg === 0 ? margin : leg);

/**
 * Accounts to liquidate, by how sick the event found them: n of them cost n · log n. Whoever is found again counts as found
 * now; an account whose treatment failed is not tried again before the next event.
 */
export class Patients {
  private readonly heap = new Heap<Patient>(compareSick);
  private readonly newest = new Map<number, Patient>();
  private readonly lost = new Set<number>();

  add(patient: Patient): void {
    if (this.lost.has(keyOf(patient))) return;
    this.newest.set(keyOf(patient), patient);
    this.heap.add(patient);
  }

  take(): Patient | undefined {
    for (;;) {
      const first = this.heap.take();
      if (first === undefined) return undefined;
      if (this.newest.get(keyOf(first)) !== first) continue;
      this.newest.delete(keyOf(first));
      return first;
    }
  }

  giveUp(patient: Patient): void {
    this.lost.add(keyOf(patient));
  }
}
