import { expect, test } from "vitest";
import { blockOf, keyScript, minedTo, paysTo, txidOf } from "../../../testing/bitcoin-blocks.ts";
import { readBlock } from "./bitcoin-block.ts";

const parent = "0".repeat(63).concat("7");
const own = new Uint8Array(20).fill(5);
const script = keyScript(own);
/** The height 700,000 as a miner writes it. */
const height = [0x03, 0x60, 0xae, 0x0a];
const mined = minedTo(script, 625_000_000n, height);
const payment = paysTo([{ script, amount: 1n }], 1);

// Block 450 of a regtest chain, as the node wrote it: its one transaction has a witness.
const ofNode =
  "0000002042f47a20da5aa22eb755d61ece6b99bb5c0a3e408d0abc5ac2883b9d24da41093d7c0e4641fcd93fbe468412619d8cc156f0afab5eda0b8c4fb8829232b4982e" +
  "b8c9fc6affff7f200100000001010000000001010000000000000000000000000000000000000000000000000000000000000000ffffffff2002c2010e6d696e65642062" +
  "792062636f696e049d2413b6080000000000000000ffffffff0240be402500000000160014751e76e8199196d454941c45d1b3a323f1433bd60000000000000000266a24" +
  "aa21a9ede2f61c3f71d1defd3fa999dfa36953755c690689799962b48bebd836974e8cf90120000000000000000000000000000000000000000000000000000000000000" +
  "000000000000";

test("a block of a node is read: hash, parent, height and outputs to keys come from its bytes", () => {
  expect(readBlock(Buffer.from(ofNode, "hex"))).toEqual({
    hash: "6ad07f38cc69514eec1e22af6d935497aee2f31a2914058cbd59484498491ec0",
    parent: "0941da249d3b88c25abc0a8d403e0a5cbb996bce1ed655b72ea25ada207af442",
    height: 450,
    outputs: [
      {
        txid: "2e98b4329282b84f8c0bda5eabaff056c18c9d61128446be3fd9fc41460e7c3d",
        place: 0,
        keyHash: Buffer.from("751e76e8199196d454941c45d1b3a323f1433bd6", "hex"),
        amount: 625_000_000n,
        isMined: true,
      },
    ],
    spends: [],
  });
});

test("amounts are whole satoshi of 64 bits, and only outputs to the hash of one key are looked at", () => {
  const all = paysTo(
    [
      { script: Uint8Array.from([0x6a]), amount: 0n },
      { script, amount: 2_099_999_999_999_999n },
      { script: Uint8Array.from([0x00, 0x20, ...new Uint8Array(32)]), amount: 5n },
      { script: Uint8Array.from([0x51, 0x14, ...own]), amount: 6n },
      { script: Uint8Array.from([...script, 0x51]), amount: 7n },
      { script, amount: 0n },
      { script, amount: 9_007_199_254_740_993n },
    ],
    1,
  );
  const { outputs } = readBlock(blockOf(parent, [minedTo(Uint8Array.from([0x51]), 1n, height), all]).bytes);
  expect(outputs.map(({ place, amount, isMined }) => [place, amount, isMined])).toEqual([
    [1, 2_099_999_999_999_999n, false],
    [6, 9_007_199_254_740_993n, false],
  ]);
  expect(new Set(outputs.map(({ txid }) => txid))).toEqual(new Set([txidOf(all)]));
});

test("the height is the one that the miner wrote", () => {
  const heightOf = (begin: readonly number[]): number =>
    readBlock(blockOf(parent, [minedTo(script, 1n, [...begin, 0xff])]).bytes).height;
  expect([[0x00], [0x51], [0x60], [0x01, 0x11], [0x02, 0xc2, 0x01], height].map(heightOf)).toEqual([
    0, 1, 16, 17, 450, 700_000,
  ]);
  for (const wrong of [[0x05, 1, 2, 3, 4, 5], [0x61], [0x04, 0x01]])
    expect(() => heightOf(wrong)).toThrow("does not say its height");
});

test("a block whose transactions are not those of its header is refused", () => {
  const more = paysTo([{ script, amount: 100_000_000n }], 1);
  const refused = (listed: Parameters<typeof blockOf>[2]) => () =>
    readBlock(blockOf(parent, [mined, payment], listed).bytes);
  expect(refused([mined, more])).toThrow("other transactions than its header");
  expect(refused([mined])).toThrow("other transactions than its header");
  expect(refused([payment, mined])).toThrow("transaction of its miner");
  expect(refused([mined, mined])).toThrow("transaction of its miner");
  expect(refused([])).toThrow("transaction of its miner");
});

test("transactions that are repeated under the same root are refused", () => {
  // The last one of an odd row stands twice in the tree: three transactions and four with the last one again have one root.
  const last = paysTo([{ script, amount: 1n }], 2);
  const three = blockOf(parent, [mined, payment, last]);
  const four = blockOf(parent, [mined, payment, last, last]);
  expect(four.hash).toBe(three.hash);
  expect(readBlock(three.bytes).outputs.map(({ isMined }) => isMined)).toEqual([true, false, false]);
  expect(() => readBlock(four.bytes)).toThrow("has a transaction twice");
});

test("[Z5] bytes that are cut, too long or no block at all are refused", () => {
  const { bytes } = blockOf(parent, [mined, payment]);
  const refused = (wrong: Uint8Array) => () => readBlock(new Uint8Array(wrong));
  expect(refused(new Uint8Array())).toThrow("too short");
  expect(refused(bytes.subarray(0, 80))).toThrow("too short");
  expect(refused(bytes.subarray(0, -1))).toThrow(/Reader/);
  expect(refused(Buffer.concat([bytes, Buffer.of(0)]))).toThrow(/Reader/);
});
