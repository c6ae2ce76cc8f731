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

/** An answer before anybody knows whom it will be said to. A refusal's `data` are its facts. */
export type Unsaid = {
  readonly code: number;
  readonly data: unknown;
  /** Only where a read is older than the client asked for. */
  readonly stale?: true;
};
/** What every answer looks like. */
export type Envelope = Unsaid & { readonly message: string };

export const unsaidOf = (data: unknown, isStale = false): Unsaid =>
  isStale ? { code: success, data, stale: true } : { code: success, data };

/** "Not found" by a history that is late may be found a moment later: the client must know which of the two it was told. */
export const unsaidCode = (code: number, facts: Facts = {}, isStale = false): Unsaid =>
  isStale ? { code, data: facts, stale: true } : { code, data: facts };

export const unsaidRefusal = (refusal: Refusal, facts: Facts = {}): Unsaid => unsaidCode(refusals[refusal].code, facts);

function langOf(headers: IncomingHttpHeaders): Lang {
  const lang = headers[requestHeaders.lang];
  return isLang(lang) ? lang : defaultLang;
}

/** The answer in the words of the language that the request asked for; a code that this build does not know has none. */
export function said(unsaid: Unsaid, headers: IncomingHttpHeaders): Envelope {
  const refusal = unsaid.code === success ? undefined : refusalOf(unsaid.code);
  const message = refusal === undefined ? "" : phrase(refusal, unsaid.data as Facts, langOf(headers));
  return { code: unsaid.code, message, data: unsaid.data, ...(unsaid.stale === true && { stale: true }) };
}

/** Answers are HTTP 200 but for the faults of transport, so that proxies and load tests see those too. */
export function statusOf(code: number): number {
  if (code === refusals.TOO_MANY_REQUESTS.code) return 429;
  return code === refusals.INTERNAL.code ? 500 : 200;
}
