import type { Lang, OperatorRole, SiteId } from "@tidemark/contracts";
import {
  claimedClass,
  DecodeError,
  packQuestion,
  packReply,
  type Seal,
  sealOf,
  type Signer,
  unpackQuestion,
  unpackReply,
  type Verifier,
} from "@tidemark/contracts/codec";
import type { CommandClass } from "@tidemark/contracts/journal";

/** The context of a request as the gateway saw it. Nothing in it that the caller only claims may authorize anything. */
export type RequestContext = {
  readonly ip: string;
  readonly lang: Lang;
  readonly site: SiteId;
  /** Empty where the client sent none. */
  readonly deviceId: string;
  /** Id of the session that the gateway verified; empty for none. */
  readonly session?: string;
  /** The User-Agent header, truncated. */
  readonly agent?: string;
  /** 0: a page, tokens as cookies. 1: the app, tokens in the answer. */
  readonly clientType?: 0 | 1;
  /** The Host header of the request. */
  readonly host?: string;
  /** The roles of an operator, which the console has checked; questions of a gateway have none. */
  readonly roles?: readonly OperatorRole[];
  /** Only for calls that renew or end a session. */
  readonly refreshToken?: string;
};
/** The tokens that a call which opens, renews or ends a session gives the gateway besides its answer; never logged. */
export type Grant =
  | { readonly accessToken: string; readonly refreshToken: string; readonly refreshUntil: number }
  | "ended";
/** A question to a core or to another owner's rpc server. JSON, because it is not on the order path. */
export type Question = { call: string; uid: number; ask: unknown; minSeq?: number; from?: RequestContext };
/** With the class whose key it was sealed with. */
export type OpenedQuestion = Question & { readonly by: CommandClass; readonly sentAt: number };
export type Reply = {
  code: number;
  data: unknown;
  seq: number;
  stale?: boolean;
  facts?: Record<string, string>;
  grant?: Grant;
};

/** A changed stream of the projector's topics: topic, market id or 0, part or "", rows. */
export type HistoryChange = readonly [
  topic: string,
  to: number,
  part: string,
  rows: readonly Readonly<Record<string, unknown>>[],
];

/** Older questions are replays and refused. Clocks of two machines may differ by a second. */
const questionAgeMaxMs = 10_000;

/** What the messages of each class are checked with. */
export type MessageChecks = { of(by: CommandClass): Seal | Verifier | undefined };

/** The sender, its seal, and what its answers are checked with: the key of an rpc server, or the public keys of a core. */
export type Asker = {
  readonly by: CommandClass;
  readonly sender: string;
  readonly seal: Seal | Signer;
  readonly replyCheck: Seal | Verifier;
};

/** Undefined where the bytes are not such a message, or the seal is wrong. */
function unlessForged<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DecodeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const json = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString());
const asBytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

export function sealQuestion(
  question: Question,
  { by, sender, seal }: Pick<Asker, "by" | "sender" | "seal">,
  sentAt: number,
): Uint8Array {
  return packQuestion({ by, sender, sentAt, body: asBytes(question) }, seal);
}

/** The question; undefined where it is forged, too old or under an unknown key; `unclear` where the content is malformed. */
export function openQuestion(
  bytes: Uint8Array,
  checks: MessageChecks,
  now: number,
): OpenedQuestion | "unclear" | undefined {
  const message = unlessForged(() => {
    const check = checks.of(claimedClass(bytes));
    return check === undefined ? undefined : unpackQuestion(bytes, check);
  });
  if (message === undefined || Math.abs(now - message.sentAt) > questionAgeMaxMs) return undefined;
  const question = unlessForged(() => json(message.body) as Question);
  const isQuestion = typeof question?.call === "string" && Number.isSafeInteger(question.uid);
  return isQuestion ? { ...question, by: message.by, sentAt: message.sentAt } : "unclear";
}

/** Seals the answer to the question of these bytes. */
export function sealReply(reply: Reply, question: Uint8Array, by: Seal | Signer): Uint8Array {
  return packReply({ question: sealOf(question), body: asBytes(reply) }, by);
}

/** Undefined where the seal is wrong or the answer belongs to another question. */
export function openReply(bytes: Uint8Array, question: Uint8Array, check: Seal | Verifier): Reply | undefined {
  const message = unlessForged(() => unpackReply(bytes, check));
  if (message === undefined || Buffer.compare(message.question, sealOf(question)) !== 0) return undefined;
  const reply = unlessForged(() => json(message.body) as Reply);
  return Number.isInteger(reply?.code) ? reply : undefined;
}
