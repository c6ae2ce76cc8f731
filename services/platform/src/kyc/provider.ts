import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Database, type HttpHandler, inTransaction, type TopicChange } from "@tidemark/kit-node";
import { z } from "zod";
import { type KycDeps, rowChanged, stateAfter } from "./deps.ts";
import { decryptFile } from "./pictures/encrypted-file.ts";
import { files, providerEvents, type Unsent, verifications } from "./store.ts";

export type ProviderSettings = {
  readonly url: string;
  readonly token: string;
  readonly webhookSecret: string;
  /** After this people look without its answer. */
  readonly waitMs: number;
};

const sentPerRunMax = 3;
const providerTimeoutMs = 5_000;
const webhookBytesMax = 16 * 1024;
/** Older reports are replays; younger ones are remembered by their id. */
export const webhookAgeMaxMs = 5 * 60_000;
const webhookPath = "/provider/kyc";
const webhookHeaders = { time: "kyc-timestamp", signature: "kyc-signature" } as const;

const report = z.object({
  id: z.string().min(1).max(100),
  reference: z.uuid(),
  /** A suggestion for the person who decides, never a decision. */
  result: z.enum(["clear", "consider"]),
  causes: z.array(z.string().max(60)).max(20).default([]),
});

const signatureOf = (secret: string, time: string, body: Buffer): Buffer =>
  createHmac("sha256", secret).update(`${time}.`).update(body).digest();

/** Whether a report is the provider's and of these minutes. */
function isSigned(secret: string, time: string, signature: string, body: Buffer, now: number): boolean {
  if (!/^\d{13}$/.test(time) || !/^[0-9a-f]{64}$/.test(signature)) return false;
  if (Math.abs(now - Number(time)) > webhookAgeMaxMs) return false;
  return timingSafeEqual(signatureOf(secret, time, body), Buffer.from(signature, "hex"));
}

/** Sends the pictures of one verification. The reference names it, and nothing that is sent names the account. */
async function send(
  deps: KycDeps,
  { url, token }: ProviderSettings,
  { uid, reference, documentKind, documentCountry }: Unsent,
): Promise<void> {
  const form = new FormData();
  form.set("reference", reference);
  form.set("documentKind", documentKind);
  if (documentCountry !== null) form.set("documentCountry", documentCountry);
  for (const { id, part, key } of await files.current(deps.db, uid)) {
    const bytes = await deps.store?.get(id);
    const jpeg = bytes === undefined ? undefined : decryptFile(deps.box, id, { bytes, key });
    if (jpeg === undefined) throw new Error(`the picture ${part} cannot be read`);
    form.set(part, new Blob([Uint8Array.from(jpeg)], { type: "image/jpeg" }), `${part}.jpg`);
  }
  const answer = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
    redirect: "error",
    signal: AbortSignal.timeout(providerTimeoutMs),
  });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
}

/** People look next, with what the provider said or without. */
async function checked(
  deps: KycDeps,
  tx: Database,
  uid: number,
  suggestion: string | null,
): Promise<TopicChange | undefined> {
  const now = deps.clock.now();
  const one = await verifications.lock(tx, uid, now);
  if (one.state !== "CHECKING") return undefined;
  await verifications.change(tx, uid, { state: stateAfter(one, "check"), checkedAt: now, suggestion }, now);
  return rowChanged(deps.topics, tx, uid);
}

/** Sends what waits for the provider; what has waited too long goes to people. */
export async function runProvider(deps: KycDeps, settings: ProviderSettings, tx: Database): Promise<void> {
  const now = deps.clock.now();
  for (const one of await verifications.unsent(tx, sentPerRunMax)) {
    try {
      await send(deps, settings, one);
      await verifications.change(tx, one.uid, { sentAt: now }, now);
    } catch (error) {
      const problem = error instanceof Error ? error.message : "unknown";
      deps.log.warn({ reference: one.reference, problem }, "kyc: the provider did not take a verification");
    }
  }
  for (const uid of await verifications.submittedBefore(tx, now - settings.waitMs)) await checked(deps, tx, uid, null);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > webhookBytesMax) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function receive(deps: KycDeps, { webhookSecret }: ProviderSettings, request: IncomingMessage): Promise<number> {
  const body = await bodyOf(request);
  if (body === undefined) return 413;
  const headerOf = (name: string): string => String(request.headers[name] ?? "");
  const [time, signature] = [headerOf(webhookHeaders.time), headerOf(webhookHeaders.signature)];
  if (!isSigned(webhookSecret, time, signature, body, deps.clock.now())) {
    deps.log.error("kyc: report of the provider with a wrong signature");
    return 401;
  }
  let json: unknown;
  try {
    json = JSON.parse(body.toString());
  } catch {
    return 400;
  }
  const read = report.safeParse(json);
  if (!read.success) return 400;
  const { id, reference, result, causes } = read.data;
  const change = await inTransaction(deps.db, async (tx) => {
    if (!(await providerEvents.take(tx, id, deps.clock.now()))) return undefined;
    const uid = await verifications.uidOfReference(tx, reference);
    return uid === undefined ? undefined : checked(deps, tx, uid, [result, ...causes].join(" "));
  });
  if (change !== undefined) deps.topics.publish(change);
  return 200;
}

/** Answers the reports of the provider. A repeated one is answered like the first and changes nothing. */
export const webhookHandler =
  (deps: KycDeps, settings: ProviderSettings): HttpHandler =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== "POST" || request.url !== webhookPath) return false;
    void receive(deps, settings, request).then(
      (status) => response.writeHead(status, { connection: "close" }).end(),
      (error: unknown) => {
        deps.log.error({ problem: error instanceof Error ? error.message : "unknown" }, "kyc: report failed");
        response.writeHead(503, { connection: "close" }).end();
      },
    );
    return true;
  };
