import { languageOf } from "@tidemark/contracts";
import webPush from "web-push";
import { messageWords } from "../../module/message-texts/texts.ts";
import type { DuePush } from "./push-store.ts";

export type PushSenderDeps = {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly contact: string;
  readonly timeoutMs: number;
};
/** `gone`: the browser has no such subscription any more. `refused`: the service will not take this push, however often it is sent. */
export type PushResult = "sent" | "gone" | { readonly refused: string } | { readonly later: string };

/** Others may see the screen on which a push appears. */
const hidden = { amount: "•••", qty: "•••" } as const;

/** What the worker of the page shows, without amounts. The same message has the same tag, so that a second delivery replaces the first. */
function payloadOf({ kind, facts, lang, link, number, madeAt }: DuePush): string {
  const { title, text } = messageWords(kind, { ...facts, ...hidden }, lang);
  const { tag, direction } = languageOf(lang);
  return JSON.stringify({ title, body: text, link, tag: `message-${number}`, at: madeAt, lang: tag, dir: direction });
}

function resultOf(status: number): PushResult {
  if (status >= 200 && status < 300) return "sent";
  if (status === 404 || status === 410) return "gone";
  if (status === 429 || status >= 500) return { later: `the push service answers ${status}` };
  return { refused: `the push service answers ${status}` };
}

/** Sends one push, sealed for its browser and signed with the platform's key. A redirect is not followed: it could lead to an inner host. */
export function pushSender({ publicKey, privateKey, contact, timeoutMs }: PushSenderDeps) {
  const vapidDetails = { subject: contact, publicKey, privateKey };

  function requestOf(push: DuePush, TTL: number) {
    const { endpoint, p256dh, auth } = push;
    const options = { vapidDetails, TTL, contentEncoding: "aes128gcm", urgency: "high" } as const;
    try {
      return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payloadOf(push), options);
    } catch {
      return undefined;
    }
  }

  return async (push: DuePush, ttlSeconds: number): Promise<PushResult> => {
    const request = requestOf(push, ttlSeconds);
    if (request === undefined) return { refused: "it cannot be sealed for the browser's keys" };
    try {
      const response = await fetch(push.endpoint, {
        method: "POST",
        headers: request.headers as Record<string, string>,
        body: request.body as Uint8Array<ArrayBuffer>,
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      return resultOf(response.status);
    } catch (error) {
      return { later: error instanceof Error ? error.name : "no answer" };
    }
  };
}
