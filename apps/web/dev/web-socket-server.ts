// The least of RFC 6455 that a development player needs: text frames, no extensions.
import { createHash } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

export type Peer = { send(message: object): void; close(): void };

function frameOf(text: string): Buffer {
  const body = Buffer.from(text);
  const head =
    body.length < 126
      ? Buffer.from([0x81, body.length])
      : body.length < 65_536
        ? Buffer.from([0x81, 126, body.length >> 8, body.length & 255])
        : Buffer.concat([Buffer.from([0x81, 127, 0, 0, 0, 0]), Buffer.alloc(4)]);
  if (body.length >= 65_536) head.writeUInt32BE(body.length, 6);
  return Buffer.concat([head, body]);
}

/** Cuts one masked frame off the front; undefined while it has not arrived whole. */
function readFrame(bytes: Buffer): { opcode: number; text: string; rest: Buffer } | undefined {
  if (bytes.length < 6) return undefined;
  let [length, at] = [bytes[1]! & 127, 2];
  if (length === 126) [length, at] = [bytes.readUInt16BE(2), 4];
  else if (length === 127) return undefined;
  if (bytes.length < at + 4 + length) return undefined;
  const mask = bytes.subarray(at, at + 4);
  const body = Buffer.from(bytes.subarray(at + 4, at + 4 + length)).map((byte, index) => byte ^ mask[index % 4]!);
  return { opcode: bytes[0]! & 15, text: Buffer.from(body).toString(), rest: bytes.subarray(at + 4 + length) };
}

export function serveSockets(
  server: Server,
  welcome: (peer: Peer, request: IncomingMessage) => { hear: (text: string) => void; leave: () => void },
): void {
  server.on("upgrade", (request, socket: Socket) => {
    const key = `${String(request.headers["sec-websocket-key"])}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash("sha1").update(key).digest("base64");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    const peer: Peer = {
      send: (message) => void (socket.writable && socket.write(frameOf(JSON.stringify(message)))),
      close: () => socket.destroy(),
    };
    const { hear, leave } = welcome(peer, request);
    let waiting: Buffer = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      waiting = Buffer.concat([waiting, chunk]);
      for (let frame = readFrame(waiting); frame !== undefined; frame = readFrame(waiting)) {
        waiting = frame.rest;
        if (frame.opcode === 1) hear(frame.text);
        if (frame.opcode === 8) socket.destroy();
      }
    });
    socket.on("close", leave);
    socket.on("error", leave);
  });
}
