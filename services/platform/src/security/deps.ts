import type { ExchangeName, NetworkId } from "@tidemark/contracts";
import type { Clock, Database, SecretBox, TopicWriter } from "@tidemark/kit-node";
import type { Accounts } from "../module/accounts.ts";
import type { RegionOf } from "../module/region.ts";

/** Dependencies of the module's answers. */
export type SecurityDeps = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  /** Seals the secrets of API keys; gateways have the same key. */
  readonly box: SecretBox;
  readonly regionOf: RegionOf;
  readonly accounts: Accounts;
  /** How long a new address waits. */
  readonly addressWaitMs: number;
  /** The networks that addresses may be of. */
  readonly networks: readonly NetworkId[];
  readonly topics: TopicWriter;
  /** The exchange of a core. */
  readonly exchangeOf: (core: string) => ExchangeName;
  /** Publishes changed keys to the gateways; a change is `key.time`. */
  readonly publishChangedKeys: (changes: readonly string[]) => void;
};
