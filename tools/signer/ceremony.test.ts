import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { recoverAddress, reserveStatementText } from "@tidemark/contracts";
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
  // A single word may stand there by chance: one of the 2,048 is "key".
  const kept = readFileSync(join(folder, "a.json"), "utf8");
  for (const text of [words.split(" ").slice(0, 2).join(" "), Buffer.from(words).toString("hex").slice(0, 16)])
    expect(kept).not.toContain(text);
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

test("[D.95] a cold address signs a statement of reserves offline, and no other text", () => {
  const made = signer(["create", "--key", "cold.json", "--store", "cold.db"], [passphrase, passphrase]);
  const address = /^hot +(0x\w{40})$/m.exec(made.out)![1]!;
  const roots = [{ asset: "USDT", root: "0c".repeat(32) }];
  const at = Date.parse("2026-11-18T01:00:00Z");
  const block = { network: "ETHEREUM", block: 21_184_801, blockHash: `0x${"5f".repeat(32)}` };
  const text = reserveStatementText({ at, stateSeq: 9, ...block, address, roots });
  const sign = (content: string, out: string) => {
    writeFileSync(join(folder, "statement.txt"), content);
    return signer(["sign-reserves", "--key", "cold.json", "--statement", "statement.txt", "--out", out], [passphrase]);
  };
  expect(sign(text, "signed.json").out).toContain(`signed by ${address}`);
  const signed = JSON.parse(readFileSync(join(folder, "signed.json"), "utf8")) as { text: string; signature: string };
  expect(signed.text).toBe(text);
  expect(recoverAddress(text, signed.signature)).toBe(address.toLowerCase());
  expect(sign(text, "signed.json").problem).toContain("EEXIST");
  expect(sign("I agree to pay", "other.json").problem).toContain("no statement");
  const ofAnother = text.replace(address, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
  expect(sign(ofAnother, "other.json").problem).toContain("the statement is of 0x5aAeb");
}, 60_000);
