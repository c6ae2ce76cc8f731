import { z } from "zod";
import { NotSent, type Sender } from "./sender.ts";

export type SmsSettings = {
  /** URL for messages, in the shape that most providers share: To, From and Body as a form. */
  readonly url: string;
  readonly account: string;
  readonly token: string;
  readonly from: string;
  readonly timeoutMs: number;
};

const taken = z.object({ sid: z.string().min(1).max(100) });
const isOver = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;

export function smsSender({ url, account, token, from, timeoutMs }: SmsSettings): Sender<string> {
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString("base64")}`;
  return {
    async send(id, to, body) {
      const response = await fetch(url, {
        method: "POST",
        headers: { authorization, "idempotency-key": id },
        body: new URLSearchParams({ To: to, From: from, Body: body }),
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      }).catch(() => {
        throw new NotSent("sms no answer", false);
      });
      // Wrong credentials are our fault: the message waits until they are corrected.
      const isOurFault = response.status === 401 || response.status === 403;
      if (!response.ok) throw new NotSent(`sms ${response.status}`, isOver(response.status) && !isOurFault);
      const answer = taken.safeParse(await response.json().catch(() => undefined));
      // The message was accepted: an odd answer is no reason to send it again.
      return answer.success ? answer.data.sid : "unnamed";
    },
    close: () => undefined,
  };
}
