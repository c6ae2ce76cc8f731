import { type Facts, phrase, type Refusal, refusalOf, refusals, success } from "@tidemark/contracts";

/** What every answer looks like. A refusal's `data` are its facts. */
export type Envelope = {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
  /** Only where a read is older than the client asked for. */
  readonly stale?: true;
};

export const envelopeOf = (data: unknown, isStale = false): Envelope =>
  isStale ? { code: success, message: "", data, stale: true } : { code: success, message: "", data };

export const refusalEnvelope = (refusal: Refusal, facts: Facts = {}): Envelope => ({
  code: refusals[refusal].code,
  message: phrase(refusal, facts),
  data: facts,
});

/** A code that came over the bus; one that this build does not know is told as it is. */
export function codeEnvelope(code: number, facts: Facts = {}, isStale = false): Envelope {
  const refusal = refusalOf(code);
  const envelope = refusal === undefined ? { code, message: "", data: facts } : refusalEnvelope(refusal, facts);
  // "Not found" by a history that is late may be found a moment later: the client must know which of the two it was told.
  return isStale ? { ...envelope, stale: true } : envelope;
}

/** Answers are HTTP 200 but for the faults of transport, so that proxies and load tests see those too. */
export function statusOf(code: number): number {
  if (code === refusals.TOO_MANY_REQUESTS.code) return 429;
  return code === refusals.INTERNAL.code ? 500 : 200;
}
