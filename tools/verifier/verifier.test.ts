import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { leafBytes, nodeBytes, ownerBytes, reserveStatementText } from "@tidemark/contracts";
import { mnemonicKeys, personalSignature, statementFor } from "@tidemark/signer";
import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { root } from "../dev/processes/root.ts";
import { verifierPath, verifierText } from "./single-file.ts";

const sha256 = (bytes: Uint8Array): Buffer => hash("sha256", bytes, "buffer");

test("apps/web/public/generated/verify-funds.mjs is the exchange's own verifier", () => {
  const text = readFileSync(join(root, verifierPath), "utf8");
  expect(text === verifierText(), "run node tools/verifier/main.ts").toBe(true);
  expect(text.match(/^import /gm)).toBeNull();
});

/** A tree of two leaves. */
function proof() {
  const nonce = Buffer.alloc(32, 3);
  const own = { hash: sha256(leafBytes("BTC", sha256(ownerBytes(7, nonce)), 5n)), sum: 5n };
  const other = { hash: Buffer.alloc(32, 9), sum: 11n };
  return {
    stateSeq: 1_204,
    asset: "BTC",
    uid: 7,
    nonce: nonce.toString("hex"),
    balance: "5",
    index: 0,
    siblings: [{ hash: other.hash.toString("hex"), sum: "11" }],
    root: sha256(nodeBytes(own, other)).toString("hex"),
    sum: "16",
  };
}

/** Status and last line of the verifier over a file. */
function verify(file: object): (number | string | null | undefined)[] {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-proof-"));
  const path = join(folder, "proof.json");
  writeFileSync(path, JSON.stringify(file));
  const { status, stdout } = spawnSync(process.execPath, [join(root, verifierPath), path], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return [status, ...stdout.trim().split("\n")];
}
const ends = (lines: ReturnType<typeof verify>) => [lines[0], lines.at(-1)];

test("[D.94] the single file accepts a good proof and names what is wrong with another", () => {
  expect(ends(verify(proof()))).toEqual([0, "The balance is in the sum."]);
  expect(ends(verify({ ...proof(), balance: "6" }))).toEqual([1, "The proof is wrong: root_differs"]);
  expect(ends(verify({ ...proof(), sum: "15" }))).toEqual([1, "The proof is wrong: sum_differs"]);
  expect(ends(verify({ ...proof(), balance: "-1" }))).toEqual([1, "The proof is wrong: balance_out_of_range"]);
});

/** A publication with a hot address that signed and a cold one that did not. */
async function reserves() {
  const keys = mnemonicKeys(`${"abandon ".repeat(23)}art`);
  const address = keys.addressOf("hot");
  const assets = [{ asset: "BTC", root: "0c".repeat(32), sum: "16" }];
  const head = { stateSeq: 1_204, at: Date.parse("2026-11-18T01:00:00Z") };
  const place = { network: "ETHEREUM", block: 77, blockHash: `0x${"5f".repeat(32)}` };
  const text = reserveStatementText({ ...head, ...place, address, roots: assets });
  const signature = personalSignature(await keys.sign("hot", statementFor(text)!.digest));
  const balances = [{ asset: "BTC", units: "9" }];
  const cold = {
    ...place,
    role: "cold",
    address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    balances,
    text: "",
    signature: "",
  };
  return { ...head, assets, reserves: [{ ...place, role: "hot", address, balances, text, signature }, cold] };
}

test("[D.95] the single file finds who signed the roots, and names a signature that is wrong", async () => {
  const file = await reserves();
  const good = verify(file);
  expect(ends(good)).toEqual([0, "1 signatures are right."]);
  expect(good).toContain("BTC: owed 16, on addresses that signed 9, on others 9 units");
  expect(good).toContain("ETHEREUM cold 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed block 77 unsigned");
  const changed = verify({ ...file, assets: [{ ...file.assets[0]!, root: "0d".repeat(32) }] });
  expect(ends(changed)).toEqual([1, "A signature is wrong."]);
  expect(changed).toContain(`ETHEREUM hot ${file.reserves[0]!.address} block 77 wrong roots_differ`);
});

test("[D.95] coins that are listed twice are counted once, and the single file names the place", async () => {
  const file = await reserves();
  const [hot, cold] = file.reserves as [(typeof file.reserves)[0], (typeof file.reserves)[0]];
  const again = verify({
    ...file,
    reserves: [hot, cold, { ...hot, role: "cold", address: hot.address.toLowerCase() }],
  });
  expect(ends(again)).toEqual([1, "A reserve is listed twice."]);
  expect(again).toContain("BTC: owed 16, on addresses that signed 9, on others 9 units");
  const twice = verify({ ...file, reserves: [hot, { ...cold, balances: [...cold.balances, ...cold.balances] }] });
  expect(ends(twice)).toEqual([1, "A reserve is listed twice."]);
  expect(twice).toContain("BTC: owed 16, on addresses that signed 9, on others 0 units");
});

test("without a file the single file says how it is used", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, verifierPath)], { encoding: "utf8" });
  expect([status, stdout, stderr.split("\n")[0]]).toEqual([2, "", "Usage: node verify-funds.mjs proof.json"]);
});
