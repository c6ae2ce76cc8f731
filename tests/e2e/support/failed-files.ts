import { writeFileSync } from "node:fs";
import type { Reporter, Suite } from "@playwright/test/reporter";

/** Writes which spec files have a test that failed, or that did not run because another had failed. */
export default class FailedFiles implements Reporter {
  readonly #path: string;
  #suite: Suite | undefined;

  constructor({ path }: { readonly path: string }) {
    this.#path = path;
  }

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onEnd(): void {
    const files = new Set<string>();
    for (const test of this.#suite?.allTests() ?? []) {
      if (test.outcome() === "unexpected" || test.results.length === 0) files.add(test.location.file);
    }
    writeFileSync(this.#path, JSON.stringify([...files]));
  }
}
