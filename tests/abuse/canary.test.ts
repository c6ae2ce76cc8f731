import { createHmac, randomBytes } from "node:crypto";
import {
  calls,
  proofKeyHeader,
  proofMacBytes,
  proofMessage,
  apiKeyHeaders,
  proofText,
  refusals,
  requestHeaders,
} from "@tidemark/contracts";
import { createClient, hmacSigner } from "@tidemark/kit-client";
import { type Bus, connectBus } from "@tidemark/kit-node";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedUsers } from "../../services/platform/src/index.ts";
import { bindFactor } from "../../services/platform/testing/factor.ts";
import { type Mailbox, startMailbox } from "../../services/platform/testing/mailbox.ts";
import { openWorld, type World } from "../../services/platform/testing/world.ts";
import { keptTables, leakFinder } from "./canaries.ts";
import { countOf, timeoutMs } from "./counts.ts";
import { passMinute, retryWhileBusy, resultOf } from "./test-users.ts";

/** Every secret of this run bears it, whatever the secret is: found anywhere, in any spelling, it has leaked. */
const marker = "cAnArY9xQz";
const atOnce = 8;
const deviceId = "canary-device";
const logged: string[] = [];
const published: string[] = [];
const answers: string[] = [];
let world: World;
let mailbox: Mailbox;
let bus: Bus;
let requests = 0;

beforeAll(async () => {
  mailbox = await startMailbox();
  world = await openWorld({
    platform: { ...mailbox.settings, SIGN_IN_NEW_DEVICE: "notice", LOG_LEVEL: "trace" },
    gateway: { LOG_LEVEL: "trace", RATE_LOG_PER_SECOND: "10000" },
    onLine: (line) => void logged.push(line),
  });
  bus = await connectBus("nats://127.0.0.1:4222", "canary");
  bus.subscribe(`tm.${world.core}.>`, (bytes, _reply, subject) => {
    // Questions to an rpc server carry the ask; every other message on the bus must not.
    if (!/\.(rpc|inbox)\./.test(subject)) published.push(Buffer.from(bytes).toString("latin1"));
  });
});
afterAll(async () => {
  await world.close();
  await mailbox.end();
  await bus.close();
});

const leaksIn = leakFinder(marker);

const unique = (): string => randomBytes(9).toString("base64url");
const canary = {
  password: (): string => `${marker}-${unique()}-Z1!`,
  token: (): string => `${marker}${randomBytes(30).toString("base64url")}`.slice(0, 43),
  access: (): string => `a1.${canary.token()}.7.9999999999999.0~${canary.token()}`,
};

type Browser = { cookie: string; key: string };
type Sent = { method?: "GET" | "POST"; body?: string | FormData; headers?: Record<string, string>; auth?: string };

/** A request with a proof of its own, whose nonce is a canary too. */
async function send(browser: Browser, path: string, sent: Sent = {}): Promise<{ code: number; text: string }> {
  const { method = "POST", body, headers = {} } = sent;
  const [time, nonce] = [Date.now(), `${marker}${randomBytes(9).toString("base64url")}`];
  const message = proofMessage({ time, nonce }, method, path.split("?")[0]!, deviceId);
  const mac = createHmac("sha256", browser.key)
    .update(message)
    .digest()
    .subarray(0, proofMacBytes)
    .toString("base64url");
  const auth = sent.auth ?? proofText({ time, nonce, mac });
  const response = await fetch(`${world.url}${path}${path.includes("?") ? "&" : "?"}auth=${auth}`, {
    method,
    headers: {
      [requestHeaders.clientData]: JSON.stringify({ deviceId, uuid: "canary", clientType: 0 }),
      ...(typeof body === "string" ? { "content-type": "application/json" } : {}),
      cookie: browser.cookie,
      ...headers,
    },
    ...(method === "GET" ? {} : { body: body ?? "{}" }),
  });
  const text = await response.text();
  requests += 1;
  answers.push(text, ...[...response.headers].map(([name, value]) => `${name}: ${value}`));
  const parsed = text.startsWith("{") ? (JSON.parse(text) as { code?: number }) : {};
  return { code: parsed.code ?? response.status, text };
}

async function openBrowser(): Promise<Browser> {
  const response = await fetch(`${world.url}/market/v3/current/datetime`);
  const cookie = response.headers.getSetCookie()[0]!.split(";")[0]!;
  return { cookie, key: response.headers.get(proofKeyHeader)! };
}

const json = (value: unknown): string => JSON.stringify(value);
function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
const logLine = (path: string) => ({
  path,
  startedAt: Date.now(),
  ms: 1,
  result: "error",
  code: 1,
  message: "",
  body: json({ password: canary.password() }),
});

/** Every way that a secret comes to us by, right and wrong, and all the ways to spoil one. */
const ways: readonly ((browser: Browser) => Promise<{ code: number }>)[] = [
  (browser) =>
    send(browser, "/user/login", { body: json({ loginId: "nobody@example.com", password: canary.password() }) }),
  (browser) =>
    send(browser, "/user/login", { body: formOf({ loginId: "nobody@example.com", password: canary.password() }) }),
  (browser) => send(browser, "/user/login", { body: json({ loginId: 7, password: [canary.password()] }) }),
  (browser) => send(browser, "/user/login", { body: `{"password":"${canary.password()}"` }),
  (browser) => send(browser, "/user/login", { body: json({ password: canary.password().repeat(3_000) }) }),
  (browser) => send(browser, `/user/login?password=${canary.password()}`, { body: json({ loginId: "a@example.com" }) }),
  (browser) =>
    send(browser, "/user/login/verify", {
      body: json({ ticket: canary.token(), emailCode: canary.token(), googleCode: "1" }),
    }),
  (browser) =>
    send(browser, "/user/login/verify", { body: json({ ticket: canary.token().slice(0, 32), emailCode: "123456" }) }),
  (browser) =>
    send(browser, "/user/password/reset", {
      body: json({ loginId: "nobody@example.com", code: "123456", password: canary.password() }),
    }),
  (browser) =>
    send(browser, "/user/register/email", {
      body: json({ email: "x@example.com", code: canary.token(), password: canary.password(), agree: true }),
    }),
  (browser) => send(browser, "/user/refresh_token", { body: json({ refreshToken: canary.token() }) }),
  (browser) =>
    send(browser, "/user/refresh_token", { headers: { cookie: `${browser.cookie}; tm-refresh=${canary.token()}` } }),
  (browser) =>
    send(browser, "/user/userInfo", {
      method: "GET",
      headers: { cookie: `${browser.cookie}; tm-session=${canary.access()}` },
    }),
  (browser) =>
    send(browser, "/user/userInfo", { method: "GET", headers: { authorization: `Bearer ${canary.access()}` } }),
  (browser) => send(browser, "/user/qr/state", { body: json({ ticket: canary.token() }) }),
  (browser) => send(browser, "/user/session/open", { body: json({ ticket: canary.token() }) }),
  (browser) =>
    send(browser, "/user/logout", { headers: { cookie: `${browser.cookie}; tm-refresh=${canary.token()}` } }),
  (browser) =>
    send(browser, "/user/login", { auth: canary.token(), body: json({ loginId: "a@example.com", password: "x" }) }),
  (browser) => send(browser, "/market/v3/current/datetime", { method: "GET", auth: canary.token() }),
  (browser) => send(browser, `/nowhere/${unique()}`, { method: "GET", auth: canary.token() }),
  (browser) =>
    send(browser, "/content/public/log", { body: json({ lines: [logLine("/user/login"), logLine("/account/x")] }) }),
  (browser) =>
    send(browser, calls.balances.path.slice("GET ".length), {
      method: "GET",
      headers: {
        [apiKeyHeaders.key]: canary.token().slice(0, 32),
        [apiKeyHeaders.time]: String(Date.now()),
        [apiKeyHeaders.nonce]: canary.token().slice(0, 20),
        [apiKeyHeaders.sign]: canary.token(),
      },
    }),
];

/** All tables in one text. */
const everythingKept = async (): Promise<string> => [...(await keptTables(world.owner.db))].flat().join("\n");

async function expectNoLeak(): Promise<void> {
  // What pages report is written twice a second.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const kept = await everythingKept();
  expect(kept).toContain("content.request_log");
  expect({ kept: leaksIn(kept), logged: leaksIn(logged.join("\n")) }).toEqual({ kept: [], logged: [] });
  expect({ published: leaksIn(published.join("\n")), answers: leaksIn(answers.join("\n")) }).toEqual({
    published: [],
    answers: [],
  });
}

test("a leak would be found, in whatever spelling", () => {
  for (const encoding of ["utf8", "hex", "base64", "base64url"] as const)
    for (const before of ["", "a", "ab"])
      expect([encoding, leaksIn(Buffer.from(`${before}${canary.password()}`).toString(encoding))]).not.toEqual([
        encoding,
        [],
      ]);
  expect(leaksIn(canary.access())).not.toEqual([]);
  expect(leaksIn(randomBytes(50_000).toString("base64"))).toEqual([]);
});

test(
  "[D.34] passwords, codes, tokens and proofs that are sent turn up in no log, no table, no word on the bus and no answer",
  async () => {
    const browsers = await Promise.all(Array.from({ length: atOnce }, openBrowser));
    const codes = new Set<number>();
    const total = countOf("canaries");
    let next = 0;
    await Promise.all(
      browsers.map(async (browser) => {
        for (let i = next++; i < total; i = next++) codes.add((await ways[i % ways.length]!(browser)).code);
      }),
    );
    expect(requests).toBeGreaterThanOrEqual(total);
    for (const refusal of [
      "LOGIN_WRONG",
      "REQUEST_INVALID",
      "LOGIN_INVALID",
      "PROOF_INVALID",
      "CODE_WRONG",
      "API_KEY_INVALID",
    ] as const)
      expect([refusal, codes.has(refusals[refusal].code)]).toEqual([refusal, true]);
    expect(codes.has(refusals.INTERNAL.code)).toBe(false);
    expect(logged.length).toBeGreaterThan(requests / 4);
    await expectNoLeak();
  },
  timeoutMs,
);

describe("what is right", () => {
  test(
    "is kept as nothing but a hash: passwords of people who sign in and change them",
    async () => {
      const [before, after] = [canary.password(), canary.password()];
      await seedUsers(world.database.url, [{ uid: 61_001, name: "canary1", email: "canary1@example.com" }], before);
      const { client, jar } = world.visitor("canary-person");
      expect(
        resultOf(
          await retryWhileBusy(() => client.call("signIn", { loginId: "canary1@example.com", password: before })),
        ),
      ).toBe("ok");
      expect(
        resultOf(await retryWhileBusy(() => client.call("setPassword", { oldPassword: before, password: after }))),
      ).toBe("ok");
      const tokens = [...jar].filter(([name]) => name !== "tm-device").map(([, value]) => value);
      expect(tokens).toHaveLength(2);
      await expectNoLeak();
      const kept = await everythingKept();
      for (const token of tokens)
        for (const text of [kept, logged.join("\n"), published.join("\n")])
          for (const spelling of [token, Buffer.from(token).toString("hex")])
            expect(text.includes(spelling)).toBe(false);
    },
    timeoutMs,
  );

  test(
    "the secret of an API key is told to its owner, once, and to nobody else",
    async () => {
      const loginId = "canary2@example.com";
      const password = canary.password();
      await seedUsers(world.database.url, [{ uid: 61_002, name: "canary2", email: loginId }], password);
      const { client } = world.visitor("canary-maker");
      expect(resultOf(await retryWhileBusy(() => client.call("signIn", { loginId, password })))).toBe("ok");
      const codeOf = async (to: string): Promise<string> => {
        const mails = await mailbox.until(to, 2);
        return mails.map(({ text }) => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0]).findLast((code) => code !== undefined)!;
      };
      const factor = await bindFactor(client, loginId, world.owner.db, codeOf);
      await factor.confirm();
      const made = await client.call("createApiKey", { label: "canary_key" });
      if (!made.ok) throw new Error(made.message);
      const { secret } = made.value;
      const keyClient = createClient({ baseUrl: world.url, apiKey: hmacSigner(made.value.key, secret) });
      expect(resultOf(await keyClient.call("balances", {}))).toBe("BUSY");
      const kept = await everythingKept();
      expect(kept).toContain(made.value.key);
      const mailed = JSON.stringify(await mailbox.messages(loginId));
      for (const text of [
        kept,
        logged.join("\n"),
        published.join("\n"),
        mailed,
        JSON.stringify(await client.call("apiKeyList", {})),
      ])
        for (const spelling of [secret, Buffer.from(secret).toString("hex"), Buffer.from(secret).toString("base64")])
          expect(text.includes(spelling)).toBe(false);
      await expectNoLeak();
    },
    timeoutMs,
  );

  let readers = 0;
  test(
    "a code stands in its own mail or text message, alone, and nowhere else",
    async () => {
      const total = countOf("canaryCodes");
      // A repeated test uses new users: the first ones' messages are still in their mailboxes.
      readers += 1;
      const first = 60_000 + readers * 2_000;
      const people = Array.from({ length: total + 1 }, (_, i) => ({
        uid: first + i,
        name: `reader${first + i}`,
        email: `reader${first + i}@example.com`,
      }));
      await seedUsers(world.database.url, people, canary.password());
      await passMinute(world);
      // One user has a phone only: with both contacts the notice of the change would arrive at both, before or after the code.
      const number = `10${12_345_600 + readers}`;
      const byPhone = people.pop()!;
      const phone = { loginId: number, areaCode: "+82" };
      await sql`update identity.users set phone = ${`+82${number}`}, email = null where uid = ${byPhone.uid}`.execute(
        world.owner.db,
      );
      const { client } = world.visitor("canary-reader");
      const wishes = [...people.map(({ email }) => ({ loginId: email })), phone];
      for (const wish of wishes) {
        const asked = await retryWhileBusy(async () =>
          client.call("sendCode", { purpose: "reset", ...wish, robot: await world.robot(client) }),
        );
        expect(resultOf(asked)).toBe("ok");
      }
      const codes: string[] = [];
      for (const wish of wishes) {
        const [mail] = await mailbox.until("areaCode" in wish ? `+82${number}` : wish.loginId, 1);
        const seen = `${mail!.subject} ${mail!.text} ${mail!.html.replaceAll(/<style>[\s\S]*?<\/style>|<[^>]*>/g, " ")}`;
        const found = new Set(seen.match(/(?<!\d)\d{6}(?!\d)/g));
        expect([wish.loginId, found.size]).toEqual([wish.loginId, 1]);
        const [code] = found;
        codes.push(code!);
        const change = { ...wish, code: code!, password: canary.password() };
        expect(resultOf(await retryWhileBusy(() => client.call("resetPassword", change)))).toBe("ok");
      }
      expect(codes).toHaveLength(total + 1);
      const [kept, logs] = [await everythingKept(), logged.join("\n")];
      // Six digits after a point are part of a longer number, such as how long an answer took.
      const whole = new RegExp(`(?<![0-9A-Za-z.])(?:${[...new Set(codes)].join("|")})(?![0-9A-Za-z])`);
      for (const text of [kept, logs, published.join("\n")]) expect(whole.exec(text)?.[0]).toBeUndefined();
      for (const text of await mailbox.messages()) expect(leaksIn(json(text))).toEqual([]);
      await expectNoLeak();
    },
    timeoutMs,
  );
});
