import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Call } from "@tidemark/contracts";
import {
  coreSignerOf,
  type Bus,
  createLog,
  openQuestion,
  type Question,
  type Reply,
  sealReply,
  sealsOf,
  systemClock,
} from "@tidemark/kit-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createGateway } from "../app.ts";
import { readSettings } from "../config.ts";
import { signed } from "../testing/gateway.ts";
import { memoryBus } from "../testing/memory-bus.ts";

const log = createLog("test");
log.level = "silent";
const invented = (fields: Partial<Call> & Pick<Call, "name" | "path">): Call => ({
  owner: "platform",
  needs: "nothing",
  answers: "now",
  carry: "bus",
  shape: "envelope",
  ask: z.strictObject({ id: z.string().optional(), count: z.number().int().optional() }),
  answer: z.object({}),
  refusals: [],
  ...fields,
});
const inventedCalls = [
  invented({ name: "test.json", path: "GET /test/json/{id}.json", shape: "json" }),
  invented({
    name: "test.csv",
    path: "GET /test/csv",
    shape: "csv",
    ask: z.strictObject({ after: z.string().optional() }),
    answer: z.object({ list: z.array(z.object({ note: z.string(), n: z.number() })) }),
  }),
  invented({ name: "test.file", path: "GET /test/file", shape: "file" }),
  invented({
    name: "test.refused",
    path: "GET /test/refused",
    shape: "csv",
    answer: z.object({ list: z.array(z.object({})) }),
  }),
  invented({ name: "test.first", path: "GET /test/first", givesProofKey: true }),
  invented({ name: "test.upload", path: "POST /test/upload", carry: "http" }),
  invented({
    name: "test.file-form",
    path: "POST /test/file-form",
    carry: "http",
    body: "form",
    upload: { bytesMax: 100_000 },
    refusals: ["FILE_NOT_PICTURE"],
  }),
  invented({ name: "test.export", path: "GET /test/export", carry: "http", shape: "csv" }),
  invented({ name: "test.private", path: "POST /test/private", carry: "http", needs: "session" }),
];

const replies: Record<string, object> = {
  "test.json": { code: 200, data: { shown: true }, seq: 1 },
  "test.csv": { code: 200, data: { list: [{ note: "=1", n: 2 }], next: "2:0" }, seq: 1 },
  "test.csv after 2:0": { code: 200, data: { list: [{ note: "last", n: 1 }] }, seq: 1 },
  "test.file": { code: 200, data: { base64: Buffer.from("bytes").toString("base64") }, seq: 1 },
  "test.refused": { code: 40400, data: null, seq: 1 },
};
const counters = { count: async () => 1, close: () => undefined };
const busy = { code: 50002, data: null, seq: 0 };
const seals = sealsOf("", "development");
const ofCore = coreSignerOf("", readSettings({}).CORE_NAME, "core-a", "development");
let replyKey: Parameters<typeof sealReply>[2] = ofCore;
const asked: Question[] = [];
const bus: Bus = {
  ...memoryBus(),
  request: async (_subject, bytes) => {
    const question = openQuestion(bytes, seals, systemClock.now()) as Question;
    asked.push(question);
    const { after } = question.ask as { after?: string };
    const name = after === undefined ? question.call : `${question.call} after ${after}`;
    return sealReply((replies[name] ?? busy) as Reply, bytes, replyKey);
  },
};

type Seen = { url: string | undefined; headers: Record<string, unknown>; body: string };
const seen: Seen[] = [];
/** The owner's answer to a form with a file; without one its body is no sealed reply. */
let formReply: Reply | undefined;
const owner = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => {
    seen.push({ url: request.url, headers: request.headers, body });
    if (request.url === "/test/file-form") {
      const question = Buffer.from(String(request.headers["tm-question"]), "base64url");
      const ours =
        formReply === undefined ? Buffer.from("no reply") : sealReply(formReply, question, seals.of("platform_rpc")!);
      return void response.writeHead(200).end(ours);
    }
    response.writeHead(200, { "content-type": "text/csv", "set-cookie": "owner=1", "x-inside": "secret" });
    response.end("a,b\r\n");
  });
});
let app: Awaited<ReturnType<typeof createGateway>>;
let hosted: typeof app;

beforeAll(async () => {
  await new Promise<void>((resolve) => owner.listen(0, "127.0.0.1", resolve));
  const { port } = owner.address() as AddressInfo;
  const config = readSettings({ OWNER_URLS: `platform=http://127.0.0.1:${port}` });
  const deps = { bus, clock: systemClock, log, counters, calls: inventedCalls };
  app = await createGateway({ config, ...deps });
  hosted = await createGateway({ config: readSettings({ GATEWAY_HOSTS: "tidemark.example" }), ...deps });
});
afterAll(async () => {
  await app.close();
  await hosted.close();
  owner.close();
});

describe("a call by the bus", () => {
  test("of shape json is answered without envelope, and its path may carry a field", async () => {
    const answer = await app.inject("/test/json/home.json?count=3");
    expect(answer.json()).toEqual({ source: "main", seq: 1, shown: true });
    expect(asked.at(-1)).toMatchObject({ call: "test.json", ask: { id: "home", count: 3 } });
  });
  test("of shape csv is a file of all its pages whose cells cannot be formulas", async () => {
    const answer = await app.inject("/test/csv");
    expect(answer.body).toBe("note,n\r\n'=1,2\r\nlast,1\r\n");
    expect(answer.headers["content-disposition"]).toBe('attachment; filename="test-csv.csv"');
  });
  test("of shape file gives its bytes", async () => {
    const answer = await app.inject("/test/file");
    expect([answer.body, answer.headers["content-type"]]).toEqual(["bytes", "application/octet-stream"]);
  });
  test("answered by somebody without the core's key is busy, not believed", async () => {
    replyKey = seals.of("user")!;
    expect((await app.inject("/test/json/home.json")).json()).toMatchObject({ code: 50002 });
    replyKey = ofCore;
  });
  test("that is refused is an envelope whatever its shape", async () => {
    expect((await app.inject("/test/refused")).json()).toEqual({ code: 40400, message: "Not found.", data: {} });
  });
});

describe("a call by http", () => {
  test("reaches its owner unread, with our word about who asks and without the session", async () => {
    const first = await app.inject("/test/first");
    const device = String(first.headers["set-cookie"]).split(";")[0]!;
    const proof = signed(String(first.headers["proof-key"]), "POST", "/test/upload?kind=1");
    const answer = await app.inject({
      method: "POST",
      url: proof.path,
      payload: "raw bytes",
      headers: {
        ...proof.headers,
        "content-type": "application/x-anything",
        cookie: `tm-session=mine; ${device}`,
        "tm-uid": "1",
      },
    });
    expect(answer.statusCode).toBe(200);
    const { url, headers, body } = seen.at(-1)!;
    expect([url, body, headers["tm-uid"], headers.cookie]).toEqual([
      "/test/upload?kind=1",
      "raw bytes",
      "0",
      undefined,
    ]);
    expect(headers).toMatchObject({ "content-type": "application/x-anything", "tm-call": "test.upload" });
  });
  test("comes back with the headers that are ours to give, and no others", async () => {
    const answer = await app.inject("/test/export");
    expect([answer.body, answer.headers["content-type"]]).toEqual(["a,b\r\n", "text/csv"]);
    expect([answer.headers["set-cookie"], answer.headers["x-inside"]]).toEqual([undefined, undefined]);
  });
  test("that needs a session does not reach its owner without one", async () => {
    const before = seen.length;
    const answer = await app.inject({ method: "POST", url: "/test/private", payload: {} });
    expect(answer.json()).toMatchObject({ code: 10001 });
    expect(seen.length).toBe(before);
  });
});

describe("a form with a file", () => {
  async function sent(form: FormData, headers: Record<string, string> = {}) {
    const first = await app.inject("/test/first");
    const device = String(first.headers["set-cookie"]).split(";")[0]!;
    const proof = signed(String(first.headers["proof-key"]), "POST", "/test/file-form");
    const request = new Request("http://x", { method: "POST", body: form });
    return app.inject({
      method: "POST",
      url: proof.path,
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { ...proof.headers, "content-type": request.headers.get("content-type")!, cookie: device, ...headers },
    });
  }
  const formOf = (bytes: number): FormData => {
    const form = new FormData();
    form.set("file", new Blob(["x".repeat(bytes)]), "a.jpg");
    return form;
  };

  test("[S7.27] goes to its owner as it came, with the field file and a sealed question; the owner's reply is the answer", async () => {
    formReply = { code: 200, data: { taken: true }, seq: 0 };
    expect((await sent(formOf(2_000), { "tm-question": "ours" })).json()).toMatchObject({
      code: 200,
      data: { taken: true },
    });
    const { headers, body } = seen.at(-1)!;
    expect(body).toContain('name="file"; filename="a.jpg"');
    expect([headers.cookie, headers["proof"]]).toEqual([undefined, undefined]);
    const bytes = Buffer.from(String(headers["tm-question"]), "base64url");
    const ofPlatform = { of: () => seals.of("platform_rpc") };
    expect(openQuestion(bytes, ofPlatform, systemClock.now())).toMatchObject({ call: "test.file-form", uid: 0 });
    formReply = { code: 26068, data: null, seq: 0 };
    expect((await sent(formOf(10))).json()).toMatchObject({
      code: 26068,
      message: "The file cannot be read as a picture. Please use JPEG, PNG or WebP.",
    });
  });
  test("that is too large is refused before its owner sees it; an owner without the key is not believed", async () => {
    const before = seen.length;
    expect((await sent(formOf(200_000))).json()).toMatchObject({ code: 26067 });
    expect(seen.length).toBe(before);
    formReply = undefined;
    expect((await sent(formOf(10))).json()).toMatchObject({ code: 50002 });
  });
});

test("[S8.13] a refusal is said in the language of the request, and in English where that is none of ours", async () => {
  const messageIn = async (headers: Record<string, string>): Promise<string> => {
    const answer = await app.inject({ method: "POST", url: "/test/private", payload: {}, headers });
    return answer.json<{ message: string }>().message;
  };
  expect(await messageIn({})).toBe("Login has expired");
  expect(await messageIn({ lang: "de_DE" })).toBe("Die Anmeldung ist abgelaufen");
  expect(await messageIn({ lang: "zh_CN" })).toBe("Login has expired");
});

test("[S3.1 D.72] an unknown path is an envelope with HTTP 200 too; only a missing file is 404", async () => {
  const envelope = { code: 40400, message: "Not found.", data: {} };
  for (const url of ["/nowhere", "/api/trade-api/none", "/%zz"]) {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.json()]).toEqual([200, envelope]);
  }
  expect((await app.inject("/assets/gone.js?v=1")).statusCode).toBe(404);
});

test("[D.31] a request under a host that is not ours is refused; health answers under any", async () => {
  const of = (url: string, host: string) => hosted.inject({ url, headers: { host } });
  expect((await of("/test/csv", "tidemark.example")).headers["content-type"]).toContain("text/csv");
  for (const url of ["/test/csv", "/nowhere", "/assets/gone.js"]) {
    const answer = await of(url, "evil.example");
    expect([answer.statusCode, answer.json().code]).toEqual([200, 40000]);
  }
  expect((await of("/health", "10.0.0.7")).json()).toHaveProperty("ready");
});

test("[S6.20] every answer carries the protective headers", async () => {
  const { headers } = await app.inject("/test/csv");
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
  });
});

test("[S7.19] calls are logged by name, time and code; no address, no proof and no body is in any line", async () => {
  const lines: unknown[] = [];
  const note = (...line: unknown[]): void => void lines.push(line);
  const spy = Object.assign(createLog("test"), { trace: note, debug: note, info: note, warn: note, error: note });
  spy.isLevelEnabled = () => true;
  const config = readSettings({});
  const gateway = await createGateway({ config, bus, clock: systemClock, log: spy, counters, calls: inventedCalls });
  await gateway.inject("/test/json/home-secret.json?count=7&auth=1.nonce.proof-secret");
  await gateway.inject("/test/refused");
  await gateway.close();
  const ms = expect.any(Number) as number;
  expect(lines).toContainEqual([{ call: "test.json", code: 200, ms }, "answered"]);
  expect(lines).toContainEqual([{ call: "test.refused", code: 40400, ms }, "answered"]);
  expect(JSON.stringify(lines)).not.toMatch(/secret|shown/);
});
