import { fileURLToPath } from "node:url";
import { calls, apiKeyHeaders, refusals } from "@tidemark/contracts";
import { createClient, hmacSigner, apiKeyHeadersOf, type ApiKeySigner } from "@tidemark/kit-client";
import { startService, type StartedService } from "@tidemark/kit-testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { twoFactorVisitor } from "../../services/platform/testing/factor.ts";
import { openWorld, type World } from "../../services/platform/testing/world.ts";
import { countOf, timeoutMs } from "./counts.ts";
import { inParallel, password, resultOf } from "./test-users.ts";

const gatewayMain = fileURLToPath(new URL("../../services/gateway/src/main.ts", import.meta.url));
const home = "203.0.113.7";
let world: World;
let second: StartedService;
let urls: string[];
let owner: Awaited<ReturnType<typeof twoFactorVisitor>>;

beforeAll(async () => {
  world = await openWorld({ platform: { SIGN_IN_NEW_DEVICE: "notice" } });
  const settings = { CORE_NAME: world.core, GATEWAY_PORT: "0", GATEWAY_BEHIND_PROXY: "yes" };
  second = await startService(gatewayMain, { ...settings, RATE_READ_PER_SECOND: "10000" }, "listening");
  urls = [world.url, String(second.ready.address)];
  owner = await twoFactorVisitor(world, 80_001, password);
  await owner.confirm();
});
afterAll(async () => {
  await second?.end("SIGTERM");
  await world?.close();
});

let made = 0;
async function keyOf(wish: { permissions?: ("READ" | "TRADE")[]; ips?: string[] } = {}): Promise<ApiKeySigner> {
  made += 1;
  const outcome = await owner.client.call("createApiKey", { label: `abused_${made}`, ...wish });
  if (!outcome.ok) throw new Error(outcome.message);
  return hmacSigner(outcome.value.key, outcome.value.secret);
}

const path = calls.balances.path.slice("GET ".length);
/** There is no core in this test: a permitted call gets BUSY. */
const letThrough = refusals.BUSY.code;

type Sent = { url?: string; path?: string; from?: string; method?: "GET" | "POST" };
async function send(headers: Record<string, string>, sent: Sent = {}): Promise<number> {
  const { url = urls[0]!, from = home, method = "GET" } = sent;
  const response = await fetch(url + (sent.path ?? path), {
    method,
    headers: {
      ...headers,
      "x-forwarded-for": from,
      ...(method === "POST" ? { "content-type": "application/json" } : {}),
    },
    ...(method === "POST" ? { body: "{}" } : {}),
  });
  return ((await response.json()) as { code: number }).code;
}

test(
  "a request that was recorded is worth nothing: not again, not later, not with another nonce, time, path or method",
  async () => {
    const signer = await keyOf({ permissions: ["READ", "TRADE"] });
    const recorded = apiKeyHeadersOf(signer, { method: "GET", path });
    expect(await send(recorded)).toBe(letThrough);
    const spoils: ((i: number) => Promise<number>)[] = [
      () => send(recorded),
      (i) => send({ ...recorded, [apiKeyHeaders.nonce]: `another-nonce-${i}` }),
      (i) => send({ ...recorded, [apiKeyHeaders.time]: String(Date.now() + (i % 5)) }),
      (i) => send(recorded, { path: `${path}?product=${i % 5}` }),
      () => send(recorded, { path: calls.cancelAll.path.slice("POST ".length), method: "POST" }),
      (i) => send(apiKeyHeadersOf(signer, { method: "GET", path, time: Date.now() - 6_000 - i })),
      (i) => send(apiKeyHeadersOf(signer, { method: "GET", path, time: Date.now() + 60_000 + i })),
      (i) => send({ ...recorded, [apiKeyHeaders.sign]: Buffer.alloc(32, i).toString("base64url") }),
    ];
    const codes = new Map<number, number>();
    const attempts = Array.from({ length: countOf("keyReplays") }, (_, i) => i);
    await inParallel(attempts, 8, async (i) => {
      const code = await spoils[i % spoils.length]!(i);
      codes.set(code, (codes.get(code) ?? 0) + 1);
    });
    expect([...codes.keys()]).toEqual([refusals.API_KEY_INVALID.code]);
  },
  timeoutMs,
);

test(
  "the same request sent many times at once is let through once at each gateway",
  async () => {
    const signer = await keyOf();
    for (let i = 0; i < countOf("keyReplaysAtOnce"); i += 1) {
      const recorded = apiKeyHeadersOf(signer, { method: "GET", path });
      for (const url of urls) {
        const codes = await Promise.all(Array.from({ length: 10 }, () => send(recorded, { url })));
        expect(codes.filter((code) => code === letThrough)).toHaveLength(1);
      }
    }
  },
  timeoutMs,
);

test(
  "a key serves the addresses that it names, at every gateway, and may not withdraw unless its owner has said so and named some",
  async () => {
    const listed = await keyOf({ ips: [home, "198.51.100.0"] });
    expect(await send(apiKeyHeadersOf(listed, { method: "GET", path }))).toBe(letThrough);
    for (let i = 0; i < countOf("keyStrangers"); i += 1) {
      const from = i % 2 === 0 ? `198.51.${(i >> 8) & 255}.${i & 255 || 1}` : `2001:db8::${i.toString(16)}`;
      const url = urls[(i >> 1) % 2]!;
      const code = await send(apiKeyHeadersOf(listed, { method: "GET", path }), { from, url });
      expect([from, code]).toEqual([from, refusals.API_KEY_INVALID.code]);
    }
    const list = await owner.client.call("apiKeyList", {});
    expect(list.ok && list.value.list.filter(({ permissions }) => permissions.includes("WITHDRAW"))).toEqual([]);
    const wish = { label: "greedy", permissions: ["READ", "WITHDRAW"] as ("READ" | "WITHDRAW")[] };
    expect(resultOf(await owner.client.call("createApiKey", wish))).toBe("IP_LIST_NEEDED");
    // What a plain key is not given, it cannot do: nothing but reading.
    const plain = createClient({ baseUrl: urls[0]!, apiKey: await keyOf() });
    expect(resultOf(await plain.call("cancelAll", {}))).toBe("API_KEY_FORBIDDEN");
  },
  timeoutMs,
);
