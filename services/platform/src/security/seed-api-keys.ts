import { type ExchangeName, permissions } from "@tidemark/contracts";
import { openDatabase, systemTime } from "@tidemark/kit-node";
import { apiKeys } from "./api-key-store.ts";

export type SeedApiKey = {
  readonly uid: number;
  readonly label: string;
  readonly exchange: ExchangeName;
  readonly key: string;
  /** Ed25519, 64 hex digits. */
  readonly publicKey: string;
};

/** Keys of development accounts that may trade, from this machine only. Existing ones are not changed. */
export async function seedApiKeys(ownerUrl: string, list: readonly SeedApiKey[]): Promise<void> {
  const database = openDatabase(ownerUrl, 1);
  try {
    for (const { uid, label, exchange, key, publicKey } of list) {
      if ((await apiKeys.record(database.db, key, exchange)) !== undefined) continue;
      await apiKeys.add(database.db, {
        uid,
        key,
        label,
        exchange,
        kind: "ED25519",
        permissions: permissions.filter((permission) => permission !== "WITHDRAW"),
        ips: ["127.0.0.1", "::1"],
        madeAt: systemTime.now(),
        until: null,
        sealed: null,
        publicKey,
      });
    }
  } finally {
    await database.close();
  }
}
