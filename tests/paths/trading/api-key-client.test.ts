import { refusals, success } from "@tidemark/contracts";
import { createClient, hmacSigner, apiKeyHeadersOf, type ApiKeySigner } from "@tidemark/kit-client";
import { openDatabase } from "@tidemark/kit-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bindFactor } from "../../../services/platform/testing/factor.ts";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { emailOf } from "../../../tools/dev/seed/people.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { good } from "../support/traders.ts";

let exchange: Exchange;
let database: ReturnType<typeof openDatabase>;
let alice: Trader;
let signer: ApiKeySigner;

beforeAll(async () => {
  const gatewayEnv = { RATE_SIGN_IN_PER_SECOND: "10000", SIGN_INS_PER_MINUTE: "1000000" };
  exchange = await throwAwayExchange({ nodes: 1, gatewayPorts: [0, 0], gatewayEnv });
  database = openDatabase(exchange.databaseUrl, 2);
  alice = await signIn(exchange.url, "alice");
  const factor = await bindFactor(alice.client, emailOf("alice"), database.db);
  await factor.confirm();
  const made = good(await alice.client.call("createApiKey", { label: "market_maker", permissions: ["READ", "TRADE"] }));
  signer = hmacSigner(made.key, made.secret);
});
afterAll(async () => {
  await database.close();
  await exchange.remove();
});

const order = { symbol: "BTC/USDT", side: "BUY", type: "LIMIT", price: "60000", qty: "0.01" } as const;
const path = "/api/trade-api/order/place";

async function openOrders(): Promise<number> {
  return good(await alice.client.call("openOrders", {})).rows.length;
}

/** One request as it was signed, sent to any gateway. */
function signedOrder(body: string) {
  const headers = apiKeyHeadersOf(signer, { method: "POST", path, body });
  return async (url: string): Promise<{ code: number; data: { orderId?: string; problem?: string } }> => {
    const all = { ...headers, "content-type": "application/json" };
    return (await (await fetch(url + path, { method: "POST", headers: all, body })).json()) as never;
  };
}

test("an API key client trades and reads by its key at every gateway, and its owner sees it", async () => {
  const before = await openOrders();
  for (const baseUrl of exchange.urls) {
    const client = createClient({ baseUrl, apiKey: signer });
    const { orderId, ...at } = good(await client.call("placeOrder", order));
    const { rows } = good(await client.call("openOrders", {}, { minSeq: at }));
    expect(rows.map((row) => row.orderId)).toContain(orderId);
    good(await client.call("cancelOrder", { orderId }));
  }
  expect(await openOrders()).toBe(before);
});

test("a request that is heard again, here or at another gateway, does nothing a second time", async () => {
  for (const body of [JSON.stringify(order), JSON.stringify({ ...order, clientOrderId: "mine-1" })]) {
    const before = await openOrders();
    const send = signedOrder(body);
    const first = await send(exchange.urls[0]!);
    expect(first.code).toBe(success);
    for (let i = 0; i < 5; i += 1)
      expect(await send(exchange.urls[0]!)).toMatchObject({
        code: refusals.API_KEY_INVALID.code,
        data: { problem: "used" },
      });
    // The other gateway has not heard the nonce; the core knows the command.
    expect(await send(exchange.urls[1]!)).toMatchObject({ code: success, data: { orderId: first.data.orderId } });
    expect(await send(exchange.urls[1]!)).toMatchObject({ code: refusals.API_KEY_INVALID.code });
    expect(await openOrders()).toBe(before + 1);
  }
});

type Opened = { readonly kind: "open" | "refused"; readonly socket: WebSocket };
type NodeWebSocket = new (url: string, options: { headers: Record<string, string> }) => WebSocket;
const connect = (headers: Record<string, string>): Promise<Opened> =>
  new Promise((resolve) => {
    const url = `${exchange.url.replace("http", "ws")}/ws`;
    const socket = new (WebSocket as unknown as NodeWebSocket)(url, { headers });
    socket.addEventListener("open", () => resolve({ kind: "open", socket }));
    socket.addEventListener("error", () => resolve({ kind: "refused", socket }));
  });

test("an API key client follows its owner's streams until its key is removed", async () => {
  expect((await connect({ ...apiKeyHeadersOf(signer, { method: "GET", path: "/wrong" }) })).kind).toBe("refused");
  const { kind, socket } = await connect(apiKeyHeadersOf(signer, { method: "GET", path: "/ws" }));
  expect(kind).toBe("open");
  const heard: { op?: string; topic?: string; code?: number }[] = [];
  socket.addEventListener("message", ({ data }) => void heard.push(JSON.parse(String(data)) as never));
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
  socket.send(JSON.stringify({ op: "subscribe", topic: "trading.orders" }));
  await expect.poll(() => heard.map(({ op }) => op)).toContain("subscribed");
  good(await alice.client.call("removeApiKey", { key: signer.key }));
  expect(await closed).toBe(4401);
  const client = createClient({ baseUrl: exchange.urls[1]!, apiKey: signer });
  expect(await client.call("balances", {})).toMatchObject({ ok: false, refusal: "API_KEY_INVALID" });
});
