import type { Answer, Database, Log, Time } from "@tidemark/kit-node";
import type { Config } from "./config.ts";
import type { RegionOf } from "./region.ts";

/** What every module is given; it keeps to a schema of its own name in the database. */
export type Kit = {
  readonly db: Database;
  readonly time: Time;
  readonly log: Log;
  readonly config: Config;
  readonly regionOf: RegionOf;
};

export type Module = {
  /** The calls of the catalogue that it answers. */
  readonly answers: readonly Answer[];
  /** Puts in what a first start needs and is not there yet; whatever somebody has changed stays as it is. */
  seed?(): Promise<void>;
  /** Ends what it does by itself. */
  close?(): Promise<void>;
};

/** The name is the module's folder; its schema is the same with underscores. */
export const schemaOf = (name: string): string => name.replaceAll("-", "_");
