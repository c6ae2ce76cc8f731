import { writeFileSync } from "node:fs";
import type { Reporter, Suite, TestCase } from "@playwright/test/reporter";

/** A test may be declared by a function of another file: the spec is what holds it. */
export function specOf(test: Pick<TestCase, "location" | "parent">): string {
  for (let suite: Suite | undefined = test.parent; suite !== undefined; suite = suite.parent)
    if (suite.type === "file" && suite.location !== undefined) return suite.location.file;
  return test.location.file;
}

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
      if (test.outcome() === "unexpected" || test.results.length === 0) files.add(specOf(test));
    }
    writeFileSync(this.#path, JSON.stringify([...files]));
  }
}
