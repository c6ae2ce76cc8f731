import { calls, proofClockMaxMs, proofKeyHeader } from "@tidemark/contracts";
import { createLog, systemClock } from "@tidemark/kit-node";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createGateway } from "../app.ts";
import { readSettings } from "../config.ts";
import { createDevices } from "./proofs.ts";
import { FakePlatform } from "../testing/fake-platform.ts";
import { signed } from "../testing/gateway.ts";
import { memoryBus } from "../testing/memory-bus.ts";

const log = createLog("test");
log.level = "silent";
const counters = { count: async () => 1, close: () => undefined };
let now = Date.now();
let app: FastifyInstance;
let device: { cookie: string; key: string };

beforeAll(async () => {
  const clock = { ...systemClock, now: () => now };
  const bus = memoryBus();
  const config = readSettings({ GATEWAY_PORT: "0" });
  new FakePlatform(bus, config.CORE_NAME);
  app = await createGateway({ config, bus, clock, log, counters });
});
afterAll(() => app.close());
beforeEach(async () => {
  now = Date.now();
  const first = await app.inject("/market/v3/current/datetime");
  const cookie = String(first.headers["set-cookie"]).split(";")[0]!;
  device = { cookie, key: String(first.headers[proofKeyHeader]) };
});

type Wish = { path?: string; cookie?: string; headers?: Record<string, string>; payload?: object };

async function send(method: "GET" | "POST", proof: ReturnType<typeof signed>, wish: Wish = {}) {
  const headers = { ...proof.headers, cookie: device.cookie, ...wish.headers };
  const answer = await app.inject({
    method,
    url: wish.path ?? proof.path,
    headers,
    ...(method === "POST" ? { payload: wish.payload ?? {} } : {}),
  });
  return { code: answer.json<{ code: number }>().code, data: answer.json<{ data: unknown }>().data, answer };
}
const logout = calls.signOut.path.split(" ")[1]!;

test("the first call names the device by a cookie that scripts cannot read, and brings its key even while nobody has an answer", async () => {
  const first = await app.inject("/market/v3/current/datetime");
  expect(first.json()).toMatchObject({ code: 40400 });
  expect(String(first.headers["set-cookie"])).toMatch(
    /^tm-device=[\w-]{22}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const again = await app.inject({ url: "/market/v3/current/datetime", headers: { cookie: device.cookie } });
  expect([again.headers[proofKeyHeader], again.headers["set-cookie"]]).toEqual([device.key, undefined]);
});

test("a call that changes something is refused without a proof, and taken with one", async () => {
  expect(await send("POST", { path: logout, headers: {} })).toMatchObject({
    code: 40300,
    data: { problem: "missing" },
  });
  expect(await send("POST", signed(device.key, "POST", logout))).toMatchObject({ code: 200 });
});

test("a proof serves once", async () => {
  const proof = signed(device.key, "POST", logout);
  expect((await send("POST", proof)).code).toBe(200);
  expect(await send("POST", proof)).toMatchObject({ code: 40300, data: { problem: "used" } });
});

test("[D.22] a proof is of one method, one path, one device and one key", async () => {
  const other = { "client-data": '{"deviceId":"another","uuid":"test","clientType":0}' };
  const cases = [
    await send("POST", signed(device.key, "GET", logout)),
    await send("POST", signed(device.key, "POST", "/user/login"), {
      path: signed(device.key, "POST", "/x").path.replace("/x", logout),
    }),
    await send("POST", signed(device.key, "POST", logout), { headers: other }),
    await send("POST", signed("another key", "POST", logout)),
  ];
  expect(cases.map(({ data }) => data)).toEqual(Array.from(cases, () => ({ problem: "mac" })));
});

test("[D.24] a proof older or newer than five minutes is refused", async () => {
  const proof = signed(device.key, "POST", logout);
  now = Date.now() + proofClockMaxMs + 1_000;
  expect(await send("POST", proof)).toMatchObject({ code: 40300, data: { problem: "clock" } });
  now = Date.now() - proofClockMaxMs - 1_000;
  expect(await send("POST", proof)).toMatchObject({ code: 40300, data: { problem: "clock" } });
});

test("[D.23] signing in brings the session's own key, and the device's no longer serves what needs a session", async () => {
  const ask = { loginId: "alice@tidemark.test", password: "right" };
  const { answer } = await send("POST", signed(device.key, "POST", "/user/login"), { payload: ask });
  const key = String(answer.headers[proofKeyHeader]);
  expect(key).not.toBe(device.key);
  const cookies = [answer.headers["set-cookie"]].flat().map((line) => String(line).split(";")[0]);
  const cookie = [device.cookie, ...cookies].join("; ");
  const info = "/user/userInfo";
  expect((await send("GET", signed(device.key, "GET", info), { headers: { cookie } })).code).toBe(40300);
  expect((await send("GET", signed(key, "GET", info), { headers: { cookie } })).code).toBe(200);
  const left = await send("POST", signed(key, "POST", logout), { headers: { cookie } });
  expect(left.answer.headers[proofKeyHeader]).toBe(device.key);
});

test("[S7.17] whoever runs no routine has a quarter of the allowance", async () => {
  const servedOf = async (isMarked: boolean, remoteAddress: string): Promise<number> => {
    let served = 0;
    for (let i = 0; i < 90; i += 1) {
      const { path, headers } = signed(device.key, "GET", "/market/v2/currency-rates");
      const { "bot-mark": mark, ...rest } = headers;
      const own = isMarked ? { ...rest, "bot-mark": mark } : rest;
      const answer = await app.inject({ url: path, remoteAddress, headers: own });
      if (answer.statusCode !== 429) served += 1;
    }
    return served;
  };
  expect(await servedOf(true, "10.0.0.1")).toBe(90);
  expect(await servedOf(false, "10.0.0.2")).toBeLessThan(60);
});

test("in production a device is known by the cookie that no other host can plant, and by no other name of it", () => {
  const [here, there] = [createDevices(false, "tm"), createDevices(true, "tm")];
  const { id, cookie } = there.make();
  expect(cookie).toMatch(/^__Host-tm-device=[\w-]{22}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
  expect(there.of(`a=b; __Host-tm-device=${id}`)).toBe(id);
  for (const planted of [`tm-device=${id}`, `__Host-tm-device=; tm-device=${id}`, `x__Host-tm-device=${id}`])
    expect([planted, there.of(planted)]).toEqual([planted, undefined]);
  const planted = "planted-by-a-neighbour";
  expect(there.of(`tm-device=${planted}; __Host-tm-device=${id}`)).toBe(id);
  expect(here.of(`a=b; tm-device=${id}`)).toBe(id);
  expect(here.of(`__Host-tm-device=${id}`)).toBeUndefined();
});
