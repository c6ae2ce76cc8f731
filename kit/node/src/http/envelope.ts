import {
  defaultLang,
  type Facts,
  isLang,
  type Lang,
  type Refusal,
  refusalOf,
  refusals,
  requestHeaders,
  success,
} from "@tidemark/contracts";
import { phrase } from "@tidemark/contracts/phrases";
import type { IncomingHttpHeaders } from "node:http";

/** An answer before its message is rendered in a language. A refusal's `data` are its facts. */
export type Reply = {
  readonly code: number;
  readonly data: unknown;
  /** Set where a read is older than the client required. */
  readonly stale?: true;
};
/** The body of every answer. */
export type Envelope = Reply & { readonly message: string };

export const replyOf = (data: unknown, isStale = false): Reply =>
  isStale ? { code: success, data, stale: true } : { code: success, data };

/** A late history may find the row a moment later, so the client must see that "not found" is stale. */
export const replyOfCode = (code: number, facts: Facts = {}, isStale = false): Reply =>
  isStale ? { code, data: facts, stale: true } : { code, data: facts };

export const replyOfRefusal = (refusal: Refusal, facts: Facts = {}): Reply =>
  replyOfCode(refusals[refusal].code, facts);

function langOf(headers: IncomingHttpHeaders): Lang {
  const lang = headers[requestHeaders.lang];
  return isLang(lang) ? lang : defaultLang;
}

/** Renders the message in the request's language; a code unknown to this build has no message. */
export function renderReply(reply: Reply, headers: IncomingHttpHeaders): Envelope {
  const refusal = reply.code === success ? undefined : refusalOf(reply.code);
  const message = refusal === undefined ? "" : phrase(refusal, reply.data as Facts, langOf(headers));
  return { code: reply.code, message, data: reply.data, ...(reply.stale === true && { stale: true }) };
}

/** Answers are HTTP 200, except for transport errors, so that proxies and load tests see these. */
export function statusOf(code: number): number {
  if (code === refusals.TOO_MANY_REQUESTS.code) return 429;
  return code === refusals.INTERNAL.code ? 500 : 200;
}
