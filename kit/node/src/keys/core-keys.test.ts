import { expect, test } from "vitest";
import { checkSigner, coreKeysOf, coreSignerOf, developmentCoreKeys } from "./core-keys.ts";
import { privateKeyOf, publicHexOf } from "./ed25519.ts";
import { sealsOf } from "../bus/seal.ts";

const seedOf = (digit: string): string => digit.repeat(64);
const publicOf = (digit: string): string => publicHexOf(privateKeyOf(seedOf(digit)));
const bytes = Buffer.from("an announcement");
const keysOf = (publicKeys: string) => coreKeysOf({ core: "main", publicKeys, mode: "production" });
const signer = coreSignerOf(seedOf("1"), "main", "core-a", "production");

test("C2: a signature says which configured process made it, and nobody else's counts", () => {
  const keys = keysOf(`core-a=${publicOf("1")},core-b=${publicOf("2")}`);
  expect(keys.nodes).toEqual(["core-a", "core-b"]);
  const signature = signer.sign([bytes])[0]!;
  expect(keys.signerOf(bytes, signature)).toBe("core-a");
  expect(keys.signerOf(Buffer.from("another"), signature)).toBeUndefined();
  expect(
    keys.signerOf(bytes, coreSignerOf(seedOf("3"), "main", "core-a", "production").sign([bytes])[0]!),
  ).toBeUndefined();
  // Another's key id in front of one's own signature.
  const borrowed = Buffer.concat([
    signature.subarray(0, 8),
    coreSignerOf(seedOf("2"), "main", "core-b", "production").sign([bytes])[0]!.subarray(8),
  ]);
  expect(keys.signerOf(bytes, borrowed)).toBeUndefined();
  for (const length of [0, 1, 2, 8, 73, 75, 106, 107])
    expect(keys.signerOf(bytes, new Uint8Array(length))).toBeUndefined();
});

test("C2: messages signed together are checked one by one, in any order, and a body that was not among them is refused", () => {
  const keys = keysOf(`core-a=${publicOf("1")}`);
  const bodies = ["a", "b", "c"].map((text) => Buffer.from(text));
  const signatures = signer.sign(bodies);
  for (const i of [2, 0, 1]) expect(keys.signerOf(bodies[i]!, signatures[i]!)).toBe("core-a");
  expect(keys.signerOf(bodies[0]!, signatures[1]!)).toBeUndefined();
  expect(keys.signerOf(Buffer.from("d"), signatures[2]!)).toBeUndefined();
  const moved = Buffer.from(signatures[0]!);
  moved[moved.length - 2] = 1;
  expect(keys.signerOf(bodies[0]!, moved)).toBeUndefined();
  moved[moved.length - 2] = 3;
  expect(keys.signerOf(bodies[0]!, moved)).toBeUndefined();
});

test("C2: production refuses to start without keys, or with a key that is not configured under the process's name", () => {
  expect(() => keysOf("")).toThrow("CORE_PUBLIC_KEYS is not set");
  expect(() => coreSignerOf("", "main", "core-a", "production")).toThrow("CORE_SIGNING_KEY is not set");
  expect(() => coreSignerOf("xyz", "main", "core-a", "production")).toThrow("64 hex digits");
  expect(() => keysOf("core-a=12")).toThrow("core-a is not name=64 hex digits");
  expect(() => keysOf(`core a=${publicOf("1")}`)).toThrow("is not name=64 hex digits");
  expect(() => keysOf(`core-a=${publicOf("1")},core-b=${publicOf("1")}`)).toThrow("stands there twice");
  expect(() => checkSigner(signer, keysOf(`core-a=${publicOf("1")}`))).not.toThrow();
  expect(() => checkSigner(signer, keysOf(`core-b=${publicOf("1")}`))).toThrow("does not have the key of core-a");
  expect(() => checkSigner(signer, keysOf(`core-a=${publicOf("2")}`))).toThrow("does not have the key of core-a");
});

test("C2: while its key is changed a process has two keys and is one process", () => {
  const keys = keysOf(`core-a=${publicOf("1")},core-a=${publicOf("2")},core-b=${publicOf("3")}`);
  expect(keys.nodes).toEqual(["core-a", "core-b"]);
  for (const digit of ["1", "2"])
    expect(keys.signerOf(bytes, coreSignerOf(seedOf(digit), "main", "core-a", "production").sign([bytes])[0]!)).toBe(
      "core-a",
    );
});

test("C2: development keys of two cores are not the same", () => {
  expect(developmentCoreKeys("main")).not.toEqual(developmentCoreKeys("simul"));
  const simulated = coreSignerOf("", "simul", "core-a", "development");
  const main = coreKeysOf({ core: "main", publicKeys: "", mode: "development" });
  expect(main.nodes).toEqual(["core-a", "core-b", "projector", "funds-proof"]);
  expect(main.signerOf(bytes, simulated.sign([bytes])[0]!)).toBeUndefined();
  expect(main.signerOf(bytes, coreSignerOf("", "main", "core-b", "development").sign([bytes])[0]!)).toBe("core-b");
});

test("C2: what one core has signed is no message of another, also where a key serves both", () => {
  const bytes = Buffer.from("an announcement");
  const [signature] = coreSignerOf(seedOf("1"), "staging", "core-a", "production").sign([bytes]);
  const keysOfCore = (core: string) => coreKeysOf({ core, publicKeys: `core-a=${publicOf("1")}`, mode: "production" });
  expect(keysOfCore("staging").signerOf(bytes, signature!)).toBe("core-a");
  expect(keysOfCore("main").signerOf(bytes, signature!)).toBeUndefined();
});

test("C2: there is no shared key of class core: no setting takes one and none is made up", () => {
  expect(() => sealsOf(`core=${seedOf("1")}`, "production")).toThrow("there is no key core any more");
  expect(sealsOf("", "development").of("core")).toBeUndefined();
});
