import { createHmac, createSecretKey } from "node:crypto";
import { type CommandClass, commandClasses, type Seal, sealLength } from "@tidemark/contracts/codec";

/** The keyed hashes of the classes that this process holds a key for. */
export type Seals = { of(by: CommandClass): Seal | undefined };

export function sealsOf(keys: string, mode: "development" | "production"): Seals {
  const byClass = new Map<string, Buffer>();
  for (const pair of keys.split(",").filter((part) => part !== "")) {
    const [name, hex] = pair.split("=");
    if (!commandClasses.includes(name as CommandClass) || !/^[0-9a-f]{64}$/.test(hex ?? ""))
      throw new Error(`BUS_KEYS: ${name} is not class=64 hex digits`);
    byClass.set(name!, Buffer.from(hex!, "hex"));
  }
  if (byClass.size === 0) {
    if (mode === "production") throw new Error("BUS_KEYS is not set");
    // Development only: keys anyone can guess, one per class, so that the checks run all the same.
    for (const name of commandClasses)
      byClass.set(name, Buffer.from(`tidemark development key of ${name}`.padEnd(32).slice(0, 32)));
  }
  const seals = new Map<string, Seal>();
  for (const [name, key] of byClass) {
    // Prepared once: handing over the bare bytes each time costs four times the hash of a small message.
    const prepared = createSecretKey(key);
    seals.set(name, (bytes) => createHmac("sha256", prepared).update(bytes).digest().subarray(0, sealLength));
  }
  return { of: (by) => seals.get(by) };
}
