type Sweep = { low: number; high: number };

/**
 * What a command has stirred up and what must therefore be looked at before the next: prices that traded or moved, triggers that woke, and
 * accounts whose margin changed. It belongs to the command and is empty between commands; taking something back leaves it as it is, since
 * looking once too often does no harm.
 */
export class AftermathNotes {
  readonly sweeps = new Map<number, Sweep>();
  readonly marks = new Set<number>();
  readonly indices = new Set<number>();
  /** Markets whose index has moved: margin pairs may wait for it. */
  readonly indexed = new Set<number>();
  /** Margin pairs that must be looked at, and those found at the level of liquidation, the lowest level last. */
  readonly pairs = new Set<number>();
  readonly sickPairs: { readonly pair: number; readonly level: bigint }[] = [];
  /** Markets that trade again: everything that waited is checked against the current price. */
  readonly returned = new Set<number>();
  /** Ids of TP/SL that have just started to wait. */
  readonly woken: number[] = [];
  /** The trigger whose child is under way: the leg that its close ends must not end it as well. */
  firing = 0;
  readonly margins = new Set<number>();
  readonly legs = new Set<number>();

  sweep(market: number, price: number): void {
    const sweep = this.sweeps.get(market);
    if (sweep === undefined) this.sweeps.set(market, { low: price, high: price });
    else {
      sweep.low = Math.min(sweep.low, price);
      sweep.high = Math.max(sweep.high, price);
    }
  }

  clear(): void {
    this.firing = 0;
    this.sweeps.clear();
    this.marks.clear();
    this.indices.clear();
    this.indexed.clear();
    this.pairs.clear();
    this.sickPairs.length = 0;
    this.returned.clear();
    this.woken.length = 0;
    this.margins.clear();
    this.legs.clear();
  }

  /** Is there anything that a trigger could wait for? */
  get hasPrices(): boolean {
    return (
      this.sweeps.size > 0 ||
      this.marks.size > 0 ||
      this.indices.size > 0 ||
      this.returned.size > 0 ||
      this.woken.length > 0
    );
  }

  get isEmpty(): boolean {
    const hasPairs = this.indexed.size > 0 || this.pairs.size > 0 || this.sickPairs.length > 0;
    return !this.hasPrices && !hasPairs && this.margins.size === 0 && this.legs.size === 0;
  }
}
