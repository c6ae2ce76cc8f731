import { type CallName, type Calls, calls, type Facts, type Refusal, refusalOf, success } from "@tidemark/contracts";

/**
 * What an ask looks like to the caller: fields that the server reads from text are numbers here, fields with a default may be left out.
 * The schema library is reached through the contracts' own types, so that this package needs no second copy of it.
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
  /** The wire code; 0 where no answer came at all. */
  readonly code: number;
  readonly refusal?: Refusal;
  readonly message: string;
  readonly facts: Facts;
};
/** `seq` is the journal batch that the answer is true at, 0 where it has none; `stale` says that it is older than was asked for. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly seq: number; readonly stale: boolean }
  | Problem;

export const networkMessage = "Sorry, a network error occurred. Please try again later.";
const networkProblem: Problem = { ok: false, code: 0, message: networkMessage, facts: {} };

export type ClientSettings = {
  /** Empty for the page's own origin. */
  readonly baseUrl: string;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  readonly lang?: string;
  readonly timeoutMs?: number;
};
type CallOptions = { readonly signal?: AbortSignal; readonly minSeq?: number };

export type Client = {
  call<N extends CallName>(name: N, ask: AskOf<N>, options?: CallOptions): Promise<Outcome<AnswerOf<N>>>;
  /** Renews an expired session once, however many calls ask for it at the same time. */
  renew(): Promise<boolean>;
  /** The highest batch this client was told of: its next reads are not older. */
  readonly seq: number;
  /** Notes a batch that was heard of by another way than a call. */
  saw(seq: number): void;
};

type Envelope = { code: number; message?: string; data?: unknown; stale?: boolean };

const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === "object" && body !== null && typeof (body as Envelope).code === "number";

const seqOf = (data: unknown): number => {
  const seq = typeof data === "object" && data !== null ? (data as { seq?: unknown }).seq : undefined;
  return typeof seq === "number" ? seq : 0;
};

const factsOf = (data: unknown): Facts => (typeof data === "object" && data !== null ? (data as Facts) : {});

function queryOf(ask: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(ask)) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

function outcomeOf<T>(body: Envelope): Outcome<T> {
  const { code, data } = body;
  if (code === success) return { ok: true, value: data as T, seq: seqOf(data), stale: body.stale === true };
  const refusal = refusalOf(code);
  return {
    ok: false,
    code,
    ...(refusal === undefined ? {} : { refusal }),
    message: body.message ?? "",
    facts: factsOf(data),
  };
}

/** Typed calls over HTTP. A failed network is an outcome like any other: nobody needs to catch anything. */
export function createClient(settings: ClientSettings): Client {
  const fetch = settings.fetch ?? ((url: string, init: RequestInit) => globalThis.fetch(url, init));
  let highest = 0;
  let renewing: Promise<boolean> | undefined;

  async function send<T>(name: CallName, ask: object, options: CallOptions): Promise<Outcome<T>> {
    const [method, path] = calls[name].path.split(" ") as [string, string];
    const minSeq = Math.max(highest, options.minSeq ?? 0);
    const headers: Record<string, string> = { accept: "application/json" };
    if (settings.lang !== undefined) headers.lang = settings.lang;
    if (minSeq > 0) headers["min-seq"] = String(minSeq);
    if (method === "POST") headers["content-type"] = "application/json";
    const timeout = AbortSignal.timeout(settings.timeoutMs ?? 15_000);
    try {
      const response = await fetch(settings.baseUrl + path + (method === "GET" ? queryOf(ask) : ""), {
        method,
        headers,
        credentials: "include",
        signal: options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]),
        ...(method === "POST" ? { body: JSON.stringify(ask) } : {}),
      });
      const body: unknown = await response.json();
      if (!isEnvelope(body)) return networkProblem;
      const outcome = outcomeOf<T>(body);
      if (outcome.ok) highest = Math.max(highest, outcome.seq);
      return outcome;
    } catch {
      return networkProblem;
    }
  }

  async function renew(): Promise<boolean> {
    renewing ??= send("refreshToken", {}, {}).then((outcome) => {
      renewing = undefined;
      return outcome.ok;
    });
    return renewing;
  }

  return {
    async call(name, ask, options = {}) {
      const first = await send<AnswerOf<typeof name>>(name, ask, options);
      const expired = !first.ok && first.refusal === "LOGIN_INVALID" && calls[name].needs === "session";
      return expired && (await renew()) ? send<AnswerOf<typeof name>>(name, ask, options) : first;
    },
    renew,
    get seq() {
      return highest;
    },
    saw(seq) {
      highest = Math.max(highest, seq);
    },
  };
}
