import { connect, type Socket } from "node:net";
import { refusals } from "@tidemark/contracts";

export type Envelope = {
  readonly code: number;
  readonly message: string;
  readonly data: Record<string, unknown> | null;
};

/**
 * One HTTP connection that sends without waiting: a load that costs the client almost nothing, so that a small machine can carry the
 * exchange and its traders at once. A broken connection answers everything in flight with undefined and is opened again.
 */
export class Pipeline {
  readonly #port: number;
  readonly #cookie: string;
  #socket: Socket | undefined;
  #waiting: ((answer: Envelope | undefined) => void)[] = [];
  #buffer: Buffer = Buffer.alloc(0);
  #isClosed = false;

  constructor(port: number, cookie: string) {
    this.#port = port;
    this.#cookie = cookie;
  }

  get inFlight(): number {
    return this.#waiting.length;
  }

  post(path: string, body: unknown, answered: (answer: Envelope | undefined) => void): void {
    const text = JSON.stringify(body);
    this.#waiting.push(answered);
    this.#open().write(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${this.#port}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\nCookie: ${this.#cookie}\r\n\r\n${text}`,
    );
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
      const isAnswer = head.startsWith("HTTP/1.1 200");
      this.#waiting.shift()?.(isAnswer ? (JSON.parse(body) as Envelope) : undefined);
    }
  }
}

/** Signs in as one of the development accounts and returns its cookies. */
export async function signIn(url: string, loginId: string, busyTries = 5): Promise<string> {
  const answer = await fetch(`${url}/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ loginId, password: "tidemark" }),
  });
  const { code } = (await answer.json()) as { code: number };
  // Whoever counts sign-ins may be a moment late on a machine that has just started everything.
  if (code === refusals.BUSY.code && busyTries > 0) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    return signIn(url, loginId, busyTries - 1);
  }
  if (code !== 200) throw new Error(`${loginId} could not sign in: ${code}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
