import { type Call, consoleCalls } from "@tidemark/contracts";
import { isEnvelope, networkMessage, type Outcome, outcomeOf, type Problem } from "./call.ts";
import { requestLimit } from "./request-limit.ts";
import { methodAndPath, queryOf } from "./request.ts";

type ConsoleCalls = typeof consoleCalls;
export type ConsoleCallName = keyof ConsoleCalls;
type Input<S> = S extends { readonly _zod: { readonly input: infer In } } ? In : never;
type Output<S> = S extends { readonly _zod: { readonly output: infer Out } } ? Out : never;
export type ConsoleAsk<N extends ConsoleCallName> = Input<ConsoleCalls[N]["ask"]>;
export type ConsoleAnswer<N extends ConsoleCallName> = Output<ConsoleCalls[N]["answer"]>;
export type ConsoleClient = {
  call<N extends ConsoleCallName>(name: N, ask: ConsoleAsk<N>): Promise<Outcome<ConsoleAnswer<N>>>;
};

const timeoutMs = 15_000;
const networkProblem: Problem = { ok: false, code: 0, message: networkMessage, facts: {} };

/** Typed calls of the operators' console from its own pages: a session in a cookie, JSON, no proof. */
export function createConsoleClient(
  fetch: (url: string, init: RequestInit) => Promise<Response> = (url, init) => globalThis.fetch(url, init),
): ConsoleClient {
  return {
    async call<N extends ConsoleCallName>(name: N, ask: ConsoleAsk<N>): Promise<Outcome<ConsoleAnswer<N>>> {
      const [method, path] = methodAndPath(consoleCalls[name] as unknown as Call);
      const limit = requestLimit({ totalMs: timeoutMs });
      const body = { body: JSON.stringify(ask), headers: { "content-type": "application/json" } };
      try {
        const url = method === "GET" ? path + queryOf(ask, undefined) : path;
        const init = { method, credentials: "same-origin", signal: limit.signal, ...(method === "POST" ? body : {}) };
        const said: unknown = await (await fetch(url, init as RequestInit)).json();
        return isEnvelope(said) ? outcomeOf<ConsoleAnswer<N>>(said) : networkProblem;
      } catch {
        return networkProblem;
      } finally {
        limit.end();
      }
    },
  };
}
