declare global {
  interface Window {
    /** Requests that were sent before the bundle was loaded, by URL. */
    tidemarkPreloaded?: Map<string, Promise<Response>>;
  }
}

const waitMaxMs = 15_000;

/** Sends a request that start-up is about to need. Without custom headers, so that no cross-origin preflight is needed. */
export function preloadRequest(address: string): Promise<Response> {
  const answer = fetch(address, { credentials: "include", signal: AbortSignal.timeout(waitMaxMs) });
  // The taker handles the failure; without a taker it must not be reported as unhandled.
  answer.catch(() => undefined);
  (window.tidemarkPreloaded ??= new Map()).set(address, answer);
  return answer;
}

/** The preloaded response, once; a second request is sent again. */
export function takePreloaded(address: string): Promise<Response> | undefined {
  const preloaded = typeof window === "undefined" ? undefined : window.tidemarkPreloaded;
  const answer = preloaded?.get(address);
  preloaded?.delete(address);
  return answer;
}
