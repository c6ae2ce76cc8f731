import { gatewayReport } from "@tidemark/contracts";
import type { Clock } from "@tidemark/kit-node";
import { internalContext, type RpcClient } from "./questions.ts";

export type ReportDeps = {
  readonly rpc: RpcClient;
  readonly clock: Pick<Clock, "steady">;
  /** The name of this process. */
  readonly gateway: string;
  readonly sockets: () => number;
};

const everyMs = 5_000;

/** Counts requests, and reports them and the open sockets to the platform again and again. A report that is lost is not repeated. */
export function openReport({ rpc, clock, gateway, sockets }: ReportDeps): { count(): void; close(): void } {
  let requests = 0;
  let since = clock.steady();
  const timer = setInterval(() => {
    const now = clock.steady();
    const requestsPerSecond = Math.round((requests * 10_000) / Math.max(1, now - since)) / 10;
    [requests, since] = [0, now];
    void rpc.ask(gatewayReport, 0, { gateway, sockets: sockets(), requestsPerSecond }, internalContext);
  }, everyMs);
  timer.unref();
  return {
    count() {
      requests += 1;
    },
    close: () => clearInterval(timer),
  };
}
