import { keyOf } from "@tidemark/contracts/codec";
import { decodeCommand, encodeCommand, Writer } from "@tidemark/contracts/codec";
import { expect, test } from "vitest";
import { toyMaker } from "../sim/toy-machine.ts";
import { engineMaker } from "./engine-machine.ts";
import { noSkips, parseSkips, type Skips } from "./journal/skips.ts";
import type { MachineMaker } from "./machine.ts";
import { genesisPosition, Replica } from "./replica.ts";

const transfer = (key: string) => {
  const out = new Writer();
  const accounts = { fromProduct: 1, fromSub: 0, toProduct: 2, toSub: 0 };
  encodeCommand({ type: "transfer", uid: 7, key: keyOf(key), ...accounts, asset: 1, amount: 3n }, out);
  return decodeCommand(out.bytes, 0, out.length);
};

function applied(maker: MachineMaker, skips: Skips, keys: readonly string[]): { codes: number[]; hash: string } {
  const replica = new Replica(maker.fresh(), genesisPosition, skips);
  const link = { seq: 1, batchId: "b", hash: new Uint8Array(32) };
  replica.begin({ link, epoch: 1, tsUs: 5_000, payloadHash: new Uint8Array(32), commands: keys.map(transfer) });
  while (!replica.run());
  return { codes: [...replica.machine.results.code], hash: Buffer.from(replica.stateHash).toString("hex") };
}

test.each([
  ["the engine", engineMaker],
  ["the toy", toyMaker],
])("[A4.9.6] a command that is passed over comes to INTERNAL in %s and leaves no trace but in the hash", (_, maker) => {
  const skips = parseSkips("1 1 poison");
  const plain = applied(maker, noSkips, ["a", "b"]);
  const skipped = applied(maker, skips, ["a", "b"]);
  expect(skipped.codes).toEqual([plain.codes[0], 50_001]);
  // The accumulator is that of a batch without it; the running hash says that something was passed over, and what.
  expect(skipped.hash.slice(64)).toBe(applied(maker, noSkips, ["a"]).hash.slice(64));
  expect(
    new Set([plain, skipped, applied(maker, parseSkips("1 0 poison"), ["a", "b"])].map(({ hash }) => hash)).size,
  ).toBe(3);
});
