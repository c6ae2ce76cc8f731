import type { z } from "zod";
import type { CommandDraft } from "./codec/command-codec.ts";
import type { CommandResult } from "./journal/index.ts";
import type { EventName, EventRow } from "./journal/index.ts";
import type { Refusal } from "./errors.ts";
import type { Instruments } from "./instruments.ts";
import type { OperatorRule } from "./operator/roles.ts";

/** Who answers. `core` owns commands, the state now and the history; `console` what operators ask; a gateway owns nothing. */
export type Owner = "core" | "platform" | "wallet" | "console";

export type CallContext = { readonly uid: number; readonly instruments: Instruments };

/** How a call's ask becomes a journal command and how the command's result becomes the answer. */
type CommandOf<Ask, Answer> = {
  make(ask: Ask, context: CallContext): CommandDraft;
  /** Without `source`: the gateway adds the name of the core that it asked. */
  answer(result: CommandResult, context: CallContext): Omit<Answer, "source">;
  /** The asset that a refusal's money facts are of, where the ask tells. */
  moneyOf?(ask: Ask, context: CallContext, refusal: Refusal): string | undefined;
};

type CostOf<Ask> = {
  /** Known before it is sent. */
  of(ask: Ask): number;
  /** On top of it, when it was refused so: what was tried and taken back was work as well. */
  readonly refused?: Readonly<Partial<Record<Refusal, number>>>;
};

export type Call<Ask extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> = {
  readonly name: string;
  readonly path: `${"GET" | "POST"} /${string}`;
  readonly owner: Owner;
  /** `operator`: a session of an operator; `operator` below says which, and what it takes. */
  readonly needs: "nothing" | "session" | "operator";
  /** Given exactly where an operator is needed. */
  readonly operator?: OperatorRule<z.infer<Ask>>;
  /**
   * `command` goes through the journal; `now` is answered from a core's memory; `history` by the projector; `fundsProof` by the process that publishes
   * liabilities; `own` by the owner.
   */
  readonly answers: "command" | "now" | "history" | "fundsProof" | "own";
  /** Whom to ask when the state now does not have it: what has ended has left the memory. */
  readonly otherwise?: "history";
  /** Uploads, exports and files go to the owner by http, all else by the bus. */
  readonly carry: "bus" | "http";
  /** `csv`: the answer is a page `{ list, next }` of the file's lines; the gateway asks on with `after: next` until there is no next. */
  readonly shape: "envelope" | "json" | "csv" | "file";
  readonly ask: Ask;
  readonly answer: Answer;
  readonly refusals: readonly Refusal[];
  readonly command?: CommandOf<z.infer<Ask>, z.infer<Answer>>;
  /**
   * Requests of one session a second; cancels have their own, larger, allowance, and what pages tell about themselves a small one. `signIn`
   * is counted by address over all gateways, and while nobody counts it is refused.
   */
  readonly rate?: "trade" | "cancel" | "read" | "log" | "signIn" | "upload";
  /** What a request costs of its allowance, where it is not one. */
  readonly cost?: CostOf<z.infer<Ask>>;
  /** The answer brings a session's tokens or takes them away; the gateway turns them into cookies. */
  readonly session?: "opens" | "renews" | "ends";
  /** A robot check is asked for every time, or once the caller has become suspect. The owner has it confirmed. */
  readonly robot?: "always" | "whenAsked";
  /**
   * `fresh`: a second factor (authenticator or passkey) was shown in this session a short while ago; who has none cannot ask it.
   * `freshIfBound`: the same where the account has one. `freshOrShown`: likewise, or the ask itself brings a code of the authenticator
   * (`googleCode`), which only the owner can check. Gateways check `fresh`; owners check all three.
   */
  readonly factor?: "fresh" | "freshIfBound" | "freshOrShown";
  /** What an API key must be allowed for it; what is not said follows from the rest (`apiKeyPermission`). */
  readonly apiKey?: "READ" | "TRADE" | "WITHDRAW" | "never";
  /** How long browsers and proxies may keep an answer that is the same for everyone; without it nobody keeps any. */
  readonly cacheMaxAgeSeconds?: number;
  /** How a POST's ask travels from our own pages; the gateway reads all three. Form data unless it is said. */
  readonly body?: "form" | "json" | "urlencoded";
  /** The ask brings a file: its form has the field `file`, of at most so many bytes. It goes to the owner by http, and the owner reads it. */
  readonly upload?: { readonly bytesMax: number };
  /** Asked before there is anything to sign with, or by what cannot sign. */
  readonly proof?: "none";
  /** The answer brings the key that later requests are signed with. */
  readonly givesProofKey?: true;
  /** The ask's field that is the client's own key for the command (idempotency). */
  readonly keyField?: string;
};

export function defineCall<Ask extends z.ZodType, Answer extends z.ZodType>(
  call: Call<Ask, Answer>,
): Call<Ask, Answer> {
  return call;
}

/** A row of a view as it travels: merged into the row with the same key. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * A topic is a keyed set of rows: a snapshot call gives all of them at a number, deltas give changed rows after it. One rule serves
 * depth, orders and API keys; a lost message costs a refresh, never a wrong number.
 */
type TopicParts<Shape extends z.ZodType> = {
  readonly name: string;
  /** One stream for each market or for each user, or one with the rows of all markets. */
  readonly per: "market" | "user" | "all";
  /** The call whose answer `{ source, seq, rows }` (or a page's `{ source, seq, list }`) is the snapshot. */
  readonly snapshot: string;
  /** What the snapshot call is asked besides the stream's symbol. */
  readonly snapshotAsk?: Row;
  readonly row: Shape;
  rowKey(row: Row): string;
  /** Such a row leaves the view. */
  gone(row: Row): boolean;
  /** A stream that keeps only its newest rows. */
  readonly keep?: number;
  /** Where a market has several streams: their names, and what each asks of the snapshot call. */
  readonly parts?: readonly string[];
  askOfPart?(part: string): Row;
};

/** Every gateway makes the rows from the core's events; the batch's number is the stream's. */
export type CoreTopic<Shape extends z.ZodType = z.ZodType> = TopicParts<Shape> & {
  readonly owner: "core";
  /**
   * The rows that one event of a batch at `at` (ms) contributes, by stream: market id, user id, or 0 for the stream of all markets. An
   * event may touch two users.
   */
  rows(event: EventRow, instruments: Instruments, at: number): readonly { to: number; row: Row }[];
  /** Names of the events that `rows` answers to. */
  readonly events: readonly EventName[];
  /**
   * Every row is an event of its own: the gateway puts the batch on it (`seq`), and which of the stream's rows in this batch it is (`place`,
   * from 0).
   */
  readonly numbersRows?: true;
};

/** The owner publishes the changed rows with each change and numbers the changes of each stream; `source` is the topic's name. */
export type OwnerTopic<Shape extends z.ZodType = z.ZodType> = TopicParts<Shape> & {
  readonly owner: Exclude<Owner, "core" | "console">;
  readonly per: "user" | "all";
};

/** The projector publishes the rows with each write of the history; `seq` is the batch that the history has reached. */
export type HistoryTopic<Shape extends z.ZodType = z.ZodType> = TopicParts<Shape> & {
  readonly owner: "projector";
  readonly per: "market" | "all";
};

export type Topic<Shape extends z.ZodType = z.ZodType> = CoreTopic<Shape> | OwnerTopic<Shape> | HistoryTopic<Shape>;

export function defineTopic<Shape extends z.ZodType, Per extends Topic["per"]>(
  topic: CoreTopic<Shape> & { readonly per: Per },
): CoreTopic<Shape> & { readonly per: Per };
export function defineTopic<Shape extends z.ZodType, Per extends OwnerTopic["per"]>(
  topic: OwnerTopic<Shape> & { readonly per: Per },
): OwnerTopic<Shape> & { readonly per: Per };
export function defineTopic<Shape extends z.ZodType, Per extends HistoryTopic["per"]>(
  topic: HistoryTopic<Shape> & { readonly per: Per },
): HistoryTopic<Shape> & { readonly per: Per };
export function defineTopic(topic: Topic): Topic {
  return topic;
}
