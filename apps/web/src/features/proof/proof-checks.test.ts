import { checkProofFile, leafBytes, nodeBytes, ownerBytes, type OwnLeaf } from "@tidemark/contracts";
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { checkedProof, fileNameOf, hexOf, proofOf, type SavedProof } from "./proof-checks.ts";

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash("sha256").update(bytes).digest());
const nonce = new Uint8Array(32).fill(3);
const other = { hash: new Uint8Array(32).fill(9), sum: 11n };
const own = { hash: sha256(leafBytes("BTC", sha256(ownerBytes(7, nonce)), 5n)), sum: 5n };
const root = hexOf(sha256(nodeBytes(own, other)));

const leaf: OwnLeaf = {
  source: "core",
  seq: 1_300,
  stateSeq: 1_204,
  asset: "BTC",
  scale: 8,
  uid: 7,
  balance: "5",
  nonce: hexOf(nonce),
  index: 0,
  siblings: [{ hash: hexOf(other.hash), sum: "11" }],
};
const proof = proofOf(leaf, { root, sum: "16" });

async function statesOf(changed: Partial<SavedProof>, held: bigint | undefined = 5n) {
  const file = { ...proof, ...changed };
  const { checks, verdict } = checkedProof(file, { uid: 7, held }, await checkProofFile(file));
  return [verdict, checks.map(({ id, state }) => `${id} ${state}`).join(", ")];
}
const all = "account passed, ledger passed, leaf passed, path passed, root passed";

test("a good proof passes every check, by the function of the verifier file", async () => {
  expect(await statesOf({})).toEqual(["verified", all]);
});

test("[D.55] each kind of wrong proof fails at the check that finds it", async () => {
  expect(await statesOf({ balance: "4" })).toEqual([
    "failed",
    all.replace("ledger passed", "ledger failed").replace("root passed", "root failed"),
  ]);
  expect(await statesOf({ sum: "15" })).toEqual(["failed", all.replace("root passed", "root failed")]);
  expect(await statesOf({ uid: 8 })).toEqual([
    "failed",
    all.replace("account passed", "account failed").replace("root passed", "root failed"),
  ]);
  expect(await statesOf({}, 6n)).toEqual(["failed", all.replace("ledger passed", "ledger failed")]);
  const negative = [{ hash: hexOf(other.hash), sum: "-1" }];
  expect(await statesOf({ siblings: negative })).toEqual([
    "failed",
    all.replace("path passed", "path failed").replace("root passed", "root open"),
  ]);
});

test("where the ledger's lines cannot be read a right path is not called verified", async () => {
  const { verdict, checks } = checkedProof(proof, { uid: 7, held: undefined }, await checkProofFile(proof));
  expect([verdict, checks[1]]).toEqual(["partly", { id: "ledger", state: "open" }]);
});

test("before it was run nothing is called checked", () => {
  const { verdict, checks } = checkedProof(proof, { uid: 7, held: 5n }, undefined);
  expect([verdict, ...new Set(checks.map(({ state }) => state))]).toEqual(["unchecked", "open"]);
});

test("the file that is saved has what the verifier reads, and is named by coin and sequence", () => {
  expect(JSON.parse(JSON.stringify(proof))).toEqual(proof);
  expect(Object.keys(proof).toSorted()).toEqual(
    ["asset", "balance", "index", "nonce", "root", "scale", "siblings", "stateSeq", "sum", "uid"].toSorted(),
  );
  expect(fileNameOf(proof)).toBe("proof-BTC-1204.json");
});
