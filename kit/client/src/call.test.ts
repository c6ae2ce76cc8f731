import { expect, test } from "vitest";
import { createClient, networkMessage } from "./index.ts";

type Sent = { url: string; init: RequestInit };

function clientWith(...bodies: unknown[]) {
  const sent: Sent[] = [];
  const client = createClient({
    baseUrl: "http://house",
    lang: "en_US",
    fetch: async (url, init) => {
      sent.push({ url, init });
      const body = bodies.shift();
      if (body === undefined) throw new TypeError("fetch failed");
      return Response.json(body);
    },
  });
  return { client, sent };
}
const order = { symbol: "BTC/USDT", side: "BUY", type: "LIMIT", price: "10", qty: "1" } as const;

test("an answer comes back typed, with the batch it is true at", async () => {
  const { client, sent } = clientWith({ code: 200, message: "", data: { seq: 7, orderId: "3" } });
  const outcome = await client.call("placeOrder", order);
  expect(outcome).toEqual({ ok: true, value: { seq: 7, orderId: "3" }, seq: 7, stale: false });
  expect(sent[0]!.url).toBe("http://house/api/trade-api/order/place");
  expect(sent[0]!.init).toMatchObject({ method: "POST", credentials: "include", body: JSON.stringify(order) });
});

test("a read after a write asks for at least the write's batch", async () => {
  const { client, sent } = clientWith(
    { code: 200, data: { seq: 7, orderId: "3" } },
    { code: 200, data: { seq: 7, rows: [] } },
  );
  await client.call("placeOrder", order);
  await client.call("openOrders", {});
  expect(new Headers(sent[0]!.init.headers).has("min-seq")).toBe(false);
  expect(new Headers(sent[1]!.init.headers).get("min-seq")).toBe("7");
});

test("a GET puts its ask in the query and leaves out what was not given", async () => {
  const { client, sent } = clientWith({ code: 200, data: { seq: 1, list: [], pageNum: 2, pageSize: 10, total: 0 } });
  await client.call("fills", { pageNum: 2 });
  expect(sent[0]!.url).toBe("http://house/api/trade-api/fills?pageNum=2");
});

test("a refusal is named and brings its facts and its sentence", async () => {
  const { client } = clientWith({ code: 21040, message: "Not enough.", data: { needed: "10", available: "4" } });
  expect(await client.call("placeOrder", order)).toEqual({
    ok: false,
    code: 21040,
    refusal: "INSUFFICIENT_BALANCE",
    message: "Not enough.",
    facts: { needed: "10", available: "4" },
  });
});

test("a failed network is an outcome, not an exception", async () => {
  const { client } = clientWith();
  expect(await client.call("openOrders", {})).toEqual({ ok: false, code: 0, message: networkMessage, facts: {} });
});

test("an expired session is renewed once for all calls that met it, and they are asked again", async () => {
  const paths: string[] = [];
  let isRenewed = false;
  const client = createClient({
    baseUrl: "",
    fetch: async (url) => {
      paths.push(url);
      if (url === "/user/refresh_token") isRenewed = true;
      else if (!isRenewed) return Response.json({ code: 10001, message: "Login has expired", data: null });
      return Response.json({ code: 200, data: { seq: 1, rows: [] } });
    },
  });
  const outcomes = await Promise.all([client.call("openOrders", {}), client.call("balances", {})]);
  expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, true]);
  expect(paths.filter((path) => path === "/user/refresh_token")).toHaveLength(1);
});

test("a session that cannot be renewed stays expired", async () => {
  const expired = { code: 10001, message: "Login has expired", data: null };
  const { client } = clientWith(expired, expired);
  expect(await client.call("openOrders", {})).toMatchObject({ ok: false, refusal: "LOGIN_INVALID" });
});
