// Mail server and text message provider of development and tests: accepts everything, delivers nothing, shows it on one page. A process
// with SMTP_PORT and MAILBOX_PORT (0: any free port), on localhost unless MAILBOX_HOST is set.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { letterPage, listPage, type Received } from "./mailbox-page.ts";

/** How the sinks behave for the next few messages. */
type Behaviour = {
  /** This many are refused, with this SMTP or HTTP code. */
  refuse: { count: number; code: number };
  /** Messages are stored at once and acknowledged after this. */
  acknowledgeAfterMs: number;
};

const keptMax = 1_000;
const bodyBytesMax = 1_000_000;
const received: Received[] = [];
const behaviour: Record<"email" | "sms", Behaviour> = {
  email: { refuse: { count: 0, code: 451 }, acknowledgeAfterMs: 0 },
  sms: { refuse: { count: 0, code: 503 }, acknowledgeAfterMs: 0 },
};
let count = 0;

function keep(message: Omit<Received, "number" | "at">): void {
  count += 1;
  received.push({ number: count, at: Date.now(), ...message });
  if (received.length > keptMax) received.shift();
}

function refusal(channel: "email" | "sms"): number | undefined {
  const { refuse } = behaviour[channel];
  if (refuse.count === 0) return undefined;
  refuse.count -= 1;
  return refuse.code;
}

async function bytesOf(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += (chunk as Buffer).length;
    if (size > bodyBytesMax) throw new Error("too large");
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS", "AUTH"],
  onRcptTo(_address, _session, done) {
    const code = refusal("email");
    if (code === undefined) return done();
    done(Object.assign(new Error("refused by the test"), { responseCode: code }));
  },
  onData(stream, session, done) {
    void (async () => {
      const mail = await PostalMime.parse(await bytesOf(stream));
      const to = session.envelope.rcptTo.map(({ address }) => address).join(", ");
      const { subject = "", text = "", html = "", messageId = "", from } = mail;
      keep({ channel: "email", to, from: from?.address ?? "", subject, text, html, id: messageId });
      await sleep(behaviour.email.acknowledgeAfterMs);
      done();
    })().catch((error: unknown) => done(error instanceof Error ? error : new Error("unreadable")));
  },
});

const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
const sendPage = (response: ServerResponse, page: string): void =>
  void response
    .writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; script-src 'unsafe-inline'; connect-src 'self'",
    })
    .end(page);

/** The shape that most text message providers share: a form with To, From and Body, an account and its token. */
async function takeMessage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = new URLSearchParams((await bytesOf(request)).toString());
  const [to, from, text] = [form.get("To"), form.get("From"), form.get("Body")];
  if (request.headers.authorization?.startsWith("Basic ") !== true) return sendJson(response, 401, { code: 20_003 });
  const code = refusal("sms");
  if (code !== undefined) return sendJson(response, code, { code });
  if (to === null || from === null || text === null) return sendJson(response, 400, { code: 21_604 });
  const id = String(request.headers["idempotency-key"] ?? "");
  keep({ channel: "sms", to, from, subject: "", text, html: "", id });
  await sleep(behaviour.sms.acknowledgeAfterMs);
  sendJson(response, 201, { sid: `SM${count}`, status: "queued" });
}

function messagesTo(address: string | null): readonly Received[] {
  return address === null ? received : received.filter(({ to }) => to === address);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://mailbox");
  const asked = `${request.method} ${pathname}`;
  if (asked === "GET /") return sendPage(response, listPage(received));
  if (asked === "GET /messages") return sendJson(response, 200, messagesTo(searchParams.get("to")));
  if (asked === "POST /sms/messages") return takeMessage(request, response);
  if (asked === "POST /behaviour") {
    const change = JSON.parse((await bytesOf(request)).toString()) as { channel: "email" | "sms" } & Partial<Behaviour>;
    const { channel, ...rest } = change;
    Object.assign(behaviour[channel], rest);
    return sendJson(response, 200, behaviour[channel]);
  }
  const found = /^GET \/messages\/(\d+)$/.exec(asked);
  const message = found === null ? undefined : received.find(({ number }) => number === Number(found[1]));
  if (message !== undefined) return sendPage(response, letterPage(message));
  sendJson(response, 404, {});
}

const http = createServer((request, response) => {
  answer(request, response).catch(() => sendJson(response, 400, {}));
});

const host = process.env.MAILBOX_HOST ?? "127.0.0.1";
const portOf = (name: string): number => Number(process.env[name] ?? "0");
smtp.on("error", () => undefined);
await new Promise<void>((resolve) => smtp.listen(portOf("SMTP_PORT"), host, resolve));
await new Promise<void>((resolve) => http.listen(portOf("MAILBOX_PORT"), host, resolve));
const ports = { smtp: (smtp.server.address() as AddressInfo).port, http: (http.address() as AddressInfo).port };
process.stdout.write(`${JSON.stringify({ level: 30, msg: "listening", ...ports })}\n`);
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => process.exit(0));
