import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

const privateHead = Buffer.from("302e020100300506032b657004220420", "hex");
const publicHead = Buffer.from("302a300506032b6570032100", "hex");

/** Keys are written as 64 hex digits: the seed of a private key, the point of a public one. */
export const keyShape = /^[0-9a-f]{64}$/;

export const privateKeyOf = (seedHex: string): KeyObject =>
  createPrivateKey({ key: Buffer.concat([privateHead, Buffer.from(seedHex, "hex")]), format: "der", type: "pkcs8" });
export const publicKeyOf = (hex: string): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicHead, Buffer.from(hex, "hex")]), format: "der", type: "spki" });
/** The public key that belongs to a private one. */
export const publicHexOf = (privateKey: KeyObject): string =>
  createPublicKey(privateKey).export({ format: "der", type: "spki" }).subarray(publicHead.length).toString("hex");
