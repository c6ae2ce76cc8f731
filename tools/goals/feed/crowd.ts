// Many readers of one stream, in a process of their own: they count what arrives and when the last of them had it.
import { WebSocket } from "ws";

export type CrowdReport = {
  readonly messages: number;
  readonly bytes: number;
  /** By the number in the message: when the last reader had it, in ms since the epoch. */
  readonly lastAt: readonly (readonly [number, number])[];
};

const [address, count, subscription] = process.argv.slice(2) as [string, string, string];
const openAtOnce = 50;
const seqOf = /"seq":(\d+)/;

let messages = 0;
let bytes = 0;
let lastAt = new Map<number, number>();
const sockets: WebSocket[] = [];

function open(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { perMessageDeflate: false });
    socket.on("open", () => {
      if (subscription !== "") socket.send(subscription);
      sockets.push(socket);
      resolve();
    });
    socket.on("error", reject);
    socket.on("message", (data: Buffer) => {
      messages += 1;
      bytes += data.length;
      // Every reader gets the same text, so only its number is looked at.
      const seq = seqOf.exec(data.toString("latin1"))?.[1];
      if (seq !== undefined) lastAt.set(Number(seq), performance.timeOrigin + performance.now());
    });
  });
}

for (let left = Number(count); left > 0; left -= openAtOnce)
  await Promise.all(Array.from({ length: Math.min(left, openAtOnce) }, open));

process.on("message", (wish: "ping" | "begin" | "report") => {
  if (wish === "ping") for (const socket of sockets) socket.send('{"op":"ping"}');
  if (wish === "report") process.send!({ messages, bytes, lastAt: [...lastAt] } satisfies CrowdReport);
  messages = 0;
  bytes = 0;
  lastAt = new Map();
});
process.on("disconnect", () => process.exit(0));
process.send!("ready");
