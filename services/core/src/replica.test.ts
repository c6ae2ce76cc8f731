import { createHash } from "node:crypto";
import { keyOf } from "@tidemark/contracts/codec";
import { decodeCommand, encodeCommand, Writer } from "@tidemark/contracts/codec";
import { expect, test } from "vitest";
import { toyMaker } from "../sim/toy-machine.ts";
import { engineMaker } from "./engine-machine.ts";
import { noSkips, parseSkips, type Skips } from "./journal/skips.ts";
import type { Machine, MachineMaker } from "./machine.ts";
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
  replica.begin({
    link,
    epoch: 1,
    tsUs: 5_000,
    logicVer: 1,
    payloadHash: new Uint8Array(32),
    commands: keys.map(transfer),
  });
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

/** Tells so many events in each slice; of the last slice but one half is taken back. */
function talkative(
  slices: number,
  perSlice: number,
): Pick<Machine, "startUnder" | "begin" | "run" | "events" | "settledEvents"> & {
  told: Float64Array;
} {
  const told = new Float64Array(slices * perSlice);
  let slice = 0;
  let length = 0;
  let settled = 0;
  return {
    told,
    startUnder: () => undefined,
    begin: () => undefined,
    run() {
      slice += 1;
      settled = length - (slice === slices ? perSlice / 2 : 0);
      length = settled;
      for (let i = 0; i < perSlice; i += 1) told[length + i] = slice * 1_000_000 + i;
      length += perSlice;
      if (slice === slices) settled = length;
      return slice === slices;
    },
    events: () => told.subarray(0, length),
    settledEvents: () => settled,
  };
}

test("[4.5] events are hashed as they settle, two megabytes in a slice, and come to the hash of the whole", () => {
  const machine = talkative(5, 300_000);
  const results = { code: [], ref: [], first: [], second: [] };
  const accumulator = () => ({ high: 0, low: 0 });
  const replica = new Replica({ ...machine, results, accumulator } as unknown as Machine, genesisPosition);
  const link = { seq: 1, batchId: "b", hash: new Uint8Array(32) };
  const payloadHash = new Uint8Array(32).fill(7);
  replica.begin({ link, epoch: 1, tsUs: 5_000, logicVer: 1, payloadHash, commands: [] });
  let slices = 1;
  while (!replica.run()) {
    expect(replica.isIdle).toBe(false);
    slices += 1;
  }
  const events = machine.events();
  const whole = createHash("sha256")
    .update(genesisPosition.chain)
    .update(payloadHash)
    .update(new Uint8Array(events.buffer, 0, events.byteLength))
    .digest();
  expect(Buffer.from(replica.position.chain)).toEqual(whole);
  expect([events.length, slices]).toEqual([1_350_000, 7]);
});
