import { fileURLToPath } from "node:url";
import { startService } from "@tidemark/kit-testing";

/** A message in the test mailbox. */
export type Received = {
  readonly channel: "email" | "sms";
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly id: string;
};
type Behaviour = {
  readonly channel: "email" | "sms";
  readonly refuse?: { readonly count: number; readonly code: number };
  readonly acknowledgeAfterMs?: number;
};

const main = fileURLToPath(new URL("../../../tests/peers/mailbox.ts", import.meta.url));
const waitMaxMs = 10_000;

/** Mail server and text message provider as a process; received messages are read over HTTP. */
export async function startMailbox() {
  const service = await startService(main, {}, "listening");
  const { ready } = service;
  const url = `http://127.0.0.1:${String(ready.http)}`;
  const messages = async (to?: string): Promise<Received[]> => {
    const query = to === undefined ? "" : `?to=${encodeURIComponent(to)}`;
    return (await (await fetch(`${url}/messages${query}`)).json()) as Received[];
  };
  return {
    url,
    /** Settings of a platform that sends here, with short waits. */
    settings: {
      SMTP_URL: `smtp://127.0.0.1:${String(ready.smtp)}`,
      SMS_URL: `${url}/sms/messages`,
      SMS_ACCOUNT: "test",
      SMS_TOKEN: "test",
      NOTICE_LOOK_EVERY_MS: "20",
      NOTICE_FIRST_WAIT_MS: "50",
      NOTICE_LEASE_MS: "2000",
    },
    messages,
    /** Waits until an address has received this many. */
    async until(to: string, count: number): Promise<Received[]> {
      const giveUpAt = performance.now() + waitMaxMs;
      for (;;) {
        const found = await messages(to);
        if (found.length >= count) return found;
        if (performance.now() > giveUpAt) throw new Error(`${to} was sent ${found.length} and not ${count}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async behave(behaviour: Behaviour): Promise<void> {
      await fetch(`${url}/behaviour`, { method: "POST", body: JSON.stringify(behaviour) });
    },
    end: () => service.end("SIGTERM"),
  };
}
export type Mailbox = Awaited<ReturnType<typeof startMailbox>>;
