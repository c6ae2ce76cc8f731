import type { Clock, Database, SecretBox } from "@tidemark/kit-node";
import type { RegionOf } from "../region.ts";

/** What the answers of this module are made with. */
export type SecurityKit = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  /** Seals the secrets of API keys; gateways hold the same. */
  readonly box: SecretBox;
  readonly regionOf: RegionOf;
  /** So long a new address waits. */
  readonly addressWaitMs: number;
  /** Says on the bus that these keys are no longer what they were; each change by its key and when it was. */
  readonly tellChanged: (changes: readonly string[]) => void;
};

export const inTransaction = <T>({ db }: Pick<SecurityKit, "db">, work: (tx: Database) => Promise<T>): Promise<T> =>
  db.transaction().execute((tx) => work(tx as unknown as Database));
