import type { Call } from "@tidemark/contracts";
import type { Answer, Asked, CommandSender, Database, Log, Outcome, Time } from "@tidemark/kit-node";
import type { Config } from "./config.ts";
import type { RegionOf } from "./region.ts";

/** Asks whichever module answers a call, in the words of its contract and without the bus. */
export type Ask = <A extends Call["ask"], S extends Call["answer"]>(
  call: Call<A, S>,
  ask: A["_zod"]["output"],
  asked: Asked,
) => Promise<Outcome<S["_zod"]["output"]>>;

/** What every module is given; it keeps to a schema of its own name in the database. */
export type Kit = {
  readonly db: Database;
  readonly time: Time;
  readonly log: Log;
  readonly config: Config;
  readonly regionOf: RegionOf;
  readonly ask: Ask;
  /** Gives the core commands of class platform; undefined where there is no bus to give them by. */
  readonly commands: CommandSender | undefined;
  /** Tells every gateway something that it would otherwise only find out when it asks. */
  readonly tell: (what: string, facts: unknown) => void;
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
