/**
 * DEVELOPMENT ONLY. Plays a made-up exchange over the gateway's own protocol – calls over HTTP, topics over /ws – so that the screens
 * can be looked at without the servers. The app does not know it: it stands where the gateway stands. `pnpm player`, then `pnpm dev`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { calls, refusals, type Refusal, refusalSentence } from "@tidemark/contracts";
import { group } from "@tidemark/money";
import { createMarket, type Level } from "./player-market.ts";
import { type Peer, serveSockets } from "./web-socket-server.ts";

type Ask = Record<string, string>;
type Order = Record<string, unknown> & { orderId: string; side: "BUY" | "SELL"; price: string; qty: string };

const port = Number(process.env.GATEWAY_PORT ?? 8080);
const password = "tidemark";
const spot = { BTC: "BTC/USDT", ETH: "ETH/USDT", SOL: "SOL/USDT" } as const;
const markets = new Map([
  [spot.BTC, createMarket(1_042_864)],
  [spot.ETH, createMarket(34_516)],
  [spot.SOL, createMarket(1_721)],
]);
let seq = 1_000;
let orderIds = 700;
let signedIn: string | undefined = process.env.PLAYER_USER;
const isEmpty = (): boolean => signedIn === "carol";
const orders = new Map<string, Order>();
const ended: Order[] = [];
const fills: object[] = [];
const balances = new Map<string, number>([
  ["2:USDT:avail", 53_214.8],
  ["2:BTC:avail", 0.4182],
  ["1:USDT:avail", 12_000],
  ["1:BTC:avail", 0.05],
]);

const entry = (id: number, base: "BTC" | "ETH" | "SOL") => ({
  id,
  symbol: spot[base],
  kind: "SPOT",
  base,
  quote: "USDT",
  product: 2,
  tickSize: "0.10",
  lotSize: "0.00100",
  minQty: "0.00100",
  maxQty: "100.00000",
  minNotional: "5",
  makerRate: 80_000,
  takerRate: 100_000,
  status: "TRADING",
});
const directory = () => ({
  seq,
  assets: [
    { id: 1, asset: "USDT", scale: 8, displayDecimals: 2 },
    { id: 2, asset: "BTC", scale: 8, displayDecimals: 8 },
    { id: 3, asset: "ETH", scale: 8, displayDecimals: 8 },
    { id: 4, asset: "SOL", scale: 8, displayDecimals: 8 },
  ],
  markets: [entry(1, "BTC"), entry(2, "ETH"), entry(3, "SOL")],
});

const subscribers = new Map<string, { prev: number; peers: Set<Peer> }>();
function tell(topic: string, symbol: string | undefined, rows: object[]): void {
  const stream = subscribers.get(`${topic} ${symbol ?? ""}`);
  if (stream === undefined || rows.length === 0) return;
  seq += 1;
  const message = { topic, ...(symbol === undefined ? {} : { symbol }), prev: stream.prev, seq, rows };
  stream.prev = seq;
  for (const peer of stream.peers) peer.send(message);
}

const balanceRows = () =>
  isEmpty()
    ? []
    : [...balances].map(([key, amount]) => {
        const [product, asset, bucket] = key.split(":");
        return { product: Number(product), sub: "", asset, bucket, amount: amount.toFixed(8) };
      });
function move(key: string, delta: number): void {
  balances.set(key, (balances.get(key) ?? 0) + delta);
  tell("account.balances", undefined, balanceRows());
}

const userInfo = (name: string) => ({
  userId: `u-${name}`,
  loginId: `${name}@tidemark.test`,
  displayUserId: "1001",
  vipTag: 0,
  currentNickName: name,
  newNickName: "",
  nickNameStatus: 0,
  isDefaultNickName: false,
  nickNameModificationTimes: 3,
  maxNickNamModificationTimes: 3,
  kycStatus: -1,
  userAct: { p2p: false, kycWhite: false, ko_KR: false },
});

class Refused extends Error {
  readonly refusal: Refusal;
  readonly facts: Record<string, string>;
  constructor(refusal: Refusal, facts: Record<string, string> = {}) {
    super(refusal);
    this.refusal = refusal;
    this.facts = facts;
  }
}

function hold(order: Order, direction: 1 | -1): void {
  const [asset, amount] =
    order.side === "BUY" ? ["USDT", Number(order.price) * Number(order.qty)] : ["BTC", Number(order.qty)];
  const available = balances.get(`2:${asset}:avail`) ?? 0;
  if (direction === 1 && amount > available)
    throw new Refused("INSUFFICIENT_BALANCE", {
      needed: `${group(amount.toFixed(2))} ${asset}`,
      available: `${group(available.toFixed(2))} ${asset}`,
    });
  move(`2:${asset}:avail`, -amount * direction);
  move(`2:${asset}:hold`, amount * direction);
}

function end(order: Order, status: string, cause: string): void {
  orders.delete(order.orderId);
  const last = { ...order, status, cause };
  ended.unshift(last);
  tell("trading.orders", undefined, [last]);
}

type PlaceAsk = Record<"symbol" | "side" | "type", string> &
  Partial<Record<"price" | "qty" | "quoteAmount" | "tif" | "clientOrderId", string>> & { postOnly?: boolean };

function place(ask: PlaceAsk) {
  const market = markets.get(ask.symbol as "BTC/USDT");
  if (market === undefined) throw new Refused("SYMBOL_NOT_FOUND");
  seq += 1;
  const side = ask.side as "BUY" | "SELL";
  const price = ask.price ?? market.last;
  const qty = ask.qty ?? (Number(ask.quoteAmount) / Number(price)).toFixed(3);
  if (Number(price) * Number(qty) < 5) throw new Refused("MIN_NOTIONAL", { given: "4.20 USDT", needed: "5 USDT" });
  const order: Order = {
    orderId: String((orderIds += 1)),
    clientOrderId: ask.clientOrderId ?? "",
    symbol: ask.symbol,
    product: 2,
    side,
    type: ask.type,
    tif: ask.tif ?? (ask.type === "MARKET" ? "IOC" : "GTC"),
    postOnly: ask.postOnly === true,
    price,
    qty,
    filledQty: "0.000",
    filledValue: "0",
    fee: "0",
    status: "NEW",
    cause: "NONE",
    createdAt: Date.now(),
  };
  hold(order, 1);
  orders.set(order.orderId, order);
  tell("trading.orders", undefined, [order]);
  const takes =
    ask.type === "MARKET" ||
    (side === "BUY" ? Number(price) >= Number(market.last) : Number(price) <= Number(market.last));
  if (takes && order.postOnly) {
    hold(order, -1);
    end(order, "REJECTED", "NONE");
    throw new Refused("POST_ONLY_WOULD_TAKE");
  }
  if (takes) {
    const value = Number(price) * Number(qty);
    order.filledQty = qty;
    order.filledValue = value.toFixed(2);
    hold(order, -1);
    move("2:BTC:avail", side === "BUY" ? Number(qty) * 0.999 : -Number(qty));
    move("2:USDT:avail", side === "BUY" ? -value : value * 0.999);
    const fill = {
      tradeId: String(9_000 + orderIds),
      orderId: order.orderId,
      symbol: ask.symbol,
      side,
      role: "TAKER",
      price,
      qty,
      fee: side === "BUY" ? (Number(qty) * 0.001).toFixed(8) : (value * 0.001).toFixed(8),
      feeAsset: side === "BUY" ? "BTC" : "USDT",
      at: Date.now(),
    };
    fills.unshift(fill);
    tell("trading.fills", undefined, [fill]);
    end(order, "FILLED", "NONE");
  } else if (order.tif !== "GTC") {
    hold(order, -1);
    end(order, "EXPIRED", "IOC");
  } else tell("market.depth", ask.symbol, [market.set({ side, price: Number(price).toFixed(1), qty })]);
  return { seq, orderId: order.orderId };
}

function cancel(orderId: string) {
  const order = orders.get(orderId);
  if (order === undefined) throw new Refused("ORDER_NOT_FOUND");
  seq += 1;
  hold(order, -1);
  end(order, "CANCELED", "USER");
  return { seq, orderId };
}

const page = (list: object[]) => ({ seq, list, pageNum: 1, pageSize: 50, total: list.length });
const intervalMs: Record<string, number> = { "1m": 6e4, "5m": 3e5, "15m": 9e5, "1h": 36e5, "4h": 144e5, "1d": 864e5 };

const answers: Record<string, (ask: Ask) => unknown> = {
  login({ loginId, password: given }) {
    const name = loginId!.split("@")[0]!;
    if (given !== password || !["alice", "bob", "carol"].includes(name)) throw new Refused("LOGIN_INVALID");
    signedIn = name;
    return userInfo(name);
  },
  logout: () => ((signedIn = undefined), {}),
  refreshToken: () => answers.userInfo!({}),
  userInfo() {
    if (signedIn === undefined) throw new Refused("LOGIN_INVALID");
    return userInfo(signedIn);
  },
  marketDirectory: directory,
  depth: ({ symbol }) => ({ seq, rows: markets.get(symbol as "BTC/USDT")!.levels() }),
  ticker: ({ symbol }) => ({ seq, rows: [tickerOf(symbol!)] }),
  trades: ({ symbol }) => ({ seq, rows: markets.get(symbol as "BTC/USDT")!.trades() }),
  dayStats({ symbol }) {
    const last = Number(markets.get(symbol as "BTC/USDT")!.last);
    return {
      seq,
      open: (last * 0.982).toFixed(1),
      high: (last * 1.004).toFixed(1),
      low: (last * 0.976).toFixed(1),
      last: last.toFixed(1),
      volume: "59331.741",
      quoteVolume: "6152345678.10",
      change: "1.83",
    };
  },
  candles: ({ symbol, interval, limit }) => ({
    seq,
    rows: markets.get(symbol as "BTC/USDT")!.candles(intervalMs[interval!]!, Number(limit ?? 500)),
  }),
  placeOrder: (ask) => place(ask as unknown as PlaceAsk),
  cancelOrder: ({ orderId }) => cancel(orderId!),
  cancelAll() {
    const ids = [...orders.keys()];
    for (const id of ids) cancel(id);
    return { seq, cancelled: ids.length };
  },
  amendOrder({ orderId, price, qty }) {
    const order = orders.get(orderId!);
    if (order === undefined) throw new Refused("ORDER_NOT_FOUND");
    seq += 1;
    hold(order, -1);
    order.price = price ?? order.price;
    order.qty = qty ?? order.qty;
    hold(order, 1);
    tell("trading.orders", undefined, [{ orderId, price: order.price, qty: order.qty }]);
    return { seq, orderId };
  },
  openOrders: () => ({ seq, rows: isEmpty() ? [] : [...orders.values()] }),
  orderHistory: () => page(ended),
  fills: () => page(fills),
  balances: () => ({ seq, rows: balanceRows() }),
  transfer({ fromProduct, toProduct, asset, amount }) {
    seq += 1;
    move(`${fromProduct}:${asset}:avail`, -Number(amount));
    move(`${toProduct}:${asset}:avail`, Number(amount));
    return { seq, transferId: "1" };
  },
};

const tickerOf = (symbol: string) => {
  const { last, index } = markets.get(symbol as "BTC/USDT")!;
  return { symbol, last, index, indexStale: false, status: "TRADING" };
};

async function bodyOf(request: IncomingMessage): Promise<Ask> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text === "" ? {} : (JSON.parse(text) as Ask);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://player");
  const found = Object.entries(calls).find(([, call]) => call.path === `${request.method} ${url.pathname}`);
  const ask = request.method === "GET" ? Object.fromEntries(url.searchParams) : await bodyOf(request);
  const reply = (body: object) => response.setHeader("content-type", "application/json").end(JSON.stringify(body));
  try {
    const make = answers[found?.[0] ?? ""];
    if (make === undefined) throw new Refused("NOT_FOUND");
    reply({ code: 200, message: "", data: make(ask) });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const message = refusalSentence[error.refusal].replace(/\{(\w+)\}/g, (_, name: string) => error.facts[name] ?? "");
    reply({ code: refusals[error.refusal].code, message, data: error.facts });
  }
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    response.writeHead(500).end();
  });
});
serveSockets(server, (peer) => {
  const mine = new Set<string>();
  return {
    hear(text) {
      const { op, topic, symbol } = JSON.parse(text) as { op: string; topic: string; symbol?: string };
      if (op === "ping") return peer.send({ op: "pong" });
      const key = `${topic} ${symbol ?? ""}`;
      if (op === "unsubscribe") return void subscribers.get(key)?.peers.delete(peer);
      const stream = subscribers.get(key) ?? { prev: seq, peers: new Set<Peer>() };
      subscribers.set(key, stream);
      stream.peers.add(peer);
      mine.add(key);
      peer.send({ op: "subscribed", topic, ...(symbol === undefined ? {} : { symbol }), seq });
    },
    leave() {
      for (const key of mine) subscribers.get(key)?.peers.delete(peer);
    },
  };
});

setInterval(() => {
  seq += 1;
  for (const [symbol, market] of markets) {
    const { levels, trades } = market.pass(Date.now());
    const byKey = new Map<string, Level>(levels.map((level) => [`${level.side}:${level.price}`, level]));
    tell("market.depth", symbol, [...byKey.values()]);
    tell("market.trades", symbol, trades);
    if (trades.length > 0) tell("market.ticker", symbol, [tickerOf(symbol)]);
  }
}, 150);

if (signedIn !== undefined && !isEmpty())
  for (const [side, price, qty] of [
    ["BUY", "102350.0", "0.200"],
    ["SELL", "104890.0", "0.120"],
    ["BUY", "104250.0", "0.150"],
  ] as const)
    place({ symbol: spot.BTC, side, type: "LIMIT", price, qty });

server.listen(port, "127.0.0.1", () => process.stdout.write(`player on ${port}; alice, bob, carol: ${password}\n`));
