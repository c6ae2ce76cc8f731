import { hash, type KeyObject, sign, verify } from "node:crypto";
import {
  keyIdLength,
  signatureLength,
  signedHashLength,
  signedTogetherMax,
  type Signer,
  type Verifier,
} from "@tidemark/contracts/codec";
import { developmentKey } from "./development-keys.ts";
import { keyShape, privateKeyOf, publicHexOf, publicKeyOf } from "./ed25519.ts";

type Mode = "development" | "production";

/** The public keys of all nodes and projectors of a core. They check what the core sends and make nothing in its name. */
export type CoreKeys = Verifier & {
  /** The configured processes, by name; each once. */
  readonly nodes: readonly string[];
};

const nodeShape = /^[A-Za-z0-9_-]{1,64}$/;
/** The processes of a development core where the settings name none: those of deploy/local. */
const developmentNodes = ["core-a", "core-b", "projector", "funds-proof"];

/**
 * Development cores take their keys from one list: a public key says nothing of the name it was made for, so names of cores and nodes could
 * not all be tried. Cores differ in where the list begins, the processes of one in their place on it.
 */
const developmentKeysMax = 256;
const placeOf = (name: string): number => hash("sha256", `name ${name}`, "buffer")[0]!;
const developmentKeyAt = (place: number): string => developmentKey(`core process ${place % developmentKeysMax}`);

export const developmentCoreSeed = (core: string, node: string): string =>
  developmentKeyAt(placeOf(`core ${core}`) + placeOf(node));

/** The private keys of all development cores, whatever they and their processes are called. */
export const developmentCoreSeeds = (): readonly string[] =>
  Array.from({ length: developmentKeysMax }, (_, place) => developmentKeyAt(place));

/** CORE_PUBLIC_KEYS of a development core with these processes. */
export const developmentCoreKeys = (core: string, nodes: readonly string[] = developmentNodes): string =>
  nodes.map((node) => `${node}=${publicHexOf(privateKeyOf(developmentCoreSeed(core, node)))}`).join(",");

/** BLAKE2b, cut: on processors without instructions for SHA the fastest that Node brings, and the parts of a large batch are long. */
const hashOf = (body: Uint8Array): Buffer => hash("blake2b512", body, "buffer").subarray(0, signedHashLength);

/** The core's name is part of what is signed: a message of one core is none of another, also where a key serves both. */
const nameHashOf = (core: string): Buffer => hashOf(Buffer.from(core));

/** The hashes that were signed, with the body's own at its place among the others; undefined where there is no such place. */
function signedHashes(body: Uint8Array, signature: Uint8Array): Buffer | undefined {
  const others = (signature.length - signatureLength) / signedHashLength;
  const place = signature[signature.length - 2]!;
  if (!Number.isInteger(others) || others < 0 || others >= signedTogetherMax || place > others) return undefined;
  const at = place * signedHashLength;
  const hashes = signature.subarray(0, others * signedHashLength);
  return Buffer.concat([hashes.subarray(0, at), hashOf(body), hashes.subarray(at)]);
}

export type CoreKeySettings = {
  readonly core: string;
  /** `name=hex` pairs, comma-separated. A name may stand twice while its key is changed. */
  readonly publicKeys: string;
  readonly mode: Mode;
  /** The setting to name in an error. */
  readonly setting?: string;
};

export function coreKeysOf({ core, publicKeys, mode, setting = "CORE_PUBLIC_KEYS" }: CoreKeySettings): CoreKeys {
  if (publicKeys === "" && mode === "production") throw new Error(`${setting} is not set`);
  const byId = new Map<string, { readonly node: string; readonly key: KeyObject }>();
  for (const pair of (publicKeys === "" ? developmentCoreKeys(core) : publicKeys).split(",")) {
    const [node = "", hex = ""] = pair.split("=");
    if (!nodeShape.test(node) || !keyShape.test(hex)) throw new Error(`${setting}: ${node} is not name=64 hex digits`);
    const id = hex.slice(0, 2 * keyIdLength);
    if (byId.has(id)) throw new Error(`${setting}: the key of ${node} stands there twice`);
    byId.set(id, { node, key: publicKeyOf(hex) });
  }
  const nameHash = nameHashOf(core);
  /** The last good signature and what it was for: the parts of a batch come one after the other. */
  let last: { readonly hashes: Buffer; readonly own: Buffer; readonly node: string } | undefined;
  return {
    nodes: [...new Set([...byId.values()].map(({ node }) => node))],
    signerOf(bytes, signature) {
      const hashes = signedHashes(bytes, signature);
      if (hashes === undefined) return undefined;
      const own = Buffer.from(signature.subarray(hashes.length - signedHashLength, -2));
      if (last !== undefined && last.own.equals(own) && last.hashes.equals(hashes)) return last.node;
      const known = byId.get(own.subarray(0, keyIdLength).toString("hex"));
      if (known === undefined || !verify(null, Buffer.concat([nameHash, hashes]), known.key, own.subarray(keyIdLength)))
        return undefined;
      last = { hashes, own, node: known.node };
      return known.node;
    },
  };
}

/** The private key of one process of a core: 64 hex digits. Without one development uses a public key. */
export function coreSignerOf(seed: string, core: string, node: string, mode: Mode): Signer {
  if (seed === "" && mode === "production") throw new Error("CORE_SIGNING_KEY is not set");
  const hex = seed === "" ? developmentCoreSeed(core, node) : seed;
  if (!keyShape.test(hex)) throw new Error("CORE_SIGNING_KEY must be 64 hex digits");
  const key = privateKeyOf(hex);
  const id = Buffer.from(publicHexOf(key), "hex").subarray(0, keyIdLength);
  const nameHash = nameHashOf(core);
  return {
    node,
    sign(bodies) {
      const hashes = bodies.map(hashOf);
      const own = Buffer.concat([id, sign(null, Buffer.concat([nameHash, ...hashes]), key)]);
      const others = hashes.length - 1;
      return hashes.map((_, place) =>
        Buffer.concat([...hashes.filter((__, i) => i !== place), own, Buffer.of(place, others)]),
      );
    },
  };
}

/** A process whose words nobody would believe must not start: it would lead, and its answers would be dropped. */
export function checkSigner(signer: Signer, keys: CoreKeys): void {
  const probe = Buffer.from(signer.node);
  if (keys.signerOf(probe, signer.sign([probe])[0]!) !== signer.node)
    throw new Error(`CORE_PUBLIC_KEYS does not have the key of ${signer.node} under this name`);
}
