import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseSkips, readSkips } from "./skips.ts";

const [anna, ben, eve] = Array.from({ length: 3 }, () => generateKeyPairSync("ed25519"));
const textOf = (key: KeyObject): string => key.export({ format: "der", type: "spki" }).toString("base64");
const signers = `anna=${textOf(anna!.publicKey)},ben=${textOf(ben!.publicKey)}`;
const text = "120 3 a command_failed order, incident 7\n120 5 the same again\n";

function file(signed: Record<string, KeyObject>, content = text): string {
  const path = join(mkdtempSync(join(tmpdir(), "tidemark-skip-")), "skips");
  writeFileSync(path, content);
  for (const [name, key] of Object.entries(signed))
    writeFileSync(`${path}.${name}.sig`, sign(null, Buffer.from(text), key));
  return path;
}

test("without a file nothing is passed over", () => {
  expect(readSkips("", "").of(120)).toBeUndefined();
});

test("[A4.9.6] a list that two people signed is taken", () => {
  const skips = readSkips(file({ anna: anna!.privateKey, ben: ben!.privateKey }), signers);
  expect([skips.of(120), skips.of(121)]).toEqual([new Set([3, 5]), undefined]);
});

test("[A4.9.6] one signature, a stranger's, one of other bytes, or one person under two names are not enough", () => {
  expect(() => readSkips(file({ anna: anna!.privateKey }), signers)).toThrow(/signatures of 2 people/);
  expect(() => readSkips(file({ anna: anna!.privateKey, ben: eve!.privateKey }), signers)).toThrow(/does not fit/);
  const both = { anna: anna!.privateKey, ben: ben!.privateKey };
  expect(() => readSkips(file(both, `${text}121 0 more\n`), signers)).toThrow(/does not fit/);
  const twice = `anna=${textOf(anna!.publicKey)},ann=${textOf(anna!.publicKey)}`;
  expect(() => readSkips(file({ anna: anna!.privateKey, ann: anna!.privateKey }), twice)).toThrow(/it has 1/);
  expect(() => readSkips(file(both), "")).toThrow(/it has 0/);
});

test("a line that is not understood stops the start", () => {
  expect(() => parseSkips("120 three why\n")).toThrow(/not "<batch>/);
  expect(() => parseSkips("120 3\n")).toThrow(/not "<batch>/);
});
