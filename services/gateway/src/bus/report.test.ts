import { success } from "@tidemark/contracts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openReport } from "./report.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("[U.69] a gateway reports its open sockets and the requests of each second since its last report", async () => {
  const asked: unknown[] = [];
  const report = openReport({
    rpc: { ask: async ({ name }, uid, ask) => (asked.push([name, uid, ask]), { code: success, data: {}, seq: 0 }) },
    clock: { steady: () => performance.now() },
    gateway: "gw-1",
    sockets: () => 7,
  });
  for (let sent = 0; sent < 12; sent += 1) report.count();
  vi.advanceTimersByTime(10_000);
  report.close();
  vi.advanceTimersByTime(10_000);
  expect(asked).toEqual([
    ["status.gatewayReport", 0, { gateway: "gw-1", sockets: 7, requestsPerSecond: 2.4 }],
    ["status.gatewayReport", 0, { gateway: "gw-1", sockets: 7, requestsPerSecond: 0 }],
  ]);
});
