// A process of its own between browser and gateway: it relays everything, and answers book and trades of one market itself, at a fixed rate.
import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from "node:http";
import { success } from "@tidemark/contracts";
import { type RawData, WebSocket, WebSocketServer } from "ws";
import { RecordedMarket } from "./recorded-market.ts";

export type StreamServerReady = { readonly port: number };

const [gatewayUrl, symbol, middle] = process.argv.slice(2) as [string, string, string];
const gateway = new URL(gatewayUrl);
/** Batches of the journal as at this load: 5 book updates and a trade every 5 ms, which is 1,000 and 200 a second. */
const batchMs = 5;
const updatesOfBatch = 5;
const candlesMax = 5_000;
/** A source of its own: these numbers have nothing to do with the core's. */
const source = "recorded";
const seed = 20_261_116;

const market = new RecordedMarket(seed, Number(middle));
for (let i = 0; i < 50; i += 1) market.trade(Date.now());
let seq = 1;
const readers = new Map<string, Set<WebSocket>>([
  ["market.depth", new Set()],
  ["market.trades", new Set()],
]);

function send(topic: string, rows: readonly object[]): void {
  const text = JSON.stringify({ topic, symbol, source, prev: seq, seq: seq + 1, rows });
  for (const reader of readers.get(topic)!) reader.send(text);
}
let sentAt = performance.now();
/** By the clock and not by the timer: a late timer sends the batches that are due. */
function sendDue(): void {
  for (const now = performance.now(); sentAt + batchMs <= now; sentAt += batchMs) {
    send(
      "market.depth",
      Array.from({ length: updatesOfBatch }, () => market.update()),
    );
    send("market.trades", [market.trade(Date.now())]);
    seq += 1;
  }
}

/** Candles by the interval's width, the newest last. */
function candlesOf(query: URLSearchParams): object[] {
  const width = query.get("interval") === "5m" ? 300_000 : 60_000;
  const end = Math.floor(Date.now() / width) * width;
  return Array.from({ length: candlesMax }, (_, index) => {
    const at = end - (candlesMax - 1 - index) * width;
    const open = Number(middle) * (1 + 0.02 * Math.sin(index / 180) + 0.004 * Math.sin(index / 7));
    const close = Number(middle) * (1 + 0.02 * Math.sin((index + 1) / 180) + 0.004 * Math.sin((index + 1) / 7));
    const [low, high] = [Math.min(open, close) * 0.999, Math.max(open, close) * 1.001];
    const texts = { open: open.toFixed(1), high: high.toFixed(1), low: low.toFixed(1), close: close.toFixed(1) };
    return { at, ...texts, volume: (1 + (index % 37)).toFixed(4) };
  });
}

function recordedAnswer({ pathname, searchParams }: URL): object | undefined {
  if (searchParams.get("symbol") !== symbol) return undefined;
  if (pathname === "/market/v2/depth") return { source, seq, rows: market.book };
  if (pathname === "/market/v2/trades") return { source, seq, rows: market.trades };
  // The running candle is the core's; only the history of the chart is recorded.
  if (pathname === "/market/v2/candles" && searchParams.get("limit") !== "2")
    return { source, seq, rows: searchParams.has("before") ? [] : candlesOf(searchParams) };
  return undefined;
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const recorded = recordedAnswer(new URL(request.url!, gatewayUrl));
  if (recorded !== undefined) {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ code: success, message: "", data: recorded }));
    return;
  }
  const { hostname, port } = gateway;
  const relayed = requestHttp(
    { hostname, port, method: request.method, path: request.url, headers: request.headers },
    (from) => {
      response.writeHead(from.statusCode!, from.headers);
      from.pipe(response);
    },
  );
  relayed.on("error", () => response.destroy());
  request.pipe(relayed);
}

type Wish = { readonly op?: string; readonly topic?: string; readonly symbol?: string };
function takeWish(browser: WebSocket, wish: Wish): boolean {
  const topic = wish.symbol === symbol ? readers.get(wish.topic ?? "") : undefined;
  if (topic === undefined) return false;
  if (wish.op === "unsubscribe") topic.delete(browser);
  else {
    topic.add(browser);
    browser.send(JSON.stringify({ op: "subscribed", topic: wish.topic, symbol, source, seq }));
  }
  return true;
}

function relaySocket(browser: WebSocket, request: IncomingMessage): void {
  const { cookie = "", origin = "", host = "" } = request.headers;
  const core = new WebSocket(`${gatewayUrl.replace(/^http/, "ws")}${request.url!}`, {
    headers: { cookie, origin, host },
  });
  const waiting: string[] = [];
  const textOf = (data: RawData): string => (data as Buffer).toString("utf8");
  browser.on("message", (data) => {
    const text = textOf(data);
    if (takeWish(browser, JSON.parse(text) as Wish)) return;
    if (core.readyState === WebSocket.OPEN) core.send(text);
    else waiting.push(text);
  });
  core.on("open", () => {
    for (const text of waiting) core.send(text);
  });
  core.on("message", (data) => browser.send(textOf(data)));
  core.on("error", () => browser.terminate());
  core.on("close", () => browser.close());
  browser.on("close", () => {
    for (const topic of readers.values()) topic.delete(browser);
    core.terminate();
  });
}

const server = createServer(answer);
const sockets = new WebSocketServer({ server });
sockets.on("connection", relaySocket);
server.listen(0, "127.0.0.1", () => {
  setInterval(sendDue, batchMs);
  const address = server.address();
  if (address !== null && typeof address === "object")
    process.send!({ port: address.port } satisfies StreamServerReady);
});
process.on("disconnect", () => process.exit(0));
