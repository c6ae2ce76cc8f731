import type { IncomingMessage, ServerResponse } from "node:http";
import { type Call, readAsk, type Refusal, refusals, success } from "@tidemark/contracts";
import type { Seal } from "@tidemark/contracts/codec";
import type { Admission } from "../limits/admission.ts";
import type { Clock } from "../clock.ts";
import { isDatabaseAway } from "../db.ts";
import type { Log } from "../log.ts";
import { openQuestion, type OpenedQuestion, type Reply, sealReply } from "../bus/questions.ts";
import type { Asked, Outcome } from "../bus/rpc-server.ts";
import { onlySeal } from "../bus/seal.ts";

/** The question of an upload, sealed as on the bus, in base64url; the ask is the form in the body. */
export const uploadHeader = "tm-question";
/** What a form needs beside its file. */
export const uploadFormBytesMax = 64 * 1024;

/** A call of the catalogue that brings a file, and its handler. */
export type Upload = { readonly call: Call; reply(ask: unknown, asked: Asked): Promise<Outcome<unknown>> };

export function upload<Ask extends Call["ask"], Said extends Call["answer"]>(
  call: Call<Ask, Said>,
  reply: (ask: Ask["_zod"]["output"], asked: Asked) => Promise<Outcome<Said["_zod"]["output"]>>,
): Upload {
  return { call: call as unknown as Call, reply: reply as Upload["reply"] };
}

export type UploadServerDeps = {
  /** The cores whose gateways may ask, each with the seal of this rpc server. */
  readonly served: readonly { readonly core: string; readonly seal: Seal }[];
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  readonly admit: Admission;
  /** Files are read into memory: those beyond it are refused with BUSY at once. */
  readonly inFlightMax: number;
  /** Of one account: others must find room, however many it sends and however slowly. */
  readonly inFlightOfUserMax: number;
};

const refusal = (name: Refusal, facts: Readonly<Record<string, string>> = {}): Reply => ({
  code: refusals[name].code,
  data: null,
  seq: 0,
  facts: { ...facts },
});
const isPlain = (name: string): boolean => name !== "__proto__" && name.length <= 64;

/** Undefined where it is longer than it may be. */
async function bodyOf(request: IncomingMessage, bytesMax: number): Promise<Buffer<ArrayBuffer> | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > bytesMax) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts, length);
}

/** The form's fields, its file among them; undefined where it is no form or has a name twice. */
async function fieldsOf(body: Buffer<ArrayBuffer>, type: string): Promise<Record<string, unknown> | undefined> {
  const form = await new Response(body, { headers: { "content-type": type } }).formData().catch(() => undefined);
  if (form === undefined) return undefined;
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form) {
    if (!isPlain(name) || Object.hasOwn(fields, name)) return undefined;
    fields[name] = value;
  }
  return fields;
}

/**
 * Answers the calls of an owner that bring a file. Requests come from gateways by http; who asks is the sealed question of a header, as on the
 * bus, so that nobody else who reaches the port is believed. Returns whether the request was one.
 */
export function uploadServer(deps: UploadServerDeps, list: readonly Upload[]) {
  const { served, clock, log } = deps;
  const uploads = new Map(list.map((one) => [one.call.name, one]));
  let inFlight = 0;
  const inFlightOf = new Map<number, number>();

  function opened(bytes: Buffer): { question: OpenedQuestion; core: string; seal: Seal } | undefined {
    for (const { core, seal } of served) {
      const question = openQuestion(bytes, onlySeal(seal), clock.now());
      if (typeof question === "object") return { question, core, seal };
    }
    return undefined;
  }

  async function replyTo(request: IncomingMessage, question: OpenedQuestion, core: string): Promise<Reply> {
    const { uid, from } = question;
    const found = uploads.get(question.call);
    if (found === undefined) return refusal("NOT_FOUND");
    const { call } = found;
    if (from === undefined || uid === 0) return refusal("LOGIN_INVALID");
    // Before the body is read: a file is the most expensive thing that anybody can send.
    const problem = await deps.admit(call, {}, { uid, from });
    if (problem !== undefined) return refusal(problem);
    const { bytesMax } = call.upload!;
    const body = await bodyOf(request, bytesMax + uploadFormBytesMax);
    const allowed = String(Math.floor(bytesMax / 1024 / 1024));
    if (body === undefined) return refusal("FILE_TOO_LARGE", { allowed });
    const fields = await fieldsOf(body, request.headers["content-type"] ?? "");
    const ask = readAsk(call, fields);
    if (!ask.success) return refusal("REQUEST_INVALID", { problem: ask.problem });
    if ((ask.data as { file: Blob }).file.size > bytesMax) return refusal("FILE_TOO_LARGE", { allowed });
    const outcome = await found.reply(ask.data, { uid, from, core });
    if (outcome.ok) return { code: success, data: outcome.value, seq: 0 };
    if (call.refusals.includes(outcome.refusal)) return refusal(outcome.refusal, outcome.facts);
    log.error({ call: call.name, refusal: outcome.refusal }, "upload: refusal is not in the contract");
    return refusal("INTERNAL");
  }

  async function answered(request: IncomingMessage, question: OpenedQuestion, core: string): Promise<Reply> {
    const { uid } = question;
    const own = inFlightOf.get(uid) ?? 0;
    if (own >= deps.inFlightOfUserMax) return refusal("TOO_MANY_REQUESTS");
    if (inFlight >= deps.inFlightMax) return refusal("BUSY");
    inFlight += 1;
    inFlightOf.set(uid, own + 1);
    try {
      return await replyTo(request, question, core);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      log.error({ call: question.call, problem }, "upload: failed");
      return refusal(isDatabaseAway(error) ? "BUSY" : "INTERNAL");
    } finally {
      inFlight -= 1;
      const left = inFlightOf.get(uid)! - 1;
      if (left === 0) inFlightOf.delete(uid);
      else inFlightOf.set(uid, left);
    }
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const header = request.headers[uploadHeader];
    if (request.method !== "POST" || typeof header !== "string") return false;
    const bytes = Buffer.from(header, "base64url");
    const asked = opened(bytes);
    if (asked === undefined) {
      log.error("upload: question with a wrong seal");
      // No gateway sends this: its body is not read, and the connection ends with the answer.
      response.writeHead(403, { connection: "close" }).end(() => request.destroy());
      return true;
    }
    void answered(request, asked.question, asked.core).then((reply) => {
      // What is left of a body that was not read ends with its connection.
      const headers = {
        "content-type": "application/octet-stream",
        ...(request.complete ? {} : { connection: "close" }),
      };
      response.writeHead(200, headers).end(sealReply(reply, bytes, asked.seal));
    });
    return true;
  };
}
