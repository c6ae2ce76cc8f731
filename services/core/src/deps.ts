import type { Signer } from "@tidemark/contracts/codec";
import type { Bus, CoreKeys, Seals, Time } from "@tidemark/kit-node";
import type { JournalServer } from "./journal/journal.ts";
import type { Durability } from "./journal/row.ts";
import type { SeenEpoch } from "./journal/primary.ts";
import type { MachineMaker } from "./machine.ts";

/** Chance as a parameter: a seed repeats a whole run. */
export type Chance = {
  /** From 0 to 1, 1 excluded. */
  next(): number;
  uuid(): string;
};

/** One fact for the log; `alarm` pages the operator. */
export type Notes = (kind: "info" | "alarm", fact: string, fields?: Readonly<Record<string, unknown>>) => void;

/** Everything a node touches of the world outside. Nothing else in this service reads a clock, a socket or a die. */
export type Deps = {
  readonly core: string;
  readonly node: string;
  readonly durability: Durability;
  /** Lead a journal that was last written under the other durability. */
  readonly changeDurability: boolean;
  readonly time: Time;
  readonly chance: Chance;
  readonly bus: Bus;
  /** Keys of the classes that send commands and questions. */
  readonly seals: Seals;
  /** This process's own key: everything that it says is signed with it. */
  readonly signer: Signer;
  /** The public keys of all processes of this core. */
  readonly coreKeys: CoreKeys;
  readonly servers: readonly JournalServer[];
  /** What this node has seen of the PostgreSQL cluster. */
  readonly seen: SeenEpoch;
  readonly maker: MachineMaker;
  readonly note: Notes;
};
