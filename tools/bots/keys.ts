import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import type { ExchangeName } from "@tidemark/contracts";
import type { ApiKeySigner } from "@tidemark/kit-client";

/** The head of an Ed25519 private key in DER; its 32 bytes follow. */
const privateHead = Buffer.from("302e020100300506032b657004220420", "hex");
const publicBytes = 32;

function privateKeyOf(name: string): KeyObject {
  const seed = createHash("sha256").update(`development key of ${name}`).digest();
  return createPrivateKey({ key: Buffer.concat([privateHead, seed]), format: "der", type: "pkcs8" });
}

/**
 * The key pair of a development bot, the same on every machine: as public as the development password. A bot has another key at the
 * simulated exchange, because a key belongs to one.
 */
export function botKey(
  name: string,
  exchange: ExchangeName,
): { readonly publicKey: string; readonly signer: ApiKeySigner } {
  const privateKey = privateKeyOf(exchange === "REAL" ? name : `${name} (simulated)`);
  const publicKey = createPublicKey(privateKey).export({ format: "der", type: "spki" }).subarray(-publicBytes);
  const key = createHash("sha256").update(publicKey).digest("base64url").slice(0, 32);
  return {
    publicKey: publicKey.toString("hex"),
    signer: { key, sign: (message) => sign(null, message, privateKey).toString("base64url") },
  };
}
