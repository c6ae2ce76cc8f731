import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { accumulator, fullHash, logicVersion, restore, snapshot } from "@tidemark/engine";
import { replayGolden } from "@tidemark/engine/sim";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../../engine/fixtures/golden/", import.meta.url));
const versions = readdirSync(folder)
  .filter((name) => name.endsWith(".bin"))
  .map((name) => name.slice(0, -4));
const numberOf = (version: string): number => Number(version.slice(1));

test("[S9] there is a golden journal of every logic version", () =>
  expect(versions).toEqual(Array.from({ length: logicVersion }, (_, i) => `v${i + 1}`)));

test.each(versions)("[D.82 S9] the golden journal %s gives the events it was recorded with", (version) => {
  const recorded: unknown = JSON.parse(readFileSync(`${folder}${version}.json`, "utf8"));
  const hash = createHash("sha256");
  const bytes = readFileSync(`${folder}${version}.bin`);
  const { commands, events } = replayGolden(bytes, numberOf(version), (rows) => hash.update(rows));
  expect({ commands, events, sha256: hash.digest("hex") }).toEqual(recorded);
});

test.each(versions)("[S9] the golden snapshot %s restores to the state that its journal replays to", (version) => {
  const bytes = brotliDecompressSync(readFileSync(`${folder}${version}.snapshot.br`));
  const restored = restore(bytes);
  const { state } = replayGolden(readFileSync(`${folder}${version}.bin`), numberOf(version), () => undefined);
  expect([accumulator(restored), fullHash(restored)]).toEqual([accumulator(state), fullHash(state)]);
  expect(Buffer.compare(bytes, snapshot(state))).toBe(0);
});

test("[S9] every number of an event's row is written, also where rows are written field by field", () => {
  const bytes = readFileSync(`${folder}v${logicVersion}.bin`);
  let unwritten = 0;
  replayGolden(bytes, logicVersion, (rows) => {
    const numbers = new Float64Array(rows.buffer, rows.byteOffset, rows.byteLength / 8);
    for (const number of numbers) if (Number.isNaN(number)) unwritten += 1;
    // The next batch writes over this one: a number that it leaves out stays what it is now.
    numbers.fill(Number.NaN);
  });
  expect(unwritten).toBe(0);
});
