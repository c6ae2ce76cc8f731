import { createHmac, randomBytes } from "node:crypto";
import { type Bus, createLog, systemClock } from "@tidemark/kit-node";
import type { FastifyInstance } from "fastify";
import { createGateway } from "../app.ts";
import { readSettings } from "../config.ts";
import { FakePlatform } from "./fake-platform.ts";
import { signed } from "./gateway.ts";
import { memoryBus } from "./memory-bus.ts";

/** Dependencies of a standalone gateway: silent log, no shared counters, no rate limits that a test would reach. */
export const quietLog: ReturnType<typeof createLog> = createLog("test");
quietLog.level = "silent";
export const noCounters = { count: async (): Promise<number> => 1, close: (): void => undefined };
export const unlimitedRates: Readonly<Record<string, string>> = Object.fromEntries(
  ["TRADE", "CANCEL", "READ", "LOG", "SIGN_IN"].map((name) => [`RATE_${name}_PER_SECOND`, "1000000"]),
);

type Answered = { readonly status: number; readonly code: number; readonly data: unknown };
/** A signed-in user of a gateway in memory. */
type Holder = {
  readonly id: string;
  readonly cookie: string;
  post(path: string, body: string): Promise<Answered>;
};
export type MemoryWorld = {
  readonly app: FastifyInstance;
  readonly bus: Bus;
  readonly platform: FakePlatform;
  readonly url: string;
  holder(uid: number, accessMs?: number): Holder;
  close(): Promise<void>;
};

/** A gateway that listens, with a platform and without a core, on a bus in memory. */
export async function openWorldInMemory(
  settings: Record<string, string> = {},
  { log = quietLog, hasPlatform = true }: { log?: typeof quietLog; hasPlatform?: boolean } = {},
): Promise<MemoryWorld> {
  const own = { GATEWAY_PORT: "0", CORE_NAME: "memory", PROOF_SECRET: "test", RPC_TIMEOUT_MS: "200" };
  const config = readSettings({ ...own, ...unlimitedRates, ...settings });
  const bus = memoryBus();
  const platform = new FakePlatform(bus, config.CORE_NAME, hasPlatform);
  const app = await createGateway({ config, bus, clock: systemClock, log, counters: noCounters });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    app,
    bus,
    platform,
    url,
    holder(uid, accessMs) {
      const id = randomBytes(16).toString("base64url");
      const cookie = `${config.COOKIE_NAME}-session=${platform.grant(uid, id, 0, accessMs).accessToken}`;
      const key = createHmac("sha256", config.PROOF_SECRET).update(`session:${id}`).digest("base64url");
      return {
        id,
        cookie,
        async post(path, body) {
          const proof = signed(key, "POST", path);
          const headers = { "content-type": "application/json", ...proof.headers, cookie };
          const response = await fetch(url + proof.path, { method: "POST", headers, body });
          return { status: response.status, ...((await response.json()) as { code: number; data: unknown }) };
        },
      };
    },
    async close() {
      await app.close();
      await platform.close();
    },
  };
}
