import { secretBox } from "@tidemark/kit-node";
import type { Kit, Module } from "../module.ts";
import { addressAnswers } from "./addresses.ts";
import { apiKeys } from "./api-key-store.ts";
import { apiKeyAnswers } from "./api-keys.ts";
import type { SecurityKit } from "./kit.ts";

const forgetEveryMs = 60 * 60_000;
const removedKeptMs = 24 * 60 * 60_000;
/** The name by which gateways hear of it. */
const toldOfChanged = "security.apiKeysChanged";

/** What an account lets others do: programs by keys, and withdrawals by addresses. The only file that others may import. */
export function security({ db, time, log, config, regionOf, tell }: Kit): Module {
  const mode = config.PLATFORM_ROLE === "migrate" ? "development" : config.TIDEMARK_MODE;
  const kit: SecurityKit = {
    db,
    clock: time,
    box: secretBox("API_KEY_SECRET", config.API_KEY_SECRET, mode),
    regionOf,
    addressWaitMs: config.WITHDRAWAL_ADDRESS_WAIT_MS,
    tellChanged: (ids) => (ids.length === 0 ? undefined : tell(toldOfChanged, { ids })),
  };
  let callOff = time.after(forgetEveryMs, forget);

  function forget(): void {
    apiKeys
      .forget(db, time.now() - removedKeptMs)
      .catch((error: unknown) =>
        log.warn({ problem: error instanceof Error ? error.message : "unknown" }, "old API keys were not forgotten"),
      );
    callOff = time.after(forgetEveryMs, forget);
  }

  return { answers: [...apiKeyAnswers(kit), ...addressAnswers(kit)], close: async () => callOff() };
}
