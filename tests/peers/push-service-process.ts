// A push service that answers as those of browsers do (RFC 8030, RFC 8292), for development and tests: it takes a push only with the signature of
// the key that the subscription was made with, and keeps what it took. Started by `push-service.ts`.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { importJWK, jwtVerify } from "jose";

type Subscription = { readonly publicKey: string; readonly received: object[]; statuses: number[] };
const bytesMax = 4_096;
const lifeMaxSeconds = 24 * 60 * 60;
const subscriptions = new Map<string, Subscription>();
let origin = "";

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

/** The status of the fault; undefined where the subscription's own key has signed for this service and this day. */
async function faultOf(authorization: string, publicKey: string): Promise<number | undefined> {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (token === undefined || key === undefined) return 401;
  if (key !== publicKey) return 403;
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33, 65)].map((part) => part.toString("base64url"));
  try {
    const signer = await importJWK({ kty: "EC", crv: "P-256", x: x!, y: y! }, "ES256");
    const { payload } = await jwtVerify(token, signer, { algorithms: ["ES256"], audience: origin });
    const isShort = payload.exp !== undefined && payload.exp - Date.now() / 1_000 <= lifeMaxSeconds;
    return isShort && /^(mailto:|https:)/.test(String(payload.sub)) ? undefined : 403;
  } catch {
    return 403;
  }
}

async function take(request: IncomingMessage, id: string): Promise<number> {
  const subscription = subscriptions.get(id);
  if (subscription === undefined) return 404;
  const body = await bodyOf(request);
  const { authorization = "", ttl = "", urgency = "", "content-encoding": encoding } = request.headers;
  const fault = await faultOf(authorization, subscription.publicKey);
  if (fault !== undefined) return fault;
  if (!/^\d+$/.test(String(ttl))) return 400;
  if (encoding !== "aes128gcm") return 415;
  if (body.length > bytesMax) return 413;
  const status = subscription.statuses.shift() ?? 201;
  if (status === 201) subscription.received.push({ body: body.toString("base64url"), ttl: Number(ttl), urgency });
  return status;
}

/** What a test asks: a new subscription, the pushes of one, and what it answers next. */
async function control(request: IncomingMessage, response: ServerResponse, word: string, id: string): Promise<void> {
  const json = (value: unknown) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
  if (word === "received") return void json(subscriptions.get(id)?.received ?? []);
  const ask = JSON.parse((await bodyOf(request)).toString()) as { publicKey?: string; statuses?: number[] };
  if (word === "answers") {
    subscriptions.get(id)!.statuses = ask.statuses ?? [];
    return void json({});
  }
  const made = randomUUID();
  subscriptions.set(made, { publicKey: ask.publicKey ?? "", received: [], statuses: [] });
  json({ endpoint: `${origin}/push/${made}` });
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, word = "", id = ""] = new URL(request.url ?? "/", origin).pathname.split("/");
  if (word !== "push") return control(request, response, word, id);
  const status = await take(request, id);
  // As the real ones do, with a place of the message; a redirect of a service would be followed by nobody.
  response.writeHead(status, { location: `${origin}/${status === 201 ? "message" : "elsewhere"}/${id}` }).end();
}

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.writeHead(500).end());
});
await new Promise<void>((resolve) => server.listen(Number(process.env.PUSH_PORT ?? "0"), "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;
origin = `http://127.0.0.1:${port}`;
process.stdout.write(`${JSON.stringify({ level: 30, msg: "listening", port })}\n`);
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => process.exit(0));
