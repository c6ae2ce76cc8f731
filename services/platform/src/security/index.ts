import { topics as allTopics } from "@tidemark/contracts";
import { secretBox } from "@tidemark/kit-node";
import type { ModuleDeps, Module } from "../module/deps.ts";
import { withdrawalAddressAnswers } from "./withdrawal-addresses.ts";
import { apiKeys } from "./api-key-store.ts";
import { apiKeyAnswers } from "./api-keys.ts";
import type { SecurityDeps } from "./deps.ts";
import { exchangesOf } from "../module/exchanges.ts";
import { addressNetworksOf } from "../module/networks.ts";

export { type SeedApiKey, seedApiKeys } from "./seed-api-keys.ts";

const forgetEveryMs = 60 * 60_000;
const removedKeptMs = 24 * 60 * 60_000;
/** The kind of invalidation that gateways subscribe to. */
const apiKeysChanged = "security.apiKeysChanged";

/** API keys and withdrawal addresses of an account. The only file that others may import. */
export function security({ db, time, log, config, regionOf, accounts, invalidate, topics }: ModuleDeps): Module {
  const mode = config.PLATFORM_ROLE === "migrate" ? "development" : config.TIDEMARK_MODE;
  const deps: SecurityDeps = {
    db,
    clock: time,
    box: secretBox("API_KEY_SECRET", config.API_KEY_SECRET, mode),
    regionOf,
    accounts,
    addressWaitMs: config.WITHDRAWAL_ADDRESS_WAIT_MS,
    networks: addressNetworksOf(config),
    topics,
    exchangeOf: exchangesOf(config),
    publishChangedKeys: (ids) => (ids.length === 0 ? undefined : invalidate(apiKeysChanged, { ids })),
  };
  let callOff = time.after(forgetEveryMs, forget);

  function forget(): void {
    apiKeys
      .forget(db, time.now() - removedKeptMs)
      .catch((error: unknown) =>
        log.warn(
          { problem: error instanceof Error ? error.message : "unknown" },
          "security: cleanup of removed API keys failed",
        ),
      );
    callOff = time.after(forgetEveryMs, forget);
  }

  return {
    answers: [...apiKeyAnswers(deps), ...withdrawalAddressAnswers(deps)],
    topics: [allTopics.apiKeys],
    close: async () => callOff(),
  };
}
