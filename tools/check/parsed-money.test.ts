import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const planted = fileURLToPath(new URL("planted", import.meta.url));

/** Unreadable money as zero, or as a value that is not there. */
const offences = [/(\?\?|\|\|)\s*0n\b/g, /\bparseUnits\([^()]*(\([^()]*\))?[^()]*\)!/g];

/** The places in a web app that read money as zero or without looking whether it could be read. */
function offendersIn(folder: string): string[] {
  const files = globSync("apps/web/src/**/*.{ts,tsx}", { cwd: folder }).filter((path) => !path.includes(".test."));
  return files.toSorted().flatMap((path) => {
    const source = readFileSync(join(folder, path), "utf8");
    return offences
      .flatMap((offence) => [...source.matchAll(offence)])
      .map(({ index }) => `${path}:${source.slice(0, index).split("\n").length}`)
      .toSorted();
  });
}

test("the web app never reads unreadable money as zero: use requireUnits of lib/format, or show that it is unknown", () => {
  expect(offendersIn(root)).toEqual([]);
});

test("money that a planted file reads as zero or unchecked is found", () => {
  const path = "apps/web/src/features/c/balance.ts";
  expect(offendersIn(planted)).toEqual([`${path}:3`, `${path}:4`, `${path}:5`]);
});
