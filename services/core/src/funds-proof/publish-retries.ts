/** After so many failures without a publication the writable server may be another one: a restart looks for it. */
const failuresMax = 10;
/** The wait after the first failure. Each further one is twice as long, up to the longest. */
const firstWaitMs = 500;
const longestWaitMs = 10_000;

/**
 * Counts failures from one publication to the next. Rows that were read well in between do not count: the rows before a publication that
 * fails are read well every time.
 */
export class PublishRetries {
  readonly #everyMs: number;
  #failures = 0;
  /** Since when the journal is read to its end without a failure. */
  #quietSince: number | undefined;

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** How long to wait before the next try; undefined after the last. */
  failed(): number | undefined {
    this.#quietSince = undefined;
    this.#failures += 1;
    if (this.#failures >= failuresMax) return undefined;
    return Math.min(firstWaitMs * 2 ** (this.#failures - 1), longestWaitMs);
  }

  published(): void {
    this.#failures = 0;
  }

  /** The journal was read to its end. After a whole period of that there was nothing to publish. */
  readToEnd(steadyMs: number): void {
    this.#quietSince ??= steadyMs;
    if (steadyMs - this.#quietSince >= this.#everyMs) this.#failures = 0;
  }
}
