import { fileURLToPath } from "node:url";
import { startService } from "@tidemark/kit-testing";

/** A message as the mailbox shows it to tests. */
export type Received = {
  readonly channel: "email" | "sms";
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly id: string;
};
type Manner = {
  readonly channel: "email" | "sms";
  readonly refuse?: { readonly count: number; readonly code: number };
  readonly acknowledgeAfterMs?: number;
};

const main = fileURLToPath(new URL("../../../tests/peers/mailbox.ts", import.meta.url));
const waitMaxMs = 10_000;

/** The mail server and the text message provider as a process; what it was sent is read over the wire. */
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
    /** What the platform must be told to send here; its waits are short. */
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
    /** Waits until an address has been sent so many. */
    async until(to: string, count: number): Promise<Received[]> {
      const giveUpAt = performance.now() + waitMaxMs;
      for (;;) {
        const found = await messages(to);
        if (found.length >= count) return found;
        if (performance.now() > giveUpAt) throw new Error(`${to} was sent ${found.length} and not ${count}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async behave(manner: Manner): Promise<void> {
      await fetch(`${url}/manner`, { method: "POST", body: JSON.stringify(manner) });
    },
    end: () => service.end("SIGTERM"),
  };
}
export type Mailbox = Awaited<ReturnType<typeof startMailbox>>;
