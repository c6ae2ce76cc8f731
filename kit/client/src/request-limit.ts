/** How long a request may take; `idleMs` is counted from its last sign of life. */
export type RequestTimes = { readonly totalMs: number; readonly idleMs?: number };

export type RequestLimit = {
  readonly signal: AbortSignal;
  /** A part of the answer has come. */
  progressed(): void;
  /** The request is over: nothing is waited for any more. */
  end(): void;
};

/** Aborts a request that takes too long. A file may take minutes, as long as its parts keep coming. */
export function requestLimit({ totalMs, idleMs = totalMs }: RequestTimes): RequestLimit {
  const controller = new AbortController();
  const abort = (): void => controller.abort(new DOMException("the request took too long", "TimeoutError"));
  const total = setTimeout(abort, totalMs);
  let idle = setTimeout(abort, idleMs);
  return {
    signal: controller.signal,
    progressed() {
      clearTimeout(idle);
      idle = setTimeout(abort, idleMs);
    },
    end() {
      clearTimeout(total);
      clearTimeout(idle);
    },
  };
}
