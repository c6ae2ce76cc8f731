import { createHmac, randomBytes } from "node:crypto";
import {
  botMarkMessage,
  botMarkOf,
  type Call,
  proofKeyHeader,
  proofMacBytes,
  proofMessage,
  proofText,
  refusals,
  requestHeaders,
} from "@tidemark/contracts";
import { type Bus, connectBus, createLog, type SharedCounters, sharedCounters, systemClock } from "@tidemark/kit-node";
import type { FastifyInstance } from "fastify";
import { createGateway } from "../app.ts";
import { readSettings } from "../config.ts";
import { FakeCore } from "./fake-core.ts";
import { FakePlatform } from "./fake-platform.ts";

type Envelope = { code: number; message: string; data: Record<string, unknown>; stale?: boolean };
/** The URL of a request with its proof, and its headers. */
export type SignedRequest = { readonly path: string; readonly headers: Record<string, string> };

export function signed(key: string, method: string, path: string, time = Date.now()): SignedRequest {
  const [bare] = path.split("?") as [string];
  const nonce = randomBytes(9).toString("base64url");
  const message = proofMessage({ time, nonce }, method, bare, "test-device");
  const mac = createHmac("sha256", key).update(message).digest().subarray(0, proofMacBytes).toString("base64url");
  return {
    path: `${path}${path.includes("?") ? "&" : "?"}auth=${proofText({ time, nonce, mac })}`,
    headers: {
      [requestHeaders.clientData]: JSON.stringify({ deviceId: "test-device", uuid: "test", clientType: 0 }),
      [requestHeaders.botMark]: botMarkOf(botMarkMessage(time, nonce, bare)),
    },
  };
}

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0]!)
    .join("; ");

export type World = {
  readonly core: FakeCore;
  readonly platform: FakePlatform;
  readonly app: FastifyInstance;
  readonly bus: Bus;
  readonly url: string;
  /** Signed with the key of the cookie's session, or of this world's device. */
  post(path: string, ask: unknown, headers?: Record<string, string>): Promise<Envelope>;
  get(path: string, headers?: Record<string, string>): Promise<Envelope>;
  sign(method: string, path: string, cookie?: string): SignedRequest;
  signIn(name: string): Promise<{ cookie: string }>;
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
  const platform = new FakePlatform(bus, name);
  // On the shared Redis a world counts its own sign-ins; with counters of its own it counts as usual.
  const counted: Record<string, string> = settings.counters === undefined ? { COUNTERS_NAME: `tm:${name}` } : {};
  const config = readSettings({ CORE_NAME: name, GATEWAY_PORT: "0", ...counted, ...settings.config });
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
  const greeting = await fetch(`${url}/market/v3/current/datetime`);
  const deviceCookie = cookiesOf(greeting);
  const keyByCookie = new Map([[deviceCookie, greeting.headers.get(proofKeyHeader)!]]);
  const sign = (method: string, path: string, cookie = deviceCookie): SignedRequest => {
    const proof = signed(keyByCookie.get(cookie) ?? keyByCookie.get(deviceCookie)!, method, path);
    return { path: proof.path, headers: { ...proof.headers, cookie } };
  };
  async function post(path: string, ask: unknown, headers: Record<string, string> = {}): Promise<Envelope> {
    const isReady = typeof ask === "string" || ask instanceof FormData;
    const proof = sign("POST", path, headers.cookie);
    const response = await fetch(url + proof.path, {
      method: "POST",
      headers: { ...(isReady ? {} : { "content-type": "application/json" }), ...proof.headers, ...headers },
      body: isReady ? ask : JSON.stringify(ask),
    });
    return (await response.json()) as Envelope;
  }
  return {
    core,
    platform,
    app,
    bus,
    url,
    post,
    sign,
    async get(path, headers = {}) {
      const proof = sign("GET", path, headers.cookie);
      const response = await fetch(url + proof.path, { headers: { ...proof.headers, ...headers } });
      return (await response.json()) as Envelope;
    },
    async signIn(name) {
      // The sign-in counter may be slow on a busy machine.
      for (let left = 20; left > 0; left -= 1) {
        const proof = sign("POST", "/user/login");
        const response = await fetch(url + proof.path, {
          method: "POST",
          headers: { "content-type": "application/json", ...proof.headers },
          body: JSON.stringify({ loginId: `${name}@tidemark.test`, password: "right" }),
        });
        const cookie = `${deviceCookie}; ${cookiesOf(response)}`;
        keyByCookie.set(cookie, response.headers.get(proofKeyHeader)!);
        if (((await response.json()) as Envelope).code !== refusals.BUSY.code) return { cookie };
        await systemClock.sleep(100);
      }
      throw new Error(`${name} could not sign in`);
    },
    async close() {
      await app.close();
      core.close();
      await platform.close();
      counters.close();
      await Promise.all([gatewayBus.close(), bus.close()]);
    },
  };
}
