// The two robot-check providers in one process, for pages and servers. Started by `robots.ts`; the first line of output has its URL, /seen
// the requests received.
import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anchorPage, geetestScript, recaptchaScript } from "./robots-scripts.ts";

const { GEETEST_ID = "", GEETEST_KEY = "", RECAPTCHA_KEY = "", RECAPTCHA_SECRET = "" } = process.env;

type Slid = { lot_number: string; captcha_output: string; pass_token: string; gen_time: string };
const lots = new Set<string>();
const slid = new Map<string, Slid>();
const tokens = new Map<string, { action: string; at: number; host: string }>();
/** Every request, with its language or its result. */
const seen: { kind: string; word: string }[] = [];

const random = (): string => randomBytes(16).toString("hex");
const json = (response: ServerResponse, value: unknown): void =>
  void response.setHeader("content-type", "application/json").end(JSON.stringify(value));
const script = (response: ServerResponse, text: string): void =>
  void response.setHeader("content-type", "text/javascript").end(text);
/** A JSONP answer. */
const calledBack = (response: ServerResponse, query: URLSearchParams, value: unknown): void =>
  script(response, `${(query.get("callback") ?? "").replaceAll(/\W/g, "")}(${JSON.stringify(value)})`);

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const part of request) text += String(part);
  return new URLSearchParams(text);
}

function load(query: URLSearchParams, response: ServerResponse): void {
  if (query.get("captcha_id") !== GEETEST_ID) return calledBack(response, query, { status: "error", data: {} });
  const lot = random();
  lots.add(lot);
  seen.push({ kind: "geetest", word: query.get("lang") ?? "" });
  calledBack(response, query, { status: "success", data: { lot_number: lot, captcha_type: "slide" } });
}

function verify(query: URLSearchParams, response: ServerResponse): void {
  const lot = query.get("lot_number") ?? "";
  if (!lots.delete(lot)) return calledBack(response, query, { status: "success", data: { result: "fail" } });
  const seccode = {
    lot_number: lot,
    captcha_output: random() + random(),
    pass_token: random() + random(),
    gen_time: String(Math.floor(Date.now() / 1_000)),
  };
  slid.set(lot, seccode);
  calledBack(response, query, { status: "success", data: { result: "success", seccode } });
}

/** As the provider does: a wrong signature is refused, and each answer is confirmed once. */
async function validate(request: IncomingMessage, query: URLSearchParams, response: ServerResponse): Promise<void> {
  const form = await formOf(request);
  const lot = form.get("lot_number") ?? "";
  const signature = createHmac("sha256", GEETEST_KEY).update(lot).digest("hex");
  const said = (word: string, body: object): void => {
    seen.push({ kind: "validate", word });
    json(response, body);
  };
  if (query.get("captcha_id") !== GEETEST_ID || form.get("sign_token") !== signature)
    return said("unsigned", { status: "error", code: "-50102", msg: "illegal sign_token" });
  const known = slid.get(lot);
  slid.delete(lot);
  const isSame = known !== undefined && Object.entries(known).every(([name, value]) => form.get(name) === value);
  said(isSame ? "success" : "fail", { status: "success", result: isSame ? "success" : "fail", reason: "" });
}

function userVerify(query: URLSearchParams, response: ServerResponse): void {
  if (query.get("k") !== RECAPTCHA_KEY) return void response.writeHead(400).end();
  const token = random() + random();
  tokens.set(token, { action: query.get("action") ?? "", at: Date.now(), host: new URL(query.get("from")!).hostname });
  response.end(token);
}

async function siteVerify(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = await formOf(request);
  const token = form.get("response") ?? "";
  const known = tokens.get(token);
  tokens.delete(token);
  const problem = form.get("secret") === RECAPTCHA_SECRET ? "timeout-or-duplicate" : "invalid-input-secret";
  const isRight = known !== undefined && form.get("secret") === RECAPTCHA_SECRET;
  seen.push({ kind: "siteverify", word: isRight ? "success" : problem });
  if (!isRight) return json(response, { success: false, "error-codes": [problem] });
  const { action, at, host } = known;
  json(response, { success: true, score: 0.9, action, challenge_ts: new Date(at).toISOString(), hostname: host });
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://robots");
  const asked = `${request.method} ${pathname}`;
  if (asked === "GET /v4/gt4.js") return script(response, geetestScript);
  if (asked === "GET /load") return load(query, response);
  if (asked === "GET /verify") return verify(query, response);
  if (asked === "POST /validate") return validate(request, query, response);
  if (asked === "GET /recaptcha/api.js") {
    seen.push({ kind: "recaptcha", word: query.get("hl") ?? "" });
    return script(response, recaptchaScript);
  }
  if (asked === "GET /recaptcha/api2/anchor")
    return void response.setHeader("content-type", "text/html").end(anchorPage);
  if (asked === "GET /recaptcha/api2/userverify") return userVerify(query, response);
  if (asked === "POST /recaptcha/api/siteverify") return siteVerify(request, response);
  if (asked === "GET /seen") return json(response, seen);
  response.writeHead(404).end();
}

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.writeHead(400).end());
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ msg: "listening", url: `http://127.0.0.1:${port}` })}\n`);
});
process.on("SIGTERM", () => process.exit(0));
