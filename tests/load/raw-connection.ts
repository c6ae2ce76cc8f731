import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { tally } from "./attack-tally.ts";

/** Bytes that an attacker's machine has not got rid of: it sends no more until they are gone. */
const waitingMax = 256 * 1024;

/** One connection from an address, made again when it ends. Whatever is answered is counted and thrown away. */
export class RawConnection {
  readonly #port: number;
  readonly #from: string;
  /** What a new connection sends first. */
  readonly #greeting: string;
  #socket: Socket | undefined;
  #isClosed = false;

  constructor(port: number, from: string, greeting = "") {
    this.#port = port;
    this.#from = from;
    this.#greeting = greeting;
  }

  send(bytes: string | Uint8Array): void {
    const socket = this.#open();
    if (socket.writableLength >= waitingMax) return;
    socket.write(bytes);
    tally.sent += 1;
  }

  /** Ends the connection that is open; the next word makes another. */
  hangUp(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  close(): void {
    this.#isClosed = true;
    this.hangUp();
  }

  #open(): Socket {
    if (this.#socket !== undefined) return this.#socket;
    const socket = connect({ port: this.#port, host: "127.0.0.1", localAddress: this.#from });
    socket.setNoDelay(true);
    socket.on("connect", () => void (tally.connected += 1));
    socket.on("data", () => void (tally.answered += 1));
    // The gateway ended it, often before what it wrote could be read: a refusal is an answer too.
    socket.on("end", () => void (tally.answered += 1));
    socket.on("error", () => {
      tally.answered += 1;
      socket.destroy();
    });
    socket.on("close", () => {
      if (this.#socket === socket) this.#socket = undefined;
    });
    if (!this.#isClosed) this.#socket = socket;
    if (this.#greeting !== "") socket.write(this.#greeting);
    return socket;
  }
}

export type RawRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

export function requestText({ method, path, headers = {}, body }: RawRequest): string {
  const lines = [`${method} ${path} HTTP/1.1`, "Host: 127.0.0.1"];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== undefined) lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  return `${lines.join("\r\n")}\r\n\r\n${body ?? ""}`;
}

/** The request that turns a connection into a WebSocket. */
export const upgradeText = (cookie = ""): string =>
  requestText({
    method: "GET",
    path: "/ws",
    headers: {
      Upgrade: "websocket",
      Connection: "Upgrade",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": randomBytes(16).toString("base64"),
      ...(cookie === "" ? {} : { Cookie: cookie }),
    },
  });

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export type RawFrame = {
  readonly opcode?: number;
  readonly isFinal?: boolean;
  readonly isMasked?: boolean;
  /** Bits that no extension has been agreed for. */
  readonly reserved?: number;
  /** What the frame says of its length, where that is not the truth. */
  readonly claimedLength?: number;
};

/** A frame of a WebSocket, right or wrong. */
export function frameOf(payload: Uint8Array | string, frame: RawFrame = {}): Buffer {
  const { opcode = opcodes.text, isFinal = true, isMasked = true, reserved = 0 } = frame;
  const body = Buffer.from(payload as string);
  const length = frame.claimedLength ?? body.length;
  const head = [(isFinal ? 0x80 : 0) | ((reserved & 7) << 4) | (opcode & 15)];
  const mark = isMasked ? 0x80 : 0;
  if (length < 126) head.push(mark | length);
  else if (length < 65_536) head.push(mark | 126, length >> 8, length & 255);
  else {
    const wide = Buffer.alloc(8);
    wide.writeBigUInt64BE(BigInt(length));
    head.push(mark | 127, ...wide);
  }
  if (!isMasked) return Buffer.concat([Buffer.from(head), body]);
  const mask = randomBytes(4);
  return Buffer.concat([Buffer.from(head), mask, body.map((byte, i) => byte ^ mask[i & 3]!)]);
}
