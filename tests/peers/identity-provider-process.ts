// A provider that looks at documents, for development and tests: it takes the pictures of a verification and reports by a signed webhook a
// moment later. Started by `identity-provider.ts`; /seen has the references that it was sent.
import { createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const { PROVIDER_TOKEN = "", PROVIDER_WEBHOOK_URL = "", PROVIDER_WEBHOOK_SECRET = "" } = process.env;
const reportAfterMs = Number(process.env.PROVIDER_REPORT_AFTER_MS ?? "500");
type Seen = { reference: string; documentKind: string; pictures: Record<string, number> };
const seen: Seen[] = [];

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

async function report(reference: string): Promise<void> {
  const body = JSON.stringify({ id: randomUUID(), reference, result: "clear", causes: [] });
  const time = String(Date.now());
  const signature = createHmac("sha256", PROVIDER_WEBHOOK_SECRET).update(`${time}.${body}`).digest("hex");
  const headers = { "content-type": "application/json", "kyc-timestamp": time, "kyc-signature": signature };
  await fetch(PROVIDER_WEBHOOK_URL, { method: "POST", headers, body }).catch(() => undefined);
}

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.headers.authorization !== `Bearer ${PROVIDER_TOKEN}`) return void response.writeHead(401).end();
  const body = await bodyOf(request);
  const form = await new Response(body, {
    headers: { "content-type": request.headers["content-type"] ?? "" },
  }).formData();
  const pictures: Record<string, number> = {};
  for (const [name, value] of form) if (typeof value !== "string") pictures[name] = value.size;
  const [reference, documentKind] = [form.get("reference") as string, form.get("documentKind") as string];
  seen.push({ reference, documentKind, pictures });
  response.writeHead(202, { "content-type": "application/json" }).end(JSON.stringify({ reference }));
  if (PROVIDER_WEBHOOK_URL !== "") setTimeout(() => void report(reference), reportAfterMs);
}

const server = createServer((request, response) => {
  if (request.url === "/checks" && request.method === "POST")
    return void take(request, response).catch(() => response.writeHead(400).end());
  if (request.url === "/seen")
    return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(seen));
  response.writeHead(404).end();
});
await new Promise<void>((resolve) => server.listen(Number(process.env.PROVIDER_PORT ?? "0"), "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;
process.stdout.write(`${JSON.stringify({ level: 30, msg: "listening", port })}\n`);
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => process.exit(0));
