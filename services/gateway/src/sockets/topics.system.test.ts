import { once } from "node:events";
import { coreSignerOf } from "@tidemark/kit-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { openWorld, until, type World } from "../testing/gateway.ts";

type Message = {
  op?: string;
  topic?: string;
  prev?: number;
  seq?: number;
  rows?: object[];
  resync?: boolean;
  code?: number;
};
const depth = { topic: "market.depth", symbol: "BTC/USDT" };
const level = (price: number, total: number) => ({ type: "level_set", market: 7, side: 0, price, total }) as const;
const funds = (uid: number, low: number) =>
  ({ type: "ledger_line", uid, account: 2 * 32_768 + 1 * 32, delta: 0, high: 0, low }) as const;
let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function connected(headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${world.url.replace("http", "ws")}/ws`, { headers });
  const received: Message[] = [];
  socket.on("message", (data: Buffer) => received.push(JSON.parse(data.toString()) as Message));
  await once(socket, "open");
  const send = (message: object): void => socket.send(JSON.stringify(message));
  const subscribed = async (stream: object): Promise<void> => {
    send({ op: "subscribe", ...stream });
    await until(() => received.some(({ op }) => op === "subscribed"));
  };
  const deltas = (): Message[] => received.filter(({ rows }) => rows !== undefined);
  return { socket, received, send, subscribed, deltas };
}

test("[S7.75] a subscriber is told where the stream stands and then gets rows that follow on from there", async () => {
  const { received, subscribed, deltas, socket } = await connected();
  await subscribed(depth);
  const base = world.core.seq;
  const source = world.core.name;
  expect(received[0]).toEqual({ op: "subscribed", ...depth, source, seq: base });
  world.core.announce([level(10_050, 25)]);
  await until(() => deltas().length === 1);
  expect(deltas()[0]).toEqual({
    ...depth,
    source,
    prev: base,
    seq: base + 1,
    rows: [{ side: "BUY", price: "100.50", qty: "0.0025" }],
  });
  world.core.announce([level(10_040, 5)]);
  await until(() => deltas().length === 2);
  expect(deltas()[1]).toMatchObject({ prev: base + 1, seq: base + 2 });
  socket.close();
});

test("batches that come close together leave as one delta with the newest row of each key", async () => {
  const { subscribed, deltas, socket } = await connected();
  await subscribed(depth);
  const base = world.core.seq;
  for (let total = 1; total <= 5; total += 1) world.core.announce([level(10_050, total)]);
  await until(() => deltas().at(-1)?.seq === base + 5);
  const rows = deltas().flatMap((delta) => delta.rows ?? []);
  expect(deltas().length).toBeLessThan(5);
  expect(rows.at(-1)).toMatchObject({ qty: "0.0005" });
  socket.close();
});

test("a batch in parts is one batch", async () => {
  const { subscribed, deltas, socket } = await connected();
  await subscribed(depth);
  const base = world.core.seq;
  world.core.announce([level(1, 1), level(2, 2), level(3, 3)], { parts: 3 });
  await until(() => deltas().length === 1);
  expect(deltas()[0]).toMatchObject({ prev: base, seq: base + 1 });
  expect(deltas()[0]!.rows).toHaveLength(3);
  socket.close();
});

test("one stream brings the tickers of all markets", async () => {
  const { subscribed, deltas, socket } = await connected();
  await subscribed({ topic: "market.tickers" });
  world.core.announce([{ type: "market_status_set", market: 7, status: 3 }]);
  await until(() => deltas().length === 1);
  expect(deltas()[0]).toMatchObject({ topic: "market.tickers", rows: [{ symbol: "BTC/USDT" }] });
  expect(deltas()[0]).not.toHaveProperty("symbol");
  socket.close();
});

test("a lost batch makes everybody begin again", async () => {
  const { received, subscribed, deltas, socket } = await connected();
  await subscribed(depth);
  world.core.announce([level(1, 1)], { lose: true });
  world.core.announce([level(2, 2)]);
  const seq = world.core.seq;
  await until(() => received.some(({ resync }) => resync === true));
  expect(received.find(({ resync }) => resync === true)).toEqual({ resync: true, source: world.core.name, seq });
  world.core.announce([level(3, 3)]);
  await until(() => deltas().length > 0);
  expect(deltas()[0]!.prev).toBeGreaterThanOrEqual(seq);
  socket.close();
});

test("a paused old leader, a doubled batch and a forged one are not believed", async () => {
  const { subscribed, deltas, socket } = await connected();
  world.core.lead(world.core.epoch + 1);
  world.core.announce();
  await subscribed(depth);
  const { seq, epoch } = world.core;
  world.core.announce([level(66, 1)], { epoch: epoch - 1, seq: seq + 1 });
  world.core.announce([level(67, 1)], { seq });
  world.core.announce([level(68, 1)], {
    seq: seq + 1,
    signer: coreSignerOf("", "another core", "core-a", "development"),
  });
  world.core.announce([level(69, 1)]);
  await until(() => deltas().length > 0);
  const prices = deltas()
    .flatMap((delta) => delta.rows as { price: string }[])
    .map(({ price }) => price);
  expect(prices).toEqual(["0.69"]);
  socket.close();
});

test("private rows reach their owner and nobody else", async () => {
  const alice = await connected(await world.signIn("alice"));
  const bob = await connected(await world.signIn("bob"));
  const signedOut = await connected();
  await alice.subscribed({ topic: "account.balances" });
  await bob.subscribed({ topic: "account.balances" });
  signedOut.send({ op: "subscribe", topic: "account.balances" });
  await until(() => signedOut.received.length > 0);
  expect(signedOut.received[0]).toEqual({ op: "refused", topic: "account.balances", code: 10001 });
  world.core.announce([funds(1001, 5_00000000)]);
  await until(() => alice.deltas().length === 1);
  expect(alice.deltas()[0]!.rows).toEqual([{ product: 2, sub: "", asset: "USDT", bucket: "avail", amount: "5" }]);
  world.core.announce([funds(1002, 7_00000000)]);
  await until(() => bob.deltas().length === 1);
  expect(alice.deltas()).toHaveLength(1);
  for (const { socket } of [alice, bob, signedOut]) socket.close();
});

test("a connection ends with its session", async () => {
  const carol = await world.signIn("carol");
  const { socket } = await connected(carol);
  const closed = once(socket, "close");
  await world.post("/user/logout", {}, carol);
  expect((await closed)[0]).toBe(4401);
});

test("a page of a stranger cannot open a connection", async () => {
  const socket = new WebSocket(`${world.url.replace("http", "ws")}/ws`, { origin: "https://evil.example" });
  const [error] = (await once(socket, "error")) as [Error];
  expect(error.message).toMatch(/403/);
});

test("what cannot be understood is refused, and who says too much is cut off", async () => {
  const { socket, received, send } = await connected();
  send({ op: "dance" });
  send({ op: "ping" });
  send({ op: "subscribe", topic: "market.depth", symbol: "NO/SUCH" });
  await until(() => received.length === 3);
  expect(received).toEqual([
    { op: "refused", code: 40000 },
    { op: "pong" },
    { op: "refused", topic: "market.depth", symbol: "NO/SUCH", code: 21001 },
  ]);
  const closed = once(socket, "close");
  for (let i = 0; i < 300; i += 1) send({ op: "ping" });
  expect((await closed)[0]).toBe(4029);
});

test("a stream that was left is silent", async () => {
  const { subscribed, send, received, deltas, socket } = await connected();
  await subscribed(depth);
  send({ op: "unsubscribe", ...depth });
  send({ op: "ping" });
  await until(() => received.some(({ op }) => op === "pong"));
  const { seq } = world.core;
  world.core.announce([level(9, 9)]);
  await until(
    async () => (await fetch(`${world.url}/health`).then((r) => r.json() as Promise<{ seq: number }>)).seq > seq,
  );
  expect(deltas()).toHaveLength(0);
  socket.close();
});

test("new names are fetched when the configuration changes, and views are taken again", async () => {
  const { received, subscribed, socket } = await connected();
  await subscribed(depth);
  const before = world.core.questions.filter(({ call }) => call === "market.directory").length;
  const { assets, markets } = world.core.directory;
  world.core.directory = { assets, markets: markets.map((market) => ({ ...market, tickSize: "0.1" })) };
  world.core.announce([{ type: "market_configured", market: 7 }]);
  await until(() => world.core.questions.filter(({ call }) => call === "market.directory").length > before);
  await until(() => received.some(({ resync }) => resync === true));
  expect(world.core.questions.at(-1)).toMatchObject({ call: "market.directory", minSeq: world.core.seq });
  socket.close();
});
