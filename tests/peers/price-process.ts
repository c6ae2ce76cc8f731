// Several exchanges and a provider of currency rates in one process, in the shape of Binance's public API: `/{venue}/api/v3/…` and the
// socket `/{venue}/ws`. Started by `price.ts` or by the development tool; the first line of output has its URL. `POST /behaviour` with
// `{ venue, behaviour }` makes a venue misbehave.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { pricePaths } from "./price-paths.ts";
import { ratesAnswer } from "./price-rates.ts";
import { type Behaviour, behaviours, type SimulatedVenue, simulatedVenue } from "./price-venue.ts";

const { PRICE_HOST = "127.0.0.1", PRICE_PORT = "0", PRICE_SEED = "1", PRICE_CRASH_AT = "" } = process.env;
const seed = Number(PRICE_SEED);
const streamEveryMs = 1_000;
const bodyBytesMax = 10_000;

const paths = pricePaths({ seed, ...(PRICE_CRASH_AT === "" ? {} : { crashAtMs: Date.parse(PRICE_CRASH_AT) }) });
const venues = new Map<string, SimulatedVenue>(
  [11, -8, 14, -19].map((offsetPpm, i) => [`venue-${i + 1}`, simulatedVenue(paths, i, offsetPpm)]),
);

const json = (response: ServerResponse, value: unknown): void =>
  void response.setHeader("content-type", "application/json").end(JSON.stringify(value));

async function behave(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = "";
  for await (const part of request)
    if ((text += String(part)).length > bodyBytesMax) return void response.writeHead(413).end();
  const { venue, behaviour } = JSON.parse(text) as { venue: string; behaviour: Behaviour };
  const known = venues.get(venue);
  if (known === undefined || !behaviours.includes(behaviour)) return void response.writeHead(404).end();
  known.behaviour = behaviour;
  response.writeHead(204).end();
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://prices");
  if (request.method === "POST" && pathname === "/behaviour") return behave(request, response);
  if (pathname === "/rates/v6/latest/USD") return json(response, ratesAnswer(seed, Date.now()));
  const [, name = "", path = ""] = /^\/([^/]+)\/api\/v3\/(.+)$/.exec(pathname) ?? [];
  const venue = venues.get(name);
  // A dead exchange closes the connection without an answer.
  if (venue?.behaviour === "dead") return void response.destroy();
  const found = venue?.answer(path, searchParams, Date.now());
  if (found === undefined)
    return void response.writeHead(400).end(JSON.stringify({ code: -1121, msg: "Invalid symbol." }));
  json(response, found);
}

function stream(socket: WebSocket, venue: SimulatedVenue): void {
  const streams = new Set<string>();
  socket.on("message", (data: Buffer) => {
    const { method, params, id } = JSON.parse(data.toString()) as { method: string; params: string[]; id: number };
    for (const name of params) {
      if (method === "SUBSCRIBE") streams.add(name);
      else streams.delete(name);
    }
    socket.send(JSON.stringify({ result: null, id }));
  });
  const timer = setInterval(() => {
    if (venue.behaviour === "dead") return socket.terminate();
    for (const name of streams) {
      const message = venue.message(name, Date.now());
      if (message !== undefined) socket.send(JSON.stringify(message));
    }
  }, streamEveryMs);
  socket.on("close", () => clearInterval(timer));
}

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.writeHead(400).end());
});
const sockets = new WebSocketServer({ noServer: true });
server.on("upgrade", (request, socket, head) => {
  const [, name = ""] = /^\/([^/]+)\/ws/.exec(request.url ?? "") ?? [];
  const venue = venues.get(name);
  if (venue === undefined || venue.behaviour === "dead") return void socket.destroy();
  sockets.handleUpgrade(request, socket, head, (opened) => stream(opened, venue));
});
server.listen(Number(PRICE_PORT), PRICE_HOST, () => {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  process.stdout.write(`${JSON.stringify({ level: 30, msg: "listening", url })}\n`);
});
process.on("SIGTERM", () => process.exit(0));
