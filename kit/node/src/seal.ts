import { createHash, createHmac, createSecretKey } from "node:crypto";
import { commandClasses, type Seal, sealLength } from "@tidemark/contracts/codec";

/**
 * A desk has a key of its own, held by it and by those who may ask there, and good for nothing else: whoever checks a seal could also
 * make it, and neither may a gateway command as the platform nor the platform trade as a user.
 */
const keyNames = [...commandClasses, "platform_desk"] as const;
export type KeyName = (typeof keyNames)[number];

/** The keyed hashes that this process holds a key for. */
export type Seals = { of(by: KeyName): Seal | undefined };

export function sealsOf(keys: string, mode: "development" | "production"): Seals {
  const byName = new Map<string, Buffer>();
  for (const pair of keys.split(",").filter((part) => part !== "")) {
    const [name, hex] = pair.split("=");
    if (!keyNames.includes(name as KeyName) || !/^[0-9a-f]{64}$/.test(hex ?? ""))
      throw new Error(`BUS_KEYS: ${name} is not name=64 hex digits`);
    byName.set(name!, Buffer.from(hex!, "hex"));
  }
  if (byName.size === 0) {
    if (mode === "production") throw new Error("BUS_KEYS is not set");
    // Development only: keys anyone can guess, one per class, so that the checks run all the same.
    for (const name of keyNames)
      byName.set(name, createHash("sha256").update(`tidemark development key of ${name}`).digest());
  }
  const seals = new Map<string, Seal>();
  for (const [name, key] of byName) {
    // Prepared once: handing over the bare bytes each time costs four times the hash of a small message.
    const prepared = createSecretKey(key);
    seals.set(name, (bytes) => createHmac("sha256", prepared).update(bytes).digest().subarray(0, sealLength));
  }
  return { of: (by) => seals.get(by) };
}
