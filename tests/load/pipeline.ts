import { createSecretKey, createHmac, type KeyObject, randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import {
  botMarkMessage,
  botMarkOf,
  proofKeyHeader,
  proofMacBytes,
  proofMessage,
  proofText,
  refusals,
} from "@tidemark/contracts";
import { developmentPassword, emailOf } from "../../tools/dev/seed/people.ts";

export type Envelope = {
  readonly code: number;
  readonly message: string;
  readonly data: Record<string, unknown> | null;
};

/** Who sends: the cookies and the key of a session, as a page would have them. */
export type Sender = { readonly cookie: string; readonly key: KeyObject };

const deviceId = "load";
const clientData = JSON.stringify({ deviceId, uuid: deviceId, clientType: 0 });
const nonceStart = randomBytes(6).toString("base64url");
let nonces = 0;

/** A proof for a post to a path by a device, with the mark that belongs to it. */
export function proofOf(
  key: KeyObject,
  path: string,
  device: string = deviceId,
): { readonly auth: string; readonly mark: string } {
  const time = Date.now();
  const nonce = `${nonceStart}${(nonces += 1)}`;
  const digest = createHmac("sha256", key)
    .update(proofMessage({ time, nonce }, "POST", path, device))
    .digest();
  const mac = digest.subarray(0, proofMacBytes).toString("base64url");
  return { auth: proofText({ time, nonce, mac }), mark: botMarkOf(botMarkMessage(time, nonce, path)) };
}

/**
 * One HTTP connection that sends without waiting: a load that costs the client almost nothing, so that a small machine can carry the
 * exchange and its traders at once. A broken connection answers everything in flight with undefined and is opened again.
 */
export class Pipeline {
  readonly #port: number;
  readonly #sender: Sender;
  #socket: Socket | undefined;
  #waiting: ((answer: Envelope | undefined) => void)[] = [];
  #buffer: Buffer = Buffer.alloc(0);
  #isClosed = false;
  #answers = 0;

  constructor(port: number, sender: Sender) {
    this.#port = port;
    this.#sender = sender;
  }

  /** Answers of any status so far. */
  get answers(): number {
    return this.#answers;
  }
  get inFlight(): number {
    return this.#waiting.length;
  }

  post(path: string, body: unknown, answered: (answer: Envelope | undefined) => void): void {
    const text = JSON.stringify(body);
    const { auth, mark } = proofOf(this.#sender.key, path);
    const head = [
      `POST ${path}?auth=${auth} HTTP/1.1`,
      `Host: 127.0.0.1:${this.#port}`,
      "Content-Type: application/json",
      `Content-Length: ${Buffer.byteLength(text)}`,
      `Cookie: ${this.#sender.cookie}`,
      `Client-Data: ${clientData}`,
      `Bot-Mark: ${mark}`,
    ];
    this.#waiting.push(answered);
    this.#open().write(`${head.join("\r\n")}\r\n\r\n${text}`);
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.destroy();
  }

  #open(): Socket {
    if (this.#socket !== undefined) return this.#socket;
    const socket = connect(this.#port, "127.0.0.1");
    socket.setNoDelay(true);
    this.#socket = socket;
    this.#buffer = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      if (this.#socket === socket) this.#socket = undefined;
      const lost = this.#waiting;
      this.#waiting = [];
      for (const answered of lost) if (!this.#isClosed) answered(undefined);
    });
    return socket;
  }

  #read(chunk: Buffer): void {
    this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
    for (;;) {
      const end = this.#buffer.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = this.#buffer.toString("latin1", 0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (this.#buffer.length < end + 4 + length) return;
      const body = this.#buffer.toString("utf8", end + 4, end + 4 + length);
      this.#buffer = this.#buffer.subarray(end + 4 + length);
      this.#answers += 1;
      const isAnswer = head.startsWith("HTTP/1.1 200");
      this.#waiting.shift()?.(isAnswer ? (JSON.parse(body) as Envelope) : undefined);
    }
  }
}

export const cookiesOf = (answer: Response): string[] =>
  answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]!);
/** The key that an answer brought. */
export const keyOf = (answer: Response): KeyObject =>
  createSecretKey(Buffer.from(answer.headers.get(proofKeyHeader) ?? ""));

/** Signs in as one of the development accounts. */
export async function signIn(url: string, name: string, busyTries = 10): Promise<Sender> {
  const first = await fetch(`${url}/market/v3/current/datetime`);
  const { auth, mark } = proofOf(keyOf(first), "/user/login");
  const cookies = cookiesOf(first);
  const answer = await fetch(`${url}/user/login?auth=${auth}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "client-data": clientData,
      "bot-mark": mark,
      cookie: cookies.join("; "),
    },
    body: JSON.stringify({ loginId: emailOf(name), password: developmentPassword }),
  });
  const { code } = (await answer.json()) as { code: number };
  // Whoever counts sign-ins may be a moment late on a machine that has just started everything.
  if (code === refusals.BUSY.code && busyTries > 0) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    return signIn(url, name, busyTries - 1);
  }
  if (code !== 200) throw new Error(`${name} could not sign in: ${code}`);
  return { cookie: [...cookies, ...cookiesOf(answer)].join("; "), key: keyOf(answer) };
}
