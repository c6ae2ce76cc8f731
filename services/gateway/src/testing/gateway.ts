import { randomBytes } from "node:crypto";
import { type Call } from "@tidemark/contracts";
import { type Bus, connectBus, createLog, type SharedCounters, sharedCounters, systemClock } from "@tidemark/kit-node";
import type { FastifyInstance } from "fastify";
import { createGateway } from "../app.ts";
import { readSettings } from "../config.ts";
import { FakeCore } from "./fake-core.ts";

type Envelope = { code: number; message: string; data: Record<string, unknown>; stale?: boolean };
export type World = {
  readonly core: FakeCore;
  readonly app: FastifyInstance;
  readonly bus: Bus;
  readonly url: string;
  post(path: string, ask: unknown, headers?: Record<string, string>): Promise<Envelope>;
  get(path: string, headers?: Record<string, string>): Promise<Envelope>;
  login(name: string): Promise<{ cookie: string }>;
  close(): Promise<void>;
};
export type WorldSettings = {
  readonly config?: Record<string, string>;
  readonly calls?: readonly Call[];
  readonly announced?: boolean;
  readonly counters?: SharedCounters;
};

export async function until(isTrue: () => boolean | Promise<boolean>, withinMs = 4_000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error("it did not come true in time");
    await systemClock.sleep(10);
  }
}

/** A gateway and a fake core on the real bus, under a core name of their own. */
export async function openWorld(settings: WorldSettings = {}): Promise<World> {
  const name = `test-${randomBytes(6).toString("hex")}`;
  const busUrl = process.env.NATS_URL ?? "nats://127.0.0.1:4222";
  const bus = await connectBus(busUrl, "test");
  const core = new FakeCore(bus, name);
  const config = readSettings({ CORE_NAME: name, GATEWAY_PORT: "0", ...settings.config });
  const gatewayBus = await connectBus(busUrl, "gateway");
  const counters = settings.counters ?? sharedCounters(config.REDIS_URL);
  const log = createLog("gateway");
  log.level = "silent";
  const app = await createGateway({
    config,
    bus: gatewayBus,
    clock: systemClock,
    log,
    counters,
    ...(settings.calls === undefined ? {} : { calls: settings.calls }),
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const health = async () => (await (await fetch(`${url}/health`)).json()) as { ready: boolean; leader: boolean };
  if (settings.announced !== false) {
    await until(async () => {
      core.announce();
      return (await health()).ready;
    });
  }
  async function post(path: string, ask: unknown, headers: Record<string, string> = {}): Promise<Envelope> {
    const isReady = typeof ask === "string" || ask instanceof FormData;
    const response = await fetch(url + path, {
      method: "POST",
      headers: { ...(isReady ? {} : { "content-type": "application/json" }), ...headers },
      body: isReady ? ask : JSON.stringify(ask),
    });
    return (await response.json()) as Envelope;
  }
  return {
    core,
    app,
    bus,
    url,
    post,
    get: async (path, headers = {}) => (await (await fetch(url + path, { headers })).json()) as Envelope,
    async login(loginId) {
      const response = await fetch(`${url}/user/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ loginId, password: "tidemark" }),
      });
      return {
        cookie: response.headers
          .getSetCookie()
          .map((line) => line.split(";")[0]!)
          .join("; "),
      };
    },
    async close() {
      await app.close();
      core.close();
      counters.close();
      await Promise.all([gatewayBus.close(), bus.close()]);
    },
  };
}
