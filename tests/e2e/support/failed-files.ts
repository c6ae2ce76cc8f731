import { writeFileSync } from "node:fs";
import type { Reporter, Suite } from "@playwright/test/reporter";

type Place = { readonly file: string };
/** What is read of Playwright's suites. */
type Group = { readonly type: string; readonly location?: Place | undefined; readonly parent?: Group | undefined };

/** A test may be declared by a function of another file: the spec is what holds it. */
export function specOf(test: { readonly location: Place; readonly parent: Group }): string {
  for (let group: Group | undefined = test.parent; group !== undefined; group = group.parent)
    if (group.type === "file" && group.location !== undefined) return group.location.file;
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
