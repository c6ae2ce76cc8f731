import {
  type Call,
  callList,
  calls,
  changedApiKeys,
  endedSessions,
  gatewayReport,
  factorFreshMs,
  requirementsOf,
  proofClockMaxMs,
  proofKeyHeader,
  refusals,
  success,
  topicSeqsOf,
} from "@tidemark/contracts";
import { type Question, openQuestion, sealsOf, systemClock } from "@tidemark/kit-node";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGateway } from "../app.ts";
import { readSettings } from "../config.ts";
import { unlimitedRates, noCounters as counters, quietLog as log } from "../testing/standalone.ts";
import { FakePlatform } from "../testing/fake-platform.ts";
import { signed } from "../testing/gateway.ts";
import { memoryBus } from "../testing/memory-bus.ts";

const config = readSettings({ GATEWAY_PORT: "0", CORE_NAME: "guards", RPC_TIMEOUT_MS: "200", ...unlimitedRates });
/** Everything that the gateway passed on to an owner or the core. */
const letThrough: string[] = [];
let app: FastifyInstance;
let platform: FakePlatform;
let signedOut: Holder;
let alice: Holder;
let bob: Holder;

type Holder = { readonly cookie: string; readonly key: string };
type Answer = { code: number; data: unknown };

const seals = sealsOf("", "development");
/** Questions that the gateway asks on its own behalf. */
const ownQuestions = [
  endedSessions.name,
  changedApiKeys.name,
  gatewayReport.name,
  topicSeqsOf("platform").name,
  calls.marketInstruments.name,
];

beforeAll(async () => {
  const inner = memoryBus();
  const bus = {
    ...inner,
    publish: (...message: Parameters<typeof inner.publish>) => {
      if (message[0].includes(".cmd.")) letThrough.push("a command");
      inner.publish(...message);
    },
    request: (subject: string, bytes: Uint8Array, timeoutMs: number) => {
      const [, owner] = /\.rpc\.(platform|wallet)$/.exec(subject) ?? [];
      const seal = seals.of(owner === undefined ? "user" : (`${owner}_rpc` as "platform_rpc" | "wallet_rpc"));
      const { call } = openQuestion(bytes, { of: () => seal }, systemClock.now()) as Question;
      if (!ownQuestions.includes(call)) letThrough.push(call);
      return inner.request(subject, bytes, timeoutMs);
    },
  };
  platform = new FakePlatform(inner, config.CORE_NAME);
  app = await createGateway({ config, bus, clock: systemClock, log, counters });
  const first = await app.inject("/market/v3/current/datetime");
  signedOut = {
    cookie: String(first.headers["set-cookie"]).split(";")[0]!,
    key: String(first.headers[proofKeyHeader]),
  };
  [alice, bob] = [await holder(1001), await holder(1002)];
});
afterAll(async () => {
  await app.close();
  await platform.close();
});

async function holder(uid: number, factorAt = 0): Promise<Holder> {
  const { accessToken } = platform.grant(uid, undefined, factorAt);
  const cookie = `${signedOut.cookie}; tm-session=${accessToken}`;
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
const ofOurPages = callList.filter((call) => requirementsOf(call).origin);
const proven = callList.filter((call) => requirementsOf(call).proof);

describe("the whole table, asked without one guard at a time", () => {
  test("a visitor gets nothing of what needs a session, and a trader is not turned away as one", async () => {
    for (const call of callList) {
      const { code } = await ask(call, { as: signedOut });
      expect([call.path, code === refusals.LOGIN_INVALID.code && call.name !== "identity.refreshToken"]).toEqual([
        call.path,
        requirementsOf(call).who !== "anybody",
      ]);
      if (requirementsOf(call).who !== "anybody")
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
        await ask(call, { as: alice, key: signedOut.key }),
      ];
      expect([call.path, said.map(({ code }) => code)]).toEqual([
        call.path,
        said.map(() => refusals.PROOF_INVALID.code),
      ]);
      expect(letThrough.slice(before)).toEqual([]);
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

  test("what another site's page can make a browser send changes nothing: no proof, a late one, forms, images, text that is JSON", async () => {
    const json = "application/json";
    const multipart = "multipart/form-data; boundary=x";
    const inParts = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n';
    const bodyOf = (type = ""): string => (type === multipart ? inParts : type.includes("form") ? "a=b" : "{}");
    const types = [
      json,
      "application/x-www-form-urlencoded",
      "text/plain",
      "text/plain; x=application/json",
      multipart,
    ];
    for (const call of changing) {
      const { path } = partsOf(call);
      const before = letThrough.length;
      const send = async (method: "GET" | "POST", url: string, headers: Record<string, string>): Promise<number> => {
        const payload = method === "POST" ? { payload: bodyOf(headers["content-type"]) } : {};
        const answer = await app.inject({ method, url, headers: { cookie: alice.cookie, ...headers }, ...payload });
        return answer.json<Answer>().code;
      };
      const late = signed(alice.key, "POST", path, Date.now() - proofClockMaxMs - 1_000);
      const early = signed(alice.key, "POST", path, Date.now() + proofClockMaxMs + 1_000);
      const codes = [
        ...(await Promise.all(types.map((type) => send("POST", path, { "content-type": type })))),
        await send("POST", late.path, { ...late.headers, "content-type": json }),
        await send("POST", early.path, { ...early.headers, "content-type": json }),
        // An image's address, with a proof that was made for the form.
        await send("GET", signed(alice.key, "POST", path).path, { "sec-fetch-dest": "image" }),
      ];
      const taken: number[] = [success, refusals.INTERNAL.code, refusals.BUSY.code];
      expect([call.path, codes.filter((code) => taken.includes(code))]).toEqual([call.path, []]);
      expect([call.path, letThrough.slice(before)]).toEqual([call.path, []]);
    }
  });

  test("what needs a fresh second factor is refused where none was shown, or more than ten minutes ago", async () => {
    const fresh = callList.filter((call) => requirementsOf(call).factor === "fresh");
    expect(fresh.map(({ name }) => name)).toEqual(expect.arrayContaining(["identity.removePasskey"]));
    expect([factorFreshMs, config.FACTOR_FRESH_MS]).toEqual([600_000, 600_000]);
    const now = systemClock.now();
    const [never, longAgo, lately] = [
      await holder(1003),
      await holder(1003, now - factorFreshMs),
      await holder(1003, now - factorFreshMs + 60_000),
    ];
    for (const call of callList.filter(({ session }) => session !== "ends")) {
      const before = letThrough.length;
      const needed = refusals.FACTOR_NEEDED.code;
      const said = [
        (await ask(call, { as: never })).code === needed,
        (await ask(call, { as: longAgo })).code === needed,
      ];
      const isGuarded = requirementsOf(call).factor === "fresh";
      expect([call.path, said]).toEqual([call.path, [isGuarded, isGuarded]]);
      if (isGuarded) {
        expect([call.path, letThrough.slice(before)]).toEqual([call.path, []]);
        expect([call.path, (await ask(call, { as: lately })).code]).not.toEqual([call.path, needed]);
      }
    }
  });

  test("from another site's page nothing is changed, whatever it sends along", async () => {
    expect(ofOurPages.length).toBe(changing.length);
    for (const call of ofOurPages) {
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
      expect(letThrough.slice(before)).toEqual([]);
    }
  });
});
