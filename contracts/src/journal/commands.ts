import type { ClientKey, FieldsOf } from "./define.ts";
import { internalCommands } from "./internal-commands.ts";
import { userCommands } from "./user-commands.ts";

/**
 * Every command of the journal. One variant, one meaning; the time is the batch's, not the command's. Prices and sizes are whole numbers of
 * 1e-8: turning them into ticks and lots is the engine's check, in the rule book's order.
 */
export const journalCommands = { ...userCommands, ...internalCommands } as const;

export type CommandType = keyof typeof journalCommands;

/** The user, and the client's key. The hashes are computed from the bytes, so that every reader of the journal gets the same. */
type ByUser = { uid: number; key: ClientKey; keyHigh: number; keyLow: number; bodyHash: number };
/** Producers number their commands 1, 2, 3 …; producer 0 is not numbered (prices: the newest value counts). */
type ByProducer = { producer: number; number: number; bodyHash: number };

type Sender<T extends CommandType> = T extends keyof typeof userCommands ? ByUser : ByProducer;

export type CommandOf<T extends CommandType> = T extends CommandType
  ? { type: T } & Sender<T> & FieldsOf<(typeof journalCommands)[T]["fields"]>
  : never;
export type Command = CommandOf<CommandType>;
export type UserCommand = CommandOf<keyof typeof userCommands>;
export type InternalCommand = CommandOf<keyof typeof internalCommands>;

/** What an amend leaves as it is: 0 is a size too, and cancels what is left. */
export const unchanged: number = Number.MAX_SAFE_INTEGER;

/** Where `seed_fund` puts a product's treasury money. */
export const funds = { insurance: 0, lending: 1, earn: 2 } as const;

/** The answer to a command. `ref` is the order or transfer it made; facts are the two numbers of a refusal. */
export type CommandResult = {
  readonly code: number;
  readonly seq: number;
  readonly ref: number;
  readonly facts: readonly [bigint, bigint];
};
