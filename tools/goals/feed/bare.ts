// The rival: the library's own server that sends a text to every client, as its manual shows it, and nothing else.
import { WebSocketServer } from "ws";

export type BareWish = { readonly rounds: number; readonly everyMs: number; readonly bytes: number };
export type BareReport = { readonly cpuMs: number; readonly sentAt: readonly (readonly [number, number])[] };

const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
server.on("listening", () => process.send!({ port: (server.address() as { port: number }).port }));

let seq = 0;
async function broadcast({ rounds, everyMs, bytes }: BareWish): Promise<BareReport> {
  const sentAt: [number, number][] = [];
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) {
    seq += 1;
    const head = `{"seq":${seq},"rows":"`;
    const text = `${head}${"x".repeat(Math.max(0, bytes - head.length - 2))}"}`;
    sentAt.push([seq, performance.timeOrigin + performance.now()]);
    for (const client of server.clients) client.send(text);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1_000, sentAt };
}

process.on("message", (wish: BareWish) => void broadcast(wish).then((report) => process.send!(report)));
process.on("disconnect", () => process.exit(0));
