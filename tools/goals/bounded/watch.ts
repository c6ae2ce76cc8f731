/** The kernel books CPU time to a thread by its tick: a reading may be late by this much. */
const readingMs = 4;

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** What a measured part came to: CPU time of the thread, its longest slice, and what was not as it should be. */
export type Seen = {
  readonly size: number;
  readonly isFinished: boolean;
  readonly ms: number;
  readonly longestMs: number;
  readonly slices: number;
  readonly setUpMs: number;
  readonly wrong: readonly string[];
};

class Unfinished extends Error {}

/**
 * Times every slice of a measured part. A slice is one call of the engine. Elapsed time bounds CPU time from above and is exact; the CPU
 * reading is coarse but leaves out what other programs took: the lesser of the two, the reading with its lateness added, is never too low.
 */
export class Watch {
  readonly wrong: string[] = [];
  private slices = 0;
  private longestMs = 0;
  private elapsedMs = 0;
  private usedMs = 0;
  private isOn = false;
  private counts = false;
  private measuredMs = 0;
  private readonly startedAt = performance.now();
  private beganAt = 0;
  private setUpMs = 0;
  declare private readonly guardMs: number;

  constructor(guardMs: number) {
    this.guardMs = guardMs;
  }

  /** From here on slices are timed. `counts`: into the figure of the whole as well, not only into the longest slice. */
  begin(counts = true): void {
    globalThis.gc?.();
    if (this.setUpMs === 0) this.setUpMs = performance.now() - this.startedAt;
    this.beganAt = performance.now();
    this.isOn = true;
    this.counts = counts;
  }

  end(): void {
    this.isOn = false;
    this.measuredMs += performance.now() - this.beganAt;
  }

  slice(work: () => boolean): boolean {
    if (!this.isOn) return work();
    const cpuBefore = cpuMs();
    const before = performance.now();
    const ended = work();
    const elapsed = performance.now() - before;
    const used = cpuMs() - cpuBefore;
    this.slices += 1;
    this.longestMs = Math.max(this.longestMs, Math.min(elapsed, used + readingMs));
    if (this.counts) {
      this.elapsedMs += elapsed;
      this.usedMs += used;
    }
    if (this.measuredMs + performance.now() - this.beganAt > this.guardMs) throw new Unfinished();
    return ended;
  }

  expect(what: string, found: number, wanted: number): void {
    if (found !== wanted) this.wrong.push(`${what}: ${found}, not ${wanted}`);
  }

  seen(size: number, isFinished: boolean): Seen {
    const ms = Math.min(this.elapsedMs, this.usedMs + readingMs);
    const { longestMs, slices, setUpMs, wrong } = this;
    return { size, isFinished, ms, longestMs, slices, setUpMs, wrong };
  }
}

/** Plays a scenario once under a watch of its own; one that takes longer than the guard ends where it is. */
export function watched(play: (size: number, watch: Watch) => void, size: number, guardMs: number): Seen {
  const watch = new Watch(guardMs);
  try {
    play(size, watch);
    return watch.seen(size, true);
  } catch (error) {
    if (error instanceof Unfinished) return watch.seen(size, false);
    throw error;
  }
}
