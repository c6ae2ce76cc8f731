// An object store that answers as S3 does, for development and tests: put, get, head, delete and list of one bucket, each request checked by its
// signature (version 4). Objects are files of a folder. Started by `s3.ts`.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { mkdirSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

const { S3_BUCKET = "", S3_ACCESS_KEY = "", S3_SECRET_KEY = "", S3_REGION = "", S3_DIRECTORY = "" } = process.env;
const bytesMax = 16 * 1024 * 1024;
/** As the real one: older requests are replays. */
const skewMaxMs = 15 * 60_000;
const keyShape = /^[0-9A-Za-z._-]{1,200}$/;
const listMax = 1_000;

mkdirSync(S3_DIRECTORY, { recursive: true });

const sha256 = (bytes: Buffer | string): string => createHash("sha256").update(bytes).digest("hex");
const hmac = (key: Buffer | string, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > bytesMax) throw new Error("EntityTooLarge");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function canonicalQuery(url: URL): string {
  const pairs = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return pairs.sort().join("&");
}

/** The name of the fault; undefined where the request is signed by our key, for this minute and this body. */
function faultOf(request: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const { authorization = "" } = request.headers;
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (parts === null) return "AccessDenied";
  const [, key, day, region, names, signature] = parts as unknown as [string, string, string, string, string, string];
  if (key !== S3_ACCESS_KEY || region !== S3_REGION) return "InvalidAccessKeyId";
  const date = String(request.headers["x-amz-date"] ?? "");
  const time = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!date.startsWith(day) || !(Math.abs(Date.now() - time) < skewMaxMs)) return "RequestTimeTooSkewed";
  const hash = String(request.headers["x-amz-content-sha256"] ?? "");
  if (hash !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const signed = names.split(";");
  if (!signed.includes("host") || !signed.includes("x-amz-date")) return "AccessDenied";
  const headers = signed.map((name) => `${name}:${String(request.headers[name] ?? "").trim()}\n`).join("");
  const path = url.pathname
    .split("/")
    .map((part) => encoded(decodeURIComponent(part)))
    .join("/");
  const canonical = [request.method, path, canonicalQuery(url), headers, names, hash].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n");
  const signingKey = ["s3", "aws4_request"].reduce(hmac, hmac(hmac(`AWS4${S3_SECRET_KEY}`, day), region));
  const right = timingSafeEqual(hmac(signingKey, text), Buffer.from(signature, "hex"));
  return right ? undefined : "SignatureDoesNotMatch";
}

const statuses: Readonly<Record<string, number>> = { NoSuchKey: 404, NoSuchBucket: 404, MethodNotAllowed: 405 };
const xml = (text: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${text}`;
function refuse(response: ServerResponse, code: string): void {
  const body = xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
  response.writeHead(statuses[code] ?? 403, { "content-type": "application/xml" }).end(body);
}

async function list(url: URL, response: ServerResponse): Promise<void> {
  const after = url.searchParams.get("continuation-token") ?? "";
  const names = (await readdir(S3_DIRECTORY)).filter((name) => name > after).sort();
  const page = names.slice(0, listMax);
  const more =
    names.length > listMax
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${page.at(-1)!}</NextContinuationToken>`
      : "<IsTruncated>false</IsTruncated>";
  const contents = page.map((name) => `<Contents><Key>${name}</Key></Contents>`).join("");
  const result = `<ListBucketResult><Name>${S3_BUCKET}</Name>${more}<KeyCount>${page.length}</KeyCount>${contents}</ListBucketResult>`;
  response.writeHead(200, { "content-type": "application/xml" }).end(xml(result));
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://s3");
  const body = await bodyOf(request);
  const fault = faultOf(request, url, body);
  if (fault !== undefined) return refuse(response, fault);
  const [, bucket = "", key = ""] = url.pathname.split("/").map(decodeURIComponent);
  if (bucket !== S3_BUCKET) return refuse(response, "NoSuchBucket");
  if (key === "") return request.method === "GET" ? list(url, response) : refuse(response, "MethodNotAllowed");
  if (!keyShape.test(key)) return refuse(response, "NoSuchKey");
  const path = join(S3_DIRECTORY, key);
  if (request.method === "PUT") {
    await writeFile(path, body);
    return void response.writeHead(200, { etag: `"${createHash("md5").update(body).digest("hex")}"` }).end();
  }
  if (request.method === "DELETE") {
    await rm(path, { force: true });
    return void response.writeHead(204).end();
  }
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, "MethodNotAllowed");
  const found = await readFile(path).catch(() => undefined);
  if (found === undefined) return refuse(response, "NoSuchKey");
  response.writeHead(200, { "content-type": "application/octet-stream", "content-length": String(found.length) });
  response.end(request.method === "HEAD" ? undefined : found);
}

const server = createServer((request, response) => {
  answer(request, response).catch(() => refuse(response, "InternalError"));
});
await new Promise<void>((resolve) => server.listen(Number(process.env.S3_PORT ?? "0"), "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;
process.stdout.write(`${JSON.stringify({ level: 30, msg: "listening", port })}\n`);
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => process.exit(0));
