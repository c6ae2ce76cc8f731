import { Readable } from "node:stream";
import type { Call, Owner } from "@tidemark/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";

export type OwnerUrls = Readonly<Partial<Record<Owner, string>>>;

export function ownerUrlsOf(text: string): OwnerUrls {
  const urls: Record<string, string> = {};
  for (const pair of text.split(",").filter((part) => part !== "")) {
    const [owner, url] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
    urls[owner] = new URL(url).origin;
  }
  return urls;
}

const wantedHeaders = ["content-type", "content-length", "accept", "lang", "min-seq"] as const;
const givenHeaders = ["content-type", "content-disposition", "content-length", "cache-control"] as const;

/**
 * Streams the request to its owner and the answer back. Only listed headers pass: cookies stay here, and the uid is set by the gateway
 * alone.
 */
export async function proxyByHttp(
  call: Call,
  ownerUrl: string,
  uid: number,
  request: FastifyRequest,
  reply: FastifyReply,
  timeoutMs: number,
): Promise<FastifyReply> {
  const headers: Record<string, string> = { "tm-uid": String(uid), "tm-call": call.name };
  for (const name of wantedHeaders) {
    const value = request.headers[name];
    if (typeof value === "string") headers[name] = value;
  }
  const query = new URLSearchParams(request.query as Record<string, string>);
  query.delete("auth");
  const path = request.url.split("?")[0]!;
  const body = request.method === "GET" ? undefined : (request.body as Readable | undefined);
  const answer = await fetch(`${ownerUrl}${path}${query.size > 0 ? `?${query.toString()}` : ""}`, {
    method: request.method,
    headers,
    signal: AbortSignal.timeout(timeoutMs),
    redirect: "manual",
    ...(body === undefined ? {} : { body: Readable.toWeb(body) as ReadableStream, duplex: "half" }),
  } as RequestInit);
  reply.code(answer.status);
  for (const name of givenHeaders) {
    const value = answer.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  return reply.send(answer.body === null ? "" : Readable.fromWeb(answer.body as never));
}
