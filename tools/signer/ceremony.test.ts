import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const main = fileURLToPath(new URL("main.ts", import.meta.url));
const passphrase = "a passphrase of the ceremony";
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ceremony-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function signer(words: readonly string[], input: readonly string[]): { out: string; problem: string } {
  const { stdout, stderr } = spawnSync(process.execPath, [main, ...words], {
    cwd: folder,
    input: `${input.join("\n")}\n`,
    encoding: "utf8",
  });
  return { out: stdout, problem: stderr };
}
const wordsIn = (out: string): string => [...out.matchAll(/^ ?\d+ ([a-z]+)$/gm)].map(([, word]) => word).join(" ");
const addressesIn = (out: string): string => out.slice(out.indexOf("hot "));

test("keys are created once, restored from their words to the same addresses, and never overwritten", () => {
  const made = signer(["create", "--key", "a.json", "--store", "a.db"], [passphrase, passphrase]);
  const words = wordsIn(made.out);
  expect(words.split(" ")).toHaveLength(24);
  expect(readFileSync(join(folder, "a.json"), "utf8")).not.toContain(words.split(" ")[0]);
  for (const file of ["a.json", "a.db"]) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);

  const restored = signer(
    ["restore", "--key", "b.json", "--store", "b.db"],
    [words.toUpperCase(), passphrase, passphrase],
  );
  expect(restored.out).toBe(addressesIn(made.out));
  expect(signer(["show-addresses", "--key", "a.json"], [passphrase]).out).toBe(restored.out);
  expect(signer(["create", "--key", "a.json", "--store", "a.db"], [passphrase, passphrase]).problem).toContain(
    "EEXIST",
  );
  expect(signer(["audit", "--store", "a.db"], []).out).toContain("0 lines");
}, 60_000);

test("a wrong passphrase, a short one, two that differ and a wrong word are named", () => {
  signer(["create", "--key", "a.json", "--store", "a.db"], [passphrase, passphrase]);
  expect(signer(["show-addresses", "--key", "a.json"], ["another passphrase"]).problem).toContain(
    "the passphrase is wrong",
  );
  const other = ["--key", "b.json", "--store", "b.db"];
  expect(signer(["create", ...other], [passphrase, "another passphrase"]).problem).toContain("differ");
  expect(signer(["create", ...other], ["short", "short"]).problem).toContain("fewer than 16");
  expect(signer(["restore", ...other], [`${"abandon ".repeat(24)}`]).problem).toContain("checksum");
}, 60_000);
