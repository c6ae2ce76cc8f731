import { setTimeout as sleep } from "node:timers/promises";

type Mail = { readonly at: number; readonly text: string };

const mailbox = process.env.E2E_MAILBOX ?? "http://127.0.0.1:8025";
const waitMaxMs = 15_000;

/** Reads the messages that the exchange sent to a contact. */
export const readMailbox = {
  /** The six digits of the newest e-mail or SMS since a moment; `from` is the mailbox of an exchange of the test's own. */
  async code(to: string, since = 0, from = mailbox): Promise<string> {
    const until = Date.now() + waitMaxMs;
    while (Date.now() < until) {
      const response = await fetch(`${from}/messages?to=${encodeURIComponent(to)}`);
      const mails = ((await response.json()) as Mail[]).filter(({ at }) => at >= since);
      const code = /\b(\d{6})\b/.exec(mails.at(-1)?.text ?? "")?.[1];
      if (code !== undefined) return code;
      await sleep(100);
    }
    throw new Error(`no code came to ${to}`);
  },
};
