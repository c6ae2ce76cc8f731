import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type MemoryWorld, openWorldInMemory } from "../testing/standalone.ts";

let world: MemoryWorld;
beforeAll(async () => void (world = await openWorldInMemory()));
afterAll(() => world.close());

async function connected(cookie?: string) {
  const headers = cookie === undefined ? {} : { cookie };
  const socket = new WebSocket(`${world.url.replace("http", "ws")}/ws`, { headers });
  const received: { op?: string; inMs?: number }[] = [];
  socket.on("message", (data: Buffer) => received.push(JSON.parse(data.toString()) as { op?: string }));
  const closed = once(socket, "close") as Promise<[number, Buffer]>;
  await once(socket, "open");
  return { socket, received, closed };
}

test("M3: a connection is told before its token ends, and ends with it; others stay", async () => {
  const short = await connected(world.holder(1001, 1_500).cookie);
  const fresh = await connected(world.holder(1001).cookie);
  const signedOut = await connected();
  const [code, reason] = await short.closed;
  expect([code, reason.toString()]).toEqual([4401, "token expired"]);
  const notices = short.received.filter(({ op }) => op === "expiring");
  expect(notices).toHaveLength(1);
  expect(notices[0]!.inMs).toBeGreaterThan(0);
  for (const { socket, received } of [fresh, signedOut]) {
    expect([socket.readyState, received]).toEqual([WebSocket.OPEN, []]);
    socket.close();
  }
});

test("M3: a token that has ended opens a connection of nobody", async () => {
  const { cookie } = world.holder(1001, -1);
  const { socket, received } = await connected(cookie);
  socket.send(JSON.stringify({ op: "subscribe", topic: "trading.orders" }));
  await once(socket, "message");
  expect(received).toMatchObject([{ op: "refused", code: 10001 }]);
  socket.close();
});
