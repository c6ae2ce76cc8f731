import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";

const nothing = Buffer.alloc(0);

class TooLarge extends Error {
  readonly statusCode = 413;
  readonly code = "FST_ERR_CTP_BODY_TOO_LARGE";
}

/** Keeps the raw body of signed requests: a signature covers the bytes, not the parsed value. */
export function keepRawBodies(
  app: FastifyInstance,
  isKept: (request: FastifyRequest) => boolean,
  bytesMax: number,
): (request: FastifyRequest) => Buffer {
  const bodies = new WeakMap<FastifyRequest, Buffer>();

  async function kept(request: FastifyRequest, payload: AsyncIterable<unknown>): Promise<Readable> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of payload) {
      size += (chunk as Buffer).length;
      if (size > bytesMax) throw new TooLarge();
      chunks.push(chunk as Buffer);
    }
    const body = Buffer.concat(chunks);
    bodies.set(request, body);
    return Object.assign(Readable.from([body], { objectMode: false }), { receivedEncodedLength: size });
  }

  // Runs for every request, so requests of pages skip the promise.
  app.addHook("preParsing", (request, _reply, payload, done) => {
    if (request.method === "GET" || !isKept(request)) return done(null, payload);
    kept(request, payload).then((again) => done(null, again), done);
  });
  return (request) => bodies.get(request) ?? nothing;
}
