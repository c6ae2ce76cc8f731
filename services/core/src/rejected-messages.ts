import type { Deps } from "./deps.ts";

/** Told of this often at most: a flood of rejected must not become a flood of alarms. */
const tellEveryMs = 10_000;

/** Messages of one kind whose seal or signature does not fit, or that are said again when they are old: dropped, counted, and told of. */
export class RejectedMessages {
  readonly #deps: Pick<Deps, "time" | "note">;
  readonly #what: string;
  #count = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(deps: Pick<Deps, "time" | "note">, what: string) {
    this.#deps = deps;
    this.#what = what;
  }

  get count(): number {
    return this.#count;
  }

  add(): void {
    this.#count += 1;
    const now = this.#deps.time.steady();
    if (now - this.#toldAt < tellEveryMs) return;
    this.#toldAt = now;
    this.#deps.note("alarm", "forged or outdated messages were dropped", { what: this.#what, count: this.#count });
  }
}
