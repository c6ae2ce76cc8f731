import {
  botMarkMessage,
  botMarkOf,
  type Call,
  type CallName,
  type Calls,
  calls,
  type Facts,
  proofKeyHeader,
  type Refusal,
  refusalOf,
  requestHeaders,
  type SourceSeq,
  success,
} from "@tidemark/contracts";
import { apiKeyHeadersOf, type ApiKeySigner } from "./api-key-signer.ts";
import { createProver, inMemory, type KeyStore } from "./proof.ts";
import { requestLimit, type RequestLimit, type RequestTimes } from "./request-limit.ts";
import { pathOf, bodyOf, headersOf, methodAndPath, queryOf, type Sender } from "./request.ts";

/**
 * The ask as the caller writes it: fields that the server reads from text are numbers here, fields with a default are optional. The schema
 * types are reached through the contracts, so that this package needs no second copy of the library.
 */
type Schema<In, Out> = { readonly _zod: { readonly input: In; readonly output: Out } };
type InputOf<S> = S extends Schema<infer In, unknown> ? In : never;
type OutputOf<S> = S extends Schema<unknown, infer Out> ? Out : never;
type Written<In, Out> = {
  [K in keyof In]: unknown extends In[K] ? (K extends keyof Out ? Out[K] : never) : In[K];
};
export type AskOf<N extends CallName> = Written<InputOf<Calls[N]["ask"]>, OutputOf<Calls[N]["ask"]>>;
export type AnswerOf<N extends CallName> = OutputOf<Calls[N]["answer"]>;

export type Problem = {
  readonly ok: false;
  /** The wire code; 0 if there was no answer. */
  readonly code: number;
  readonly refusal?: Refusal;
  readonly message: string;
  readonly facts: Facts;
};
/** What the answer is true at, `""` and 0 if it does not say; `stale` means that it is older than requested. */
export type Outcome<T> = (SourceSeq & { readonly ok: true; readonly value: T; readonly stale: boolean }) | Problem;

export const networkMessage = "Sorry, a network error occurred. Please try again later.";
const networkProblem: Problem = { ok: false, code: 0, message: networkMessage, facts: {} };

/** One request as it went, for the log of requests. */
export type Answered = {
  readonly path: string;
  /** The host of the request; empty for the page's own. */
  readonly origin: string;
  readonly startedAt: number;
  readonly ms: number;
  readonly code: number;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
};

/** The session as the page sees it, and its reactions when the server disagrees. */
export type SessionCallbacks = {
  isSignedIn(): boolean;
  /** The session was renewed; this is the user's current data. */
  renewed(user: AnswerOf<"refreshToken">): void;
  /** The session could not be renewed: it has ended. */
  ended(): void;
  /** A call needs a session and no user is signed in. */
  needed(): void;
};

export type ClientSettings = {
  /** Empty for the page's own origin; a function where the host depends on where the page is. */
  readonly baseUrl: string | (() => string);
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  readonly sender?: Sender;
  readonly keyStore?: KeyStore;
  /** Signs by an API key instead: no session, no cookie, no page. */
  readonly apiKey?: ApiKeySigner;
  /** The compiled routine if it is loaded, else the TypeScript version. */
  readonly mark?: (message: string) => string;
  /** Called for every request except those that the caller aborted: they say nothing about the exchange. */
  readonly answered?: (line: Answered) => void;
  readonly session?: SessionCallbacks;
  /**
   * Takes the session of another host that this one does not know, or no longer. With it a session has ended only where the other host says
   * so.
   */
  readonly rejoin?: () => Promise<boolean>;
  /** How long a call may take, its answer included. */
  readonly timeoutMs?: number;
  /** How long an answer that is a file may take. */
  readonly fileTimes?: RequestTimes;
  /** The text of a network error in the user's language; all other messages come from the server. */
  readonly networkText?: () => string;
};
type CallOptions = { readonly signal?: AbortSignal; readonly minSeq?: SourceSeq };

export type Client = {
  call<N extends CallName>(name: N, ask: AskOf<N>, options?: CallOptions): Promise<Outcome<AnswerOf<N>>>;
  /** An answer that is a file: its text and the file name given by the server. */
  file<N extends CallName>(name: N, ask: AskOf<N>): Promise<Outcome<{ readonly text: string; readonly name: string }>>;
  /** Renews an expired session once, however many calls need it at the same time. If no user is signed in, calls `needed` instead. */
  renew(): Promise<boolean>;
  /** The highest number of each source in any answer so far: later reads are not older. */
  readonly seen: ReadonlyMap<string, number>;
  /** Records a number that was not learned from a call of this client. */
  noteSeq(at: SourceSeq): void;
};

type Envelope = { code: number; message?: string; data?: unknown; stale?: boolean };

export const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === "object" && body !== null && typeof (body as Envelope).code === "number";

const nowhere: SourceSeq = { source: "", seq: 0 };
const sourceSeqOf = (data: unknown): SourceSeq => {
  const { source, seq } = (typeof data === "object" && data !== null ? data : {}) as Partial<SourceSeq>;
  return typeof source === "string" && typeof seq === "number" ? { source, seq } : nowhere;
};

const factsOf = (data: unknown): Facts => (typeof data === "object" && data !== null ? (data as Facts) : {});

export function outcomeOf<T>(body: Envelope): Outcome<T> {
  const { code, data } = body;
  if (code === success) return { ok: true, value: data as T, ...sourceSeqOf(data), stale: body.stale === true };
  const refusal = refusalOf(code);
  return {
    ok: false,
    code,
    ...(refusal === undefined ? {} : { refusal }),
    message: body.message ?? "",
    facts: factsOf(data),
  };
}

const fileNameOf = (response: Response): string =>
  /filename="([^"]*)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "";

/** The gateway sends a file page by page: it has some thousand lines a second, and is ended where its reader stalls. */
const fileTimes: RequestTimes = { totalMs: 5 * 60_000, idleMs: 30_000 };
/** A picture over a slow line; the gateway waits no longer for its owner. */
const uploadTimes: RequestTimes = { totalMs: 60_000 };
const isFile = ({ shape }: Call): boolean => shape === "csv" || shape === "file";
const rejoinPauseMs = 3_000;

/** The text of a body, part by part, so that a long one is not taken for a lost connection. */
async function textOf(response: Response, progressed: () => void): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return response.text();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    progressed();
    text += decoder.decode(value, { stream: true });
  }
}

/** Reads the response in the shape that the call declares. */
async function readOutcome<T>(call: Call, response: Response, progressed: () => void): Promise<Outcome<T>> {
  const isJson = response.headers.get("content-type")?.includes("json") !== false;
  if (!isJson) {
    const file = { text: await textOf(response, progressed), name: fileNameOf(response) };
    return { ok: true, value: file as T, ...nowhere, stale: false };
  }
  const body: unknown = await response.json();
  if (isEnvelope(body)) return outcomeOf<T>(body);
  return call.shape === "json" ? { ok: true, value: body as T, ...nowhere, stale: false } : networkProblem;
}

const defaultSender: Sender = { device: { deviceId: "api-key-client", uuid: "api-key-client" } };
const needsKey = (call: Call): boolean => call.needs !== "nothing" || call.path.startsWith("POST ");

/** Typed calls over HTTP. A network failure is an outcome like any other: callers need no catch. */
export function createClient(settings: ClientSettings): Client {
  const { sender = defaultSender, keyStore = inMemory(), mark = botMarkOf, answered, baseUrl } = settings;
  const { networkText = () => networkMessage, apiKey } = settings;
  const fetch = settings.fetch ?? ((url: string, init: RequestInit) => globalThis.fetch(url, init));
  const prover = createProver(sender.device.deviceId, keyStore);
  const base = typeof baseUrl === "string" ? () => baseUrl : baseUrl;
  const seen = new Map<string, number>();
  let renewing: Promise<boolean> | undefined;
  let rejoinAfter = 0;
  let keyRequest: Promise<void> | undefined;

  function noteSeq({ source, seq }: SourceSeq): void {
    if (seq > (seen.get(source) ?? 0)) seen.set(source, seq);
  }

  function minSeqText(least: SourceSeq | undefined): string {
    const all = new Map(seen);
    if (least !== undefined && least.seq > (all.get(least.source) ?? 0)) all.set(least.source, least.seq);
    return [...all].map(([source, seq]) => `${source}:${seq}`).join(",");
  }

  function requestOf(
    call: Call,
    ask: object,
    options: CallOptions,
  ): { readonly origin: string; readonly url: string; readonly init: RequestInit; readonly limit: RequestLimit } {
    const [method, pattern] = methodAndPath(call);
    const { path, rest } = pathOf(pattern, ask);
    const minSeq = minSeqText(options.minSeq);
    const headers = headersOf(sender);
    const signed = apiKey === undefined ? prover.sign(method, path) : undefined;
    if (signed !== undefined) headers[requestHeaders.botMark] = mark(botMarkMessage(signed.time, signed.nonce, path));
    if (minSeq !== "") headers["min-seq"] = minSeq;
    const body = method === "POST" ? bodyOf(apiKey === undefined ? call.body : "json", rest) : undefined;
    if (body?.contentType !== undefined) headers["content-type"] = body.contentType;
    const limit = requestLimit(
      isFile(call)
        ? (settings.fileTimes ?? fileTimes)
        : call.upload === undefined
          ? { totalMs: settings.timeoutMs ?? 15_000 }
          : uploadTimes,
    );
    const signal = options.signal === undefined ? limit.signal : AbortSignal.any([limit.signal, options.signal]);
    const init = {
      method,
      headers,
      credentials: "include",
      signal,
      ...(body === undefined ? {} : { body: body.body }),
    };
    const pathAndQuery = path + queryOf(method === "GET" ? rest : {}, signed?.auth);
    if (apiKey !== undefined) {
      const text = typeof body?.body === "string" ? body.body : "";
      Object.assign(headers, apiKeyHeadersOf(apiKey, { method, path: pathAndQuery, body: text }));
    }
    const origin = base();
    return { origin, url: origin + pathAndQuery, init: init as RequestInit, limit };
  }

  async function sendOnce<T>(call: Call, ask: object, options: CallOptions): Promise<Outcome<T>> {
    const startedAt = Date.now();
    const { origin, url, init, limit } = requestOf(call, ask, options);
    let outcome: Outcome<T>;
    try {
      const response = await fetch(url, init);
      const key = response.headers.get(proofKeyHeader);
      if (key !== null) prover.take(key);
      limit.progressed();
      outcome = await readOutcome<T>(call, response, () => limit.progressed());
    } catch {
      outcome = networkProblem;
      if (options.signal?.aborted === true) return { ...networkProblem, message: networkText() };
    } finally {
      limit.end();
    }
    if (outcome.ok) noteSeq(outcome);
    answered?.({
      path: methodAndPath(call)[1],
      origin,
      startedAt,
      ms: Date.now() - startedAt,
      code: outcome.ok ? success : outcome.code,
      message: outcome.ok ? "" : outcome.message,
      fields: ask as Record<string, unknown>,
    });
    return outcome.ok || outcome.code !== 0 ? outcome : { ...outcome, message: networkText() };
  }

  /** The first call: it returns the proof key and the offset of the gateway's clock. */
  function fetchProofKey(): Promise<void> {
    keyRequest ??= sendOnce<AnswerOf<"currentDatetime">>(calls.currentDatetime as unknown as Call, {}, {}).then(
      (outcome) => {
        keyRequest = undefined;
        if (outcome.ok) prover.setClock(outcome.value.datetime, Date.now());
      },
    );
    return keyRequest;
  }

  async function send<T>(name: CallName, ask: object, options: CallOptions): Promise<Outcome<T>> {
    const call = calls[name] as unknown as Call;
    if (apiKey === undefined && needsKey(call) && !prover.hasKey) await fetchProofKey();
    const first = await sendOnce<T>(call, ask, options);
    // The key was another session's, or our clock is wrong: the first call mends both.
    if (first.ok || first.refusal !== "PROOF_INVALID") return first;
    await fetchProofKey();
    return sendOnce<T>(call, ask, options);
  }

  /** Every call of a page may need it at once: one that failed is not tried again at once. */
  async function rejoinOnce(rejoin: () => Promise<boolean>): Promise<boolean> {
    if (Date.now() < rejoinAfter) return false;
    const isJoined = await rejoin().catch(() => false);
    if (!isJoined) rejoinAfter = Date.now() + rejoinPauseMs;
    return isJoined;
  }

  async function renewOnce(): Promise<boolean> {
    const { session } = settings;
    if (session?.isSignedIn() === false) {
      session.needed();
      return false;
    }
    const outcome = await send<AnswerOf<"refreshToken">>("refreshToken", {}, {});
    if (outcome.ok) session?.renewed(outcome.value);
    // Any other refusal only ends this attempt: a busy exchange does not sign users out.
    else if (outcome.refusal === "LOGIN_INVALID") {
      if (settings.rejoin !== undefined) return rejoinOnce(settings.rejoin);
      session?.ended();
    }
    return outcome.ok;
  }

  function renew(): Promise<boolean> {
    renewing ??= renewOnce().finally(() => (renewing = undefined));
    return renewing;
  }

  async function callRenewed<T>(name: CallName, ask: object, options: CallOptions): Promise<Outcome<T>> {
    const first = await send<T>(name, ask, options);
    const isExpired =
      apiKey === undefined && !first.ok && first.refusal === "LOGIN_INVALID" && calls[name].needs !== "nothing";
    return isExpired && (await renew()) ? send<T>(name, ask, options) : first;
  }

  return {
    call: (name, ask, options = {}) => callRenewed(name, ask, options),
    file: (name, ask) => callRenewed(name, ask, {}),
    renew,
    seen,
    noteSeq,
  };
}
