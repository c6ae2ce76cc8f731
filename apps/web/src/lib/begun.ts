declare global {
  interface Window {
    /** Requests that began before the bundle had come, by their address. */
    tidemarkBegun?: Map<string, Promise<Response>>;
  }
}

const waitMaxMs = 15_000;

/** Begins to ask what the start of the page is about to ask. Without headers of our own, so that no other host is asked for leave first. */
export function beginRequest(address: string): Promise<Response> {
  const answer = fetch(address, { credentials: "include", signal: AbortSignal.timeout(waitMaxMs) });
  // Whoever takes it hears of the failure; nobody may ever take it.
  answer.catch(() => undefined);
  (window.tidemarkBegun ??= new Map()).set(address, answer);
  return answer;
}

/** The answer that is already on its way, once: who asks again asks anew. */
export function takeBegun(address: string): Promise<Response> | undefined {
  const begun = typeof window === "undefined" ? undefined : window.tidemarkBegun;
  const answer = begun?.get(address);
  begun?.delete(address);
  return answer;
}
