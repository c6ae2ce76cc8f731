import { type Call, callList, calls, endedSessions, guardsOf, proofKeyHeader, refusals } from "@tidemark/contracts";
import { createLog, type Question, openQuestion, sealsOf, systemClock } from "@tidemark/kit-node";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGateway } from "./app.ts";
import { readSettings } from "./config.ts";
import { FakePlatform } from "./testing/fake-platform.ts";
import { signed } from "./testing/gateway.ts";
import { memoryBus } from "./testing/memory-bus.ts";

const log = createLog("test");
log.level = "silent";
const counters = { count: async () => 1, close: () => undefined };
const manyASecond = Object.fromEntries(
  ["TRADE", "CANCEL", "READ", "LOG", "SIGN_IN"].map((name) => [`RATE_${name}_PER_SECOND`, "1000000"]),
);
const config = readSettings({ GATEWAY_PORT: "0", CORE_NAME: "guards", DESK_TIMEOUT_MS: "200", ...manyASecond });
/** Everything that the gateway let through to somebody who would act on it. */
const letThrough: string[] = [];
let app: FastifyInstance;
let platform: FakePlatform;
let guest: Holder;
let alice: Holder;
let bob: Holder;

type Holder = { readonly cookie: string; readonly key: string };
type Answer = { code: number; data: unknown };

const seals = sealsOf("", "development");
/** What the gateway asks by itself, whoever is there. */
const ownQuestions = [endedSessions.name, calls.marketDirectory.name];

beforeAll(async () => {
  const inner = memoryBus();
  const bus = {
    ...inner,
    publish: (...told: Parameters<typeof inner.publish>) => {
      if (told[0].includes(".cmd.")) letThrough.push("a command");
      inner.publish(...told);
    },
    request: (subject: string, bytes: Uint8Array, timeoutMs: number) => {
      const seal = seals.of(subject.includes(".desk.") ? "platform_desk" : "user");
      const { call } = openQuestion(bytes, { of: () => seal }, systemClock.now()) as Question;
      if (!ownQuestions.includes(call)) letThrough.push(call);
      return inner.request(subject, bytes, timeoutMs);
    },
  };
  platform = new FakePlatform(inner, config.CORE_NAME);
  app = await createGateway({ config, bus, clock: systemClock, log, counters });
  const first = await app.inject("/market/v3/current/datetime");
  guest = { cookie: String(first.headers["set-cookie"]).split(";")[0]!, key: String(first.headers[proofKeyHeader]) };
  [alice, bob] = [await holder(1001), await holder(1002)];
});
afterAll(async () => {
  await app.close();
  await platform.close();
});

async function holder(uid: number): Promise<Holder> {
  const { accessToken } = platform.grant(uid);
  const cookie = `${guest.cookie}; tm-session=${accessToken}`;
  const answer = await app.inject({ url: "/market/v3/current/datetime", headers: { cookie } });
  return { cookie, key: String(answer.headers[proofKeyHeader]) };
}

const partsOf = (call: Call): { method: "GET" | "POST"; path: string } => {
  const [method, path] = call.path.split(" ") as ["GET" | "POST", string];
  return { method, path: path.replaceAll(/\{\w+\}/g, "web-main") };
};

type Wish = { readonly as: Holder; readonly key?: string; readonly headers?: Record<string, string>; bare?: boolean };

async function ask(call: Call, { as, key = as.key, headers = {}, bare = false }: Wish): Promise<Answer> {
  const { method, path } = partsOf(call);
  const proof = bare ? { path, headers: {} } : signed(key, method, path);
  const answer = await app.inject({
    method,
    url: proof.path,
    headers: { ...proof.headers, cookie: as.cookie, ...headers },
    ...(method === "POST" ? { payload: {} } : {}),
  });
  return answer.json<Answer>();
}

const changing = callList.filter((call) => call.path.startsWith("POST "));
const proven = callList.filter((call) => guardsOf(call).proof);

describe("the whole table, asked without one guard at a time", () => {
  test("a visitor gets nothing of what needs a session, and a trader is not turned away as one", async () => {
    for (const call of callList) {
      const { code } = await ask(call, { as: guest });
      expect([call.path, code === refusals.LOGIN_INVALID.code && call.name !== "identity.refreshToken"]).toEqual([
        call.path,
        guardsOf(call).who === "signed in",
      ]);
      if (guardsOf(call).who === "signed in")
        expect([call.path, (await ask(call, { as: alice })).code]).not.toEqual([
          call.path,
          refusals.LOGIN_INVALID.code,
        ]);
    }
  });

  test("without a proof, with another session's key, or with the device's own, nothing that must be signed is taken", async () => {
    for (const call of proven) {
      const before = letThrough.length;
      const said = [
        await ask(call, { as: alice, bare: true }),
        await ask(call, { as: alice, key: bob.key }),
        await ask(call, { as: alice, key: guest.key }),
      ];
      expect([call.path, said.map(({ code }) => code)]).toEqual([
        call.path,
        said.map(() => refusals.PROOF_INVALID.code),
      ]);
      expect(letThrough.length).toBe(before);
    }
  });

  test("a proof serves once, for every call", async () => {
    for (const call of proven) {
      const { method, path } = partsOf(call);
      const proof = signed(alice.key, method, path);
      const send = async (): Promise<Answer> => {
        const payload = method === "POST" ? { payload: {} } : {};
        const headers = { ...proof.headers, cookie: alice.cookie };
        return (await app.inject({ method, url: proof.path, headers, ...payload })).json<Answer>();
      };
      if (call.session === "ends") continue;
      await send();
      expect([call.path, await send()]).toMatchObject([call.path, { code: 40300, data: { problem: "used" } }]);
    }
  });

  test("from another site's page nothing is changed, whatever it sends along", async () => {
    for (const call of changing) {
      const before = letThrough.length;
      const said = [
        await ask(call, { as: alice, headers: { origin: "https://evil.example" } }),
        await ask(call, { as: alice, headers: { "sec-fetch-site": "cross-site" } }),
        await ask(call, { as: alice, headers: { origin: "null" } }),
      ];
      expect([call.path, said.map(({ code }) => code)]).toEqual([
        call.path,
        said.map(() => refusals.REQUEST_INVALID.code),
      ]);
      expect(letThrough.length).toBe(before);
    }
  });
});
