import {
  type Call,
  callList,
  type Permission,
  permissions,
  apiKeyHeaders,
  apiKeyPermission,
  refusals,
} from "@tidemark/contracts";
import { systemClock } from "@tidemark/kit-node";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGateway } from "../app.ts";
import { readSettings } from "../config.ts";
import { unlimitedRates, noCounters as counters, quietLog as log } from "../testing/standalone.ts";
import { FakePlatform } from "../testing/fake-platform.ts";
import { memoryBus } from "../testing/memory-bus.ts";
import { ed25519Of, ed25519Pair, hmacOf, signedBy, type Signing } from "../testing/api-key-client.ts";

const usual = { GATEWAY_PORT: "0", RPC_TIMEOUT_MS: "200", QUESTION_TIMEOUT_MS: "200", GATEWAY_BEHIND_PROXY: "yes" };
const config = readSettings({ ...usual, CORE_NAME: "api-keys", ...unlimitedRates });
const bus = memoryBus();
let platform: FakePlatform;
let app: FastifyInstance;
let other: FastifyInstance;

beforeAll(async () => {
  platform = new FakePlatform(bus, config.CORE_NAME);
  app = await createGateway({ config, bus, clock: systemClock, log, counters });
  other = await createGateway({ config, bus, clock: systemClock, log, counters });
});
afterAll(async () => {
  await Promise.all([app.close(), other.close()]);
  await platform.close();
});

type Answer = { code: number; data: { problem?: string } | null };
type Part = { method?: "GET" | "POST"; path?: string; body?: string; time?: number; nonce?: string; from?: string };

const balances = callList.find(({ name }) => name === "account.balances")!;
const placeOrder = callList.find(({ name }) => name === "trading.placeOrder")!;
const pathOf = (call: Call): { method: "GET" | "POST"; path: string } => {
  const [method, path] = call.path.split(" ") as ["GET" | "POST", string];
  return { method, path: path.replaceAll(/\{\w+\}/g, "web-main") };
};

async function load(signing: Signing, part: Part = {}, at: FastifyInstance = app): Promise<Answer> {
  const { method = "GET", path = pathOf(balances).path, body = method === "POST" ? "{}" : "", from, ...rest } = part;
  const headers = signedBy(signing, { method, path, body, ...rest });
  return send(headers, { method, path, body, from }, at);
}
async function send(
  headers: Record<string, string>,
  { method = "GET", path = pathOf(balances).path, body = "", from }: Omit<Part, "from"> & { from?: string | undefined },
  at: FastifyInstance = app,
): Promise<Answer> {
  const address = from === undefined ? {} : { "x-forwarded-for": from };
  const payload = body === "" ? {} : { payload: body };
  return (await at.inject({ method, url: path, headers: { ...headers, ...address }, ...payload })).json<Answer>();
}

const invalid = (problem: string) => ({ code: refusals.API_KEY_INVALID.code, data: { problem } });
/** The gate was passed; there is no core behind it here. */
const passed = { code: refusals.BUSY.code };

describe("a signature", () => {
  test("[D.91] by HMAC-SHA256 or Ed25519 lets its key's owner in, without any cookie", async () => {
    const hmac = platform.addKey();
    const { privateKey, publicKey } = ed25519Pair();
    const pair = platform.addKey({ publicKey });
    expect(await load(hmacOf(hmac))).toMatchObject(passed);
    expect(await load(ed25519Of(pair.key, privateKey))).toMatchObject(passed);
  });

  test("[D.90] of something else, by somebody else or of nobody's key is the same refusal", async () => {
    const mine = platform.addKey({ permissions: ["READ", "TRADE"] });
    const others = platform.addKey();
    const pair = platform.addKey({ publicKey: ed25519Pair().publicKey });
    const { path } = pathOf(placeOrder);
    const body = '{"symbol":"BTC/USDT"}';
    const good = signedBy(hmacOf(mine), { method: "POST", path, body });
    const tampered = [
      await send(good, { method: "POST", path, body: body.replace("BTC", "ETH") }),
      await send(good, { method: "POST", path: `${path}?a=1`, body }),
      await send({ ...good, [apiKeyHeaders.nonce]: "another-nonce" }, { method: "POST", path, body }),
      await send({ ...good, [apiKeyHeaders.time]: String(Date.now() + 1) }, { method: "POST", path, body }),
      await send({ ...good, [apiKeyHeaders.key]: others.key }, { method: "POST", path, body }),
      await load({ ...hmacOf(others), key: mine.key }),
      await load(hmacOf({ key: "x".repeat(32), secret: "no" })),
      await load(hmacOf({ key: pair.key, secret: pair.secret })),
      await load(ed25519Of(pair.key, ed25519Pair().privateKey)),
      await load(ed25519Of(mine.key, ed25519Pair().privateKey)),
    ];
    for (const answer of tampered) expect(answer).toMatchObject(invalid("signature"));
  });

  test("covers the query", async () => {
    const signing = hmacOf(platform.addKey());
    const headers = signedBy(signing, { method: "GET", path: `${pathOf(balances).path}?product=1` });
    expect(await send(headers, { path: `${pathOf(balances).path}?product=2` })).toMatchObject(invalid("signature"));
  });

  test("serves once, also after its refusal by what comes later", async () => {
    const signing = hmacOf(platform.addKey());
    const headers = signedBy(signing, { method: "GET", path: pathOf(balances).path });
    expect(await send(headers, {})).toMatchObject(passed);
    for (let i = 0; i < 20; i += 1) expect(await send(headers, {})).toMatchObject(invalid("used"));
    const time = Date.now();
    const twice = { time, nonce: "same-nonce-1" };
    expect(await load(signing, twice)).toMatchObject(passed);
    expect(await load(signing, { ...twice, path: `${pathOf(balances).path}?product=1` })).toMatchObject(
      invalid("used"),
    );
  });

  test("is good for five seconds before and after", async () => {
    const signing = hmacOf(platform.addKey());
    for (const ms of [-4_500, 4_500]) expect(await load(signing, { time: Date.now() + ms })).toMatchObject(passed);
    for (const ms of [-5_600, 5_600, -60_000, 3_600_000])
      expect(await load(signing, { time: Date.now() + ms })).toMatchObject(invalid("clock"));
  });

  test("that is not whole is refused, and a session beside it does not help", async () => {
    const signing = hmacOf(platform.addKey());
    const cookie = `tm-session=${platform.grant(1001).accessToken}`;
    const headers = signedBy(signing, { method: "GET", path: pathOf(balances).path });
    for (const name of Object.values(apiKeyHeaders).filter((one) => one !== apiKeyHeaders.key)) {
      const { [name]: _left, ...rest } = headers;
      expect(await send({ ...rest, cookie }, {})).toMatchObject(invalid("headers"));
    }
  });
});

describe("a key", () => {
  test("serves only the addresses that it names", async () => {
    const signing = hmacOf(platform.addKey({ ips: ["203.0.113.7", "198.51.100.0/24", "2001:db8::/32"] }));
    for (const from of ["203.0.113.7", "198.51.100.200", "2001:db8::5", "::ffff:203.0.113.7"])
      expect([from, await load(signing, { from })]).toMatchObject([from, passed]);
    for (const from of ["203.0.113.8", "198.51.101.1", "2001:db9::5", "127.0.0.1"])
      expect([from, await load(signing, { from })]).toMatchObject([from, invalid("address")]);
  });

  test("ends when its time is over", async () => {
    const signing = hmacOf(platform.addKey({ until: Date.now() + 300 }));
    expect(await load(signing)).toMatchObject(passed);
    await new Promise((resolve) => setTimeout(resolve, 320));
    expect(await load(signing)).toMatchObject(invalid("expired"));
  });

  test("is asked for once, and again when it has changed, at every gateway", async () => {
    const made = platform.addKey({ permissions: ["READ", "TRADE"] });
    const signing = hmacOf(made);
    const before = platform.keysAsked;
    await Promise.all(Array.from({ length: 10 }, () => load(signing)));
    expect(platform.keysAsked).toBe(before + 1);
    expect(await load(signing, {}, other)).toMatchObject(passed);
    platform.apiKeys.delete(made.key);
    platform.tellKeyChanged(made.key);
    for (const at of [app, other]) expect(await load(signing, {}, at)).toMatchObject(invalid("signature"));
  });

  test("that nobody has makes us ask no more often than its sender's address may", async () => {
    const slow = await createGateway({
      config: readSettings({ ...usual, CORE_NAME: "api-keys", RATE_SIGN_IN_PER_SECOND: "1" }),
      bus,
      clock: systemClock,
      log,
      counters,
    });
    const before = platform.keysAsked;
    const codes = new Set<number>();
    for (let i = 0; i < 60; i += 1)
      codes.add(
        (await load(hmacOf({ key: `${i}`.padStart(32, "k"), secret: "no" }), { from: "192.0.2.1" }, slow)).code,
      );
    expect(platform.keysAsked - before).toBeLessThanOrEqual(21);
    expect(codes).toEqual(new Set([refusals.API_KEY_INVALID.code, refusals.TOO_MANY_REQUESTS.code]));
    await slow.close();
  });
});

test("every call lets in exactly the keys that the table of guards says", async () => {
  const sets: Permission[][] = [["READ"], ["TRADE"], ["WITHDRAW"], [...permissions]];
  const signings = sets.map((set) => ({ set, signing: hmacOf(platform.addKey({ permissions: set })) }));
  for (const call of callList) {
    const needed = apiKeyPermission(call);
    for (const { set, signing } of signings) {
      const isLetIn = needed === "any" || (needed !== "never" && set.includes(needed));
      const { code } = await load(signing, pathOf(call));
      expect([call.path, set, code !== refusals.API_KEY_FORBIDDEN.code]).toEqual([call.path, set, isLetIn]);
      expect([call.path, code]).not.toEqual([call.path, refusals.API_KEY_INVALID.code]);
    }
  }
  expect(callList.filter((call) => apiKeyPermission(call) === "WITHDRAW")).toEqual([]);
  const ofSignIn = callList.filter(
    ({ name }) => /^(identity|security)\./.test(name) && !name.includes("robotChallenge"),
  );
  expect(ofSignIn.filter((call) => apiKeyPermission(call) !== "never").map(({ path }) => path)).toEqual([]);
  // Hundreds of requests: a slow machine takes its time.
}, 30_000);

test("a body that is too large is refused before anybody looks at its signature", async () => {
  const signing = hmacOf(platform.addKey({ permissions: ["TRADE"] }));
  const { method, path } = pathOf(placeOrder);
  const body = JSON.stringify({ text: "x".repeat(70_000) });
  const headers = signedBy(signing, { method, path, body });
  const answer = await app.inject({ method, url: path, headers, payload: body });
  expect(answer.json()).toMatchObject({ code: 40000, data: { problem: "too large" } });
});
