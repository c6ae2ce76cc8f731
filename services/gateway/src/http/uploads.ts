import { Readable, Transform } from "node:stream";
import { type Call, type Owner, refusals } from "@tidemark/contracts";
import {
  type Asker,
  type Clock,
  openReply,
  type Reply,
  type RequestContext,
  sealQuestion,
  uploadFormBytesMax,
  uploadHeader,
} from "@tidemark/kit-node";
import type { FastifyRequest } from "fastify";

export type UploadDeps = {
  readonly askers: Readonly<Partial<Record<Owner, Asker>>>;
  readonly clock: Pick<Clock, "now">;
  readonly timeoutMs: number;
};

/** An owner's reply to an upload is as small as one on the bus. */
const replyBytesMax = 1024 * 1024;

export const fileTooLarge = ({ upload }: Call): Reply => ({
  code: refusals.FILE_TOO_LARGE.code,
  data: null,
  seq: 0,
  facts: { allowed: String(Math.floor((upload?.bytesMax ?? 0) / 1024 / 1024)) },
});

/** Whether the request says that it is longer than its call allows. One that does not say it is cut off on its way. */
export const isTooLong = (call: Call, request: Pick<FastifyRequest, "headers">): boolean =>
  Number(request.headers["content-length"] ?? 0) > bodyBytesMaxOf(call);
const bodyBytesMaxOf = ({ upload }: Call): number => (upload?.bytesMax ?? 0) + uploadFormBytesMax;

/** How long the rest of a refused body is read, at most. */
const restMaxMs = 5_000;

/** Clients read an answer after they have sent all: the rest of a body that was refused early is read and thrown away. */
export async function readRest(raw: FastifyRequest["raw"]): Promise<void> {
  if (raw.complete || raw.readableEnded) return;
  raw.unpipe();
  raw.resume();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, restMaxMs);
    raw.once("close", resolve).once("end", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function cutAfter(bytesMax: number): Transform {
  let length = 0;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      length += part.length;
      if (length > bytesMax) done(new Error("longer than its call allows"));
      else done(null, part);
    },
  });
}

/**
 * Streams the form to its owner unread. Who asks is a sealed question in a header, as on the bus: the owner believes no header that somebody
 * else could set. Throws where there is no answer.
 */
export async function uploadToOwner(
  { askers, clock, timeoutMs }: UploadDeps,
  call: Call,
  ownerUrl: string,
  caller: { readonly uid: number; readonly from: RequestContext },
  request: FastifyRequest,
): Promise<Reply> {
  const asker = askers[call.owner];
  if (asker === undefined) throw new Error(`no key for ${call.owner}`);
  const question = sealQuestion({ call: call.name, uid: caller.uid, ask: {}, from: caller.from }, asker, clock.now());
  const body = (request.body as Readable | undefined)?.pipe(cutAfter(bodyBytesMaxOf(call)));
  const answer = await fetch(`${ownerUrl}${request.url.split("?")[0]!}`, {
    method: "POST",
    headers: {
      [uploadHeader]: Buffer.from(question).toString("base64url"),
      "content-type": request.headers["content-type"] ?? "",
    },
    signal: AbortSignal.timeout(timeoutMs),
    redirect: "manual",
    ...(body === undefined ? {} : { body: Readable.toWeb(body) as ReadableStream, duplex: "half" }),
  } as RequestInit);
  if (answer.status !== 200 || Number(answer.headers.get("content-length") ?? 0) > replyBytesMax)
    throw new Error(`status ${answer.status}`);
  const reply = openReply(new Uint8Array(await answer.arrayBuffer()), question, asker.replyCheck);
  if (reply === undefined) throw new Error("reply with a wrong seal");
  return reply;
}
