import { callList, refusals } from "@tidemark/contracts";
import { createLog } from "@tidemark/kit-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hmacOf, signedBy } from "../testing/api-key-client.ts";
import { type MemoryWorld, openWorldInMemory } from "../testing/standalone.ts";

type Answer = { readonly status: number; readonly code: number };

const errors: unknown[] = [];
const log = createLog("test");
log.level = "silent";
log.error = (...line: unknown[]) => void errors.push(line);

async function send(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000), ...init });
  const { code } = (await response.json()) as { code: number };
  return { status: response.status, code };
}

const head = '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n';
/** Bodies that a parser of forms in parts stops at, each in another place. */
const brokenForms: readonly { readonly name: string; readonly type: string; readonly body: string }[] = [
  { name: "without its boundary", type: "multipart/form-data", body: `${head}1\r\n--b--\r\n` },
  { name: "cut short in a value", type: "multipart/form-data; boundary=b", body: `${head}1` },
  { name: "cut short in a head", type: "multipart/form-data; boundary=b", body: "--b\r\nContent-Disposition: form-d" },
  { name: "without parts", type: "multipart/form-data; boundary=b", body: "nothing of the kind" },
  { name: "empty", type: "multipart/form-data; boundary=b", body: "" },
  { name: "with a head that is none", type: "multipart/form-data; boundary=b", body: "--b\r\n\0\0\r\n\r\n1\r\n--b--" },
  {
    name: "with a forbidden name",
    type: "multipart/form-data; boundary=b",
    body: `${head.replace("x", "__proto__")}1\r\n--b--\r\n`,
  },
  {
    name: "with a file",
    type: "multipart/form-data; boundary=b",
    body: `${head.replace('"x"', '"x"; filename="a"')}1\r\n--b--\r\n`,
  },
  // A parser of streams took these as far as its limit, and ended the process at the next.
  {
    name: "with more parts than are allowed, cut short",
    type: "multipart/form-data; boundary=b",
    body: `${Array.from({ length: 60 }, (_, i) => `${head.replace("x", `x${i}`)}1\r\n`).join("")}--b\r\nContent`,
  },
  {
    name: "with more parts than are allowed, cut short in a value",
    type: "multipart/form-data; boundary=b",
    body: Array.from({ length: 60 }, (_, i) => `${head.replace("x", `x${i}`)}1`).join("\r\n"),
  },
  { name: "with a name twice", type: "multipart/form-data; boundary=b", body: `${head}1\r\n${head}2\r\n--b--\r\n` },
];
const formOf = ({ type, body }: (typeof brokenForms)[number]): RequestInit => ({
  method: "POST",
  body: Buffer.from(body),
  headers: { "content-type": type },
});

describe("M1: a form in parts that cannot be read", () => {
  let world: MemoryWorld;
  beforeAll(async () => void (world = await openWorldInMemory({}, { log })));
  afterAll(() => world.close());

  test("is refused on every route that takes one, never answered 500, and writes no error line", async () => {
    const paths = callList
      .filter(({ path, carry }) => path.startsWith("POST ") && carry === "bus")
      .map(({ path }) => path.slice(5));
    expect(paths.length).toBeGreaterThan(50);
    for (const path of paths)
      await Promise.all(
        brokenForms.map(async (form) => {
          const { status, code } = await send(world.url + path, formOf(form));
          expect([path, form.name, status, code < 50_000]).toEqual([path, form.name, 200, true]);
        }),
      );
    expect(errors).toEqual([]);
  });

  test("is refused where it is signed by an API key, too", async () => {
    const signing = hmacOf(world.platform.addKey({ permissions: ["READ", "TRADE"] }));
    const path = "/api/trade-api/order/place";
    for (const form of brokenForms) {
      const headers = signedBy(signing, { method: "POST", path, body: form.body });
      const answer = await send(world.url + path, {
        ...formOf(form),
        headers: { ...headers, "content-type": form.type },
      });
      expect([form.name, answer]).toEqual([form.name, { status: 200, code: refusals.REQUEST_INVALID.code }]);
    }
    expect(errors).toEqual([]);
  });
});

describe("M2: what is refused is paid for", () => {
  const floods: Readonly<Record<string, (url: string) => Promise<Answer>>> = {
    "a change without a proof": (url) =>
      send(`${url}/user/login`, { method: "POST", body: "{}", headers: { "content-type": "application/json" } }),
    "an order without a session": (url) =>
      send(`${url}/api/trade-api/order/place`, {
        method: "POST",
        body: "{}",
        headers: { "content-type": "application/json" },
      }),
    "a change from another site": (url) =>
      send(`${url}/user/logout`, { method: "POST", headers: { origin: "https://evil.example" } }),
    "a private read without a session": (url) => send(`${url}/api/trade-api/order/history`),
    "a path that there is not": (url) => send(`${url}/nowhere`),
    "a file that there is not": (url) => send(`${url}/assets/gone.js`),
    "a path that is no path": (url) => send(`${url}/%zz`),
    "a broken form in parts": (url) => send(`${url}/api/trade-api/order/place`, formOf(brokenForms[1]!)),
    "a broken form in parts with an API key that there is not": (url) =>
      send(`${url}/api/trade-api/order/place`, {
        ...formOf(brokenForms[1]!),
        headers: { "content-type": brokenForms[1]!.type, "tm-key": "none" },
      }),
    "a broken body": (url) =>
      send(`${url}/user/logout`, { method: "POST", body: "{", headers: { "content-type": "application/json" } }),
  };
  test.each(Object.keys(floods))("%s is limited", async (name) => {
    const world = await openWorldInMemory({
      RATE_READ_PER_SECOND: "5",
      RATE_TRADE_PER_SECOND: "5",
      RATE_SIGN_IN_PER_SECOND: "1",
    });
    const answers: Answer[] = [];
    for (let i = 0; i < 40; i += 1) answers.push(await floods[name]!(world.url));
    expect(answers[0]!.code).not.toBe(refusals.TOO_MANY_REQUESTS.code);
    expect(answers.at(-1)).toEqual({ status: 429, code: refusals.TOO_MANY_REQUESTS.code });
    await world.close();
  });
});
