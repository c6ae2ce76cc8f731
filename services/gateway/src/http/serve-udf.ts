import { calls, type CandleRow, type Instruments, success } from "@tidemark/contracts";
import { type Clock, rateLimitKey, type RateLimits } from "@tidemark/kit-node";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { dataOf, type Questions } from "../bus/questions.ts";
import { type CandlePage, intervalOfResolution, udfConfig, udfHistory, udfSymbol } from "./udf.ts";

export type UdfDeps = {
  readonly questions: Questions;
  readonly limits: RateLimits;
  readonly clock: Pick<Clock, "now">;
  readonly instruments: () => Instruments | undefined;
};

/** As much as four calls of a page: these requests have no mark of one. */
const tokens = 4;
const countbackMax = 5_000;

const failed = (errmsg: string) => ({ s: "error", errmsg });
const textOf = (request: FastifyRequest, name: string): string => {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === "string" ? value.slice(0, 64) : "";
};
const numberOf = (request: FastifyRequest, name: string): number => {
  const value = Number(textOf(request, name));
  return Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;
};

/**
 * The market data in the shape of the universal data feed, for operators who hold a licence of a charting library that reads it. It is built
 * from the public call of candles and has no data of its own.
 */
export function serveUdf(app: FastifyInstance, { questions, limits, clock, instruments }: UdfDeps): void {
  const pageOf: CandlePage = async ({ symbol, interval }, before, limit) => {
    const reply = await questions.ask(calls.candles, 0, { symbol, interval, price: "LAST", before, limit });
    return reply.code === success ? (dataOf(reply, questions.core) as { rows: CandleRow[] }).rows : undefined;
  };
  const route = (path: string, answer: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
    app.get(`/udf/${path}`, { schema: { hide: true } }, async (request, reply) => {
      if (!limits.take(rateLimitKey(request.ip), "read", tokens))
        return reply.code(429).send(failed("too many requests"));
      return answer(request, reply);
    });

  route("config", () => udfConfig);
  route("time", (_, reply) => reply.type("text/plain").send(String(Math.floor(clock.now() / 1000))));
  route("symbols", (request) => {
    const market = instruments()?.market(textOf(request, "symbol"));
    return market === undefined ? failed("unknown_symbol") : udfSymbol(market);
  });
  route("history", (request) => {
    const symbol = textOf(request, "symbol");
    const interval = intervalOfResolution(textOf(request, "resolution"));
    if (interval === undefined) return failed("unknown resolution");
    if (instruments()?.market(symbol) === undefined) return failed("unknown_symbol");
    const to = numberOf(request, "to") || Math.ceil(clock.now() / 1000);
    const countback = Math.min(countbackMax, numberOf(request, "countback"));
    return udfHistory(pageOf, { symbol, interval, from: numberOf(request, "from"), to, countback });
  });
}
