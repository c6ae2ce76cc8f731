import type { Lang, SiteId } from "@tidemark/contracts";
import {
  claimedClass,
  type CommandClass,
  DecodeError,
  packQuestion,
  packReply,
  type Seal,
  sealOf,
  unpackQuestion,
  unpackReply,
} from "@tidemark/contracts/codec";
import type { Seals } from "./seal.ts";

/** Where a question came from, as the gateway saw it: facts of the request and none that only the caller claims to be allowed by. */
export type AskedFrom = {
  readonly ip: string;
  readonly lang: Lang;
  readonly site: SiteId;
  /** Empty where the caller did not say. */
  readonly deviceId: string;
  /** The session that the gateway found, by its id; empty where there is none. */
  readonly session?: string;
  /** What the caller says it is: a browser's line, cut short. */
  readonly agent?: string;
  /** 0 a page, 1 the app: whether tokens travel as cookies or in the answer. */
  readonly clientType?: 0 | 1;
  /** The host that was asked, as the caller named it. */
  readonly host?: string;
  /** Only for calls that renew or end a session. */
  readonly refreshToken?: string;
};
/** What a call that opens, renews or ends a session gives the gateway besides its answer; it never reaches a log. */
export type Grant =
  | { readonly accessToken: string; readonly refreshToken: string; readonly refreshUntil: number }
  | "ended";
/** A question to a core or to another owner's desk, and its answer: JSON, since neither is on the order path. */
export type Question = { call: string; uid: number; ask: unknown; minSeq?: number; from?: AskedFrom };
export type Reply = {
  code: number;
  data: unknown;
  seq: number;
  stale?: boolean;
  facts?: Record<string, string>;
  grant?: Grant;
};

/** A question that was kept and said again later is nobody's question. Clocks of two machines may differ by a second. */
const questionAgeMaxMs = 10_000;

/** Who asks, and the keys to ask under and to check the answer with. */
export type Asker = {
  readonly by: CommandClass;
  readonly sender: string;
  readonly seal: Seal;
  readonly coreSeal: Seal;
};

/** Undefined where the bytes are no message of the kind, or their seal does not fit. */
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

export function sealQuestion(question: Question, { by, sender, seal }: Asker, sentAt: number): Uint8Array {
  return packQuestion({ by, sender, sentAt, body: asBytes(question) }, seal);
}

/** What was asked, or undefined: forged, too old, or nobody whose key we have. What is no question at all is `unclear`. */
export function openQuestion(bytes: Uint8Array, seals: Seals, now: number): Question | "unclear" | undefined {
  const message = unlessForged(() => {
    const seal = seals.of(claimedClass(bytes));
    return seal === undefined ? undefined : unpackQuestion(bytes, seal);
  });
  if (message === undefined || Math.abs(now - message.sentAt) > questionAgeMaxMs) return undefined;
  const question = unlessForged(() => json(message.body) as Question);
  return typeof question?.call === "string" && Number.isSafeInteger(question.uid) ? question : "unclear";
}

/** The answer to the question of these bytes. */
export function sealReply(reply: Reply, question: Uint8Array, coreSeal: Seal): Uint8Array {
  return packReply({ question: sealOf(question), body: asBytes(reply) }, coreSeal);
}

/** Undefined where the answer is not the core's, or not to this question. */
export function openReply(bytes: Uint8Array, question: Uint8Array, coreSeal: Seal): Reply | undefined {
  const message = unlessForged(() => unpackReply(bytes, coreSeal));
  if (message === undefined || Buffer.compare(message.question, sealOf(question)) !== 0) return undefined;
  const reply = unlessForged(() => json(message.body) as Reply);
  return Number.isInteger(reply?.code) ? reply : undefined;
}
