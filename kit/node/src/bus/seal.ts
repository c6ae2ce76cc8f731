import { createHmac, createSecretKey } from "node:crypto";
import { type Seal, sealLength } from "@tidemark/contracts/codec";
import { type CommandClass, commandClasses } from "@tidemark/contracts/journal";
import { developmentKey } from "../keys/development-keys.ts";

/**
 * Each rpc server has its own key, known to it and its callers only. A symmetric seal can be made by everyone who can check it, and a
 * gateway may not send commands as the platform, nor the platform trade as a user. The core has no such key: it signs (core-keys.ts).
 */
const rpcKeyNames = ["platform_rpc", "wallet_rpc", "console_rpc", "wallet_asks"] as const;
export const sealKeyNames: readonly string[] = [...commandClasses.filter((name) => name !== "core"), ...rpcKeyNames];
export type KeyName = CommandClass | (typeof rpcKeyNames)[number];

/** The seals that this process has keys for; none of class core. */
export type Seals = { of(by: KeyName): Seal | undefined };

/** For what an rpc server and its callers exchange: one key, under the users' class. */
export const onlySeal = (seal: Seal): Seals => ({ of: (by) => (by === "user" ? seal : undefined) });

export function sealsOf(keys: string, mode: "development" | "production"): Seals {
  const byName = new Map<string, Buffer>();
  for (const pair of keys.split(",").filter((part) => part !== "")) {
    const [name, hex] = pair.split("=");
    if (name === "core") throw new Error("BUS_KEYS: there is no key core any more; see docs/runbooks/core-keys.md");
    if (!sealKeyNames.includes(name ?? "") || !/^[0-9a-f]{64}$/.test(hex ?? ""))
      throw new Error(`BUS_KEYS: ${name} is not name=64 hex digits`);
    byName.set(name!, Buffer.from(hex!, "hex"));
  }
  if (byName.size === 0) {
    if (mode === "production") throw new Error("BUS_KEYS is not set");
    // Development only: public keys, one per class, so that the checks run as in production.
    for (const name of sealKeyNames) byName.set(name, Buffer.from(developmentKey(name), "hex"));
  }
  const seals = new Map<string, Seal>();
  for (const [name, key] of byName) {
    // Prepared once: passing raw bytes each time costs four times the hash of a small message.
    const prepared = createSecretKey(key);
    seals.set(name, (bytes) => createHmac("sha256", prepared).update(bytes).digest().subarray(0, sealLength));
  }
  return { of: (by) => seals.get(by) };
}
