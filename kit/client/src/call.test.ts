import { afterEach, expect, test, vi } from "vitest";
import { type Answered, createClient, inMemory, networkMessage } from "./index.ts";

afterEach(() => vi.useRealTimers());

type Sent = { url: string; auth: string | null; init: RequestInit };

/** An address without its proof, and the proof. */
function apart(address: string): { url: string; auth: string | null } {
  const url = new URL(address, "http://page");
  const auth = url.searchParams.get("auth");
  url.searchParams.delete("auth");
  return { url: url.toString().replace("http://page", ""), auth };
}

function keyed() {
  const store = inMemory();
  store.set("a key of the device");
  return store;
}

function clientWith(...bodies: unknown[]) {
  const sent: Sent[] = [];
  const client = createClient({
    baseUrl: "http://house",
    keyStore: keyed(),
    fetch: async (url, init) => {
      sent.push({ ...apart(url), init });
      const body = bodies.shift();
      if (body === undefined) throw new TypeError("fetch failed");
      return Response.json(body);
    },
  });
  return { client, sent };
}
const order = { symbol: "BTC/USDT", side: "BUY", type: "LIMIT", price: "10", qty: "1" } as const;

test("[S7.1 S7.24 S7.25 S8.1] an answer comes back typed, with the batch it is true at", async () => {
  const { client, sent } = clientWith({ code: 200, message: "", data: { source: "main", seq: 7, orderId: "3" } });
  const outcome = await client.call("placeOrder", order);
  expect(outcome).toEqual({
    ok: true,
    value: { source: "main", seq: 7, orderId: "3" },
    source: "main",
    seq: 7,
    stale: false,
  });
  expect(sent[0]!.url).toBe("http://house/api/trade-api/order/place");
  expect(sent[0]!.init).toMatchObject({ method: "POST", credentials: "include", body: JSON.stringify(order) });
});

test("a read after a write asks for at least the write's batch, of each core that the client has seen", async () => {
  const { client, sent } = clientWith(
    { code: 200, data: { source: "main", seq: 7, orderId: "3" } },
    { code: 200, data: { source: "main", seq: 7, rows: [] } },
  );
  await client.call("placeOrder", order);
  client.noteSeq({ source: "second", seq: 4 });
  client.noteSeq({ source: "main", seq: 2 });
  await client.call("openOrders", {});
  await client.call("openOrders", {}, { minSeq: { source: "second", seq: 5 } });
  const asked = sent.map(({ init }) => new Headers(init.headers).get("min-seq"));
  expect(asked).toEqual([null, "main:7,second:4", "main:7,second:5"]);
});

test("[S3.3 S7.23] a GET puts its ask in the query and leaves out what was not given", async () => {
  const { client, sent } = clientWith({ code: 200, data: { seq: 1, list: [], pageNum: 2, pageSize: 10, total: 0 } });
  await client.call("fills", { pageNum: 2 });
  expect(sent[0]!.url).toBe("http://house/api/trade-api/fills?pageNum=2");
});

test("[S8.2] a refusal is named and brings its facts and its sentence", async () => {
  const { client } = clientWith({ code: 21040, message: "Not enough.", data: { needed: "10", available: "4" } });
  expect(await client.call("placeOrder", order)).toEqual({
    ok: false,
    code: 21040,
    refusal: "INSUFFICIENT_BALANCE",
    message: "Not enough.",
    facts: { needed: "10", available: "4" },
  });
});

test("[S8.15] a failed network is an outcome, not an exception", async () => {
  const { client } = clientWith();
  expect(await client.call("openOrders", {})).toEqual({ ok: false, code: 0, message: networkMessage, facts: {} });
});

test("a failed network is told in the words that the page has for it", async () => {
  const fetch = async (): Promise<Response> => Promise.reject(new TypeError("fetch failed"));
  const client = createClient({ baseUrl: "", fetch, networkText: () => "Netzwerkfehler" });
  expect(await client.call("openOrders", {})).toMatchObject({ ok: false, code: 0, message: "Netzwerkfehler" });
});

test("[S4.28 S4.38] an expired session is renewed once for all calls that met it, and they are asked again", async () => {
  const paths: string[] = [];
  let isRenewed = false;
  const client = createClient({
    baseUrl: "",
    keyStore: keyed(),
    fetch: async (address) => {
      const { url } = apart(address);
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

test("[S4.30] a session that cannot be renewed stays expired", async () => {
  const expired = { code: 10001, message: "Login has expired", data: null };
  const { client } = clientWith(expired, expired);
  expect(await client.call("openOrders", {})).toMatchObject({ ok: false, refusal: "LOGIN_INVALID" });
});

test("[S7.2] every address is signed once, and the mark of the routine goes with it", async () => {
  const { client, sent } = clientWith({ code: 200, data: {} }, { code: 200, data: {} });
  await client.call("openOrders", {});
  await client.call("openOrders", {});
  expect(sent[0]!.auth).toMatch(/^\d{13}\.[\w-]{12}\.[\w-]{22}$/);
  expect(sent[1]!.auth).not.toBe(sent[0]!.auth);
  expect(new Headers(sent[0]!.init.headers).get("bot-mark")).toMatch(/^1\.[0-9a-f]{32}$/);
});

test("without a key the first call is made first, once for all, and its key signs what follows", async () => {
  const urls: string[] = [];
  const client = createClient({
    baseUrl: "",
    fetch: async (address) => {
      const { url, auth } = apart(address);
      urls.push(`${url} ${auth === null ? "unsigned" : "signed"}`);
      return Response.json({ code: 200, data: { datetime: Date.now() } }, { headers: { "proof-key": "fresh" } });
    },
  });
  await Promise.all([client.call("openOrders", {}), client.call("balances", {})]);
  expect(urls[0]).toBe("/market/v3/current/datetime unsigned");
  expect(urls.slice(1).every((url) => url.endsWith(" signed"))).toBe(true);
  expect(urls).toHaveLength(3);
});

test("a proof that is refused is made anew by the gateway's clock and key, once", async () => {
  const times: number[] = [];
  const theirs = Date.now() + 3_600_000;
  const client = createClient({
    baseUrl: "",
    keyStore: keyed(),
    fetch: async (address) => {
      const { url, auth } = apart(address);
      if (url.startsWith("/market/v3"))
        return Response.json({ code: 200, data: { datetime: theirs } }, { headers: { "proof-key": "k" } });
      times.push(Number(auth!.split(".")[0]));
      return Response.json({ code: times.at(-1)! < theirs ? 40300 : 200, message: "", data: {} });
    },
  });
  expect((await client.call("signOut", {})).ok).toBe(true);
  expect(times).toHaveLength(2);
});

test("[S7.26] an ask travels as form data unless its call says json; what was not given is left out", async () => {
  const { client, sent } = clientWith({ code: 200, data: {} }, { code: 200, data: {} });
  await client.call("changeLanguage", { lang: "de_DE" });
  await client.call("refreshToken", {});
  expect(sent[0]!.init.body).toBeInstanceOf(FormData);
  expect(new Headers(sent[0]!.init.headers).has("content-type")).toBe(false);
  expect(new Headers(sent[1]!.init.headers).get("content-type")).toBe("application/json");
});

test("[S7.4 S7.8 S7.9 S7.11 S7.12 S7.13 S7.14 S7.15] a page says its site, language, zone, device and fingerprint with every request; the app its token", async () => {
  let sentHeaders = new Headers();
  const client = createClient({
    baseUrl: () => "http://a.house",
    keyStore: keyed(),
    sender: {
      device: { deviceId: "d-1", uuid: "u-1" },
      lang: () => "de_DE",
      site: () => "KO",
      timezone: "Asia/Seoul",
      deviceLanguage: "ko-KR",
      fingerprint: () => "f".repeat(40),
      bearer: () => ({ token: "secret", uid: "1001" }),
    },
    fetch: async (_, init) => {
      sentHeaders = new Headers(init.headers);
      return Response.json({ code: 200, data: {} });
    },
  });
  await client.call("signOut", {});
  expect(Object.fromEntries(sentHeaders)).toMatchObject({
    accept: "application/json, text/plain, */*",
    "client-data": '{"deviceId":"d-1","uuid":"u-1","clientType":0}',
    "device-info": '{"language":"ko-KR","timezone":"Asia/Seoul"}',
    "fingerprint-token": "f".repeat(40),
    authorization: "Bearer secret",
    lang: "de_DE",
    site: "KO",
    timezone: "Asia/Seoul",
    uid: "1001",
  });
});

test("fields of the address leave the ask", async () => {
  const { client, sent } = clientWith({ version: 3 });
  expect(await client.call("configFile", { name: "exchange", v: "2" })).toMatchObject({
    ok: true,
    value: { version: 3 },
  });
  expect(sent[0]!.url).toBe("http://house/configs/exchange.json?v=2");
});

test("[S4.31 S4.32] a session that has ended is told of once; a busy exchange has signed nobody out", async () => {
  const callbacks: string[] = [];
  const clientOf = (renewal: number, isSignedIn: boolean) =>
    createClient({
      baseUrl: "",
      keyStore: keyed(),
      session: {
        isSignedIn: () => isSignedIn,
        renewed: () => callbacks.push("renewed"),
        ended: () => callbacks.push("ended"),
        needed: () => callbacks.push("needed"),
      },
      fetch: async (address) =>
        Response.json({ code: address.startsWith("/user/refresh_token") ? renewal : 10001, message: "", data: null }),
    });
  const ended = clientOf(10001, true);
  await Promise.all([ended.call("openOrders", {}), ended.call("balances", {})]);
  expect(callbacks).toEqual(["ended"]);
  await clientOf(50002, true).call("openOrders", {});
  expect(callbacks).toEqual(["ended"]);
  await clientOf(200, false).call("openOrders", {});
  expect(callbacks).toEqual(["ended", "needed"]);
});

test("a host that does not know the session takes it over from another host, and ends it for nobody", async () => {
  const callbacks: string[] = [];
  let isJoined = false;
  const clientOf = (canJoin: boolean) =>
    createClient({
      baseUrl: "",
      keyStore: keyed(),
      session: {
        isSignedIn: () => true,
        renewed: () => callbacks.push("renewed"),
        ended: () => callbacks.push("ended"),
        needed: () => callbacks.push("needed"),
      },
      rejoin: async () => {
        callbacks.push("rejoin");
        return (isJoined = canJoin);
      },
      fetch: async () => Response.json({ code: isJoined ? 200 : 10001, message: "", data: { rows: [] } }),
    });
  expect(await clientOf(false).call("openOrders", {})).toMatchObject({ ok: false, refusal: "LOGIN_INVALID" });
  const joining = clientOf(true);
  const outcomes = await Promise.all([joining.call("openOrders", {}), joining.call("balances", {})]);
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true]);
  expect(callbacks).toEqual(["rejoin", "rejoin"]);
});

test("a session that cannot be taken over is a refusal, and is not tried again for some seconds", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const rejoin = vi.fn(async (): Promise<boolean> => {
    throw new TypeError("fetch failed");
  });
  const client = createClient({
    baseUrl: "",
    keyStore: keyed(),
    rejoin,
    fetch: async () => Response.json({ code: 10001, message: "", data: null }),
  });
  expect(await client.call("openOrders", {})).toMatchObject({ ok: false, refusal: "LOGIN_INVALID" });
  expect(await client.call("balances", {})).toMatchObject({ ok: false, refusal: "LOGIN_INVALID" });
  expect(rejoin).toHaveBeenCalledOnce();
  vi.setSystemTime(Date.now() + 3_001);
  await client.call("balances", {});
  expect(rejoin).toHaveBeenCalledTimes(2);
});

/** A file whose parts come with a pause before each; it ends where the request is given up. */
function slowFile(parts: number, pauseMs: number, signal: AbortSignal): Response {
  let left = parts;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (signal.aborted) return controller.error(signal.reason);
      if ((left -= 1) < 0) return controller.close();
      controller.enqueue(new TextEncoder().encode("ä\r\n"));
    },
  });
  const headers = { "content-type": "text/csv", "content-disposition": 'attachment; filename="fills.csv"' };
  return new Response(body, { headers });
}

test("a file may take longer than a call while its parts come, but not for ever and not without any", async () => {
  const fileOf = (parts: number, pauseMs: number, totalMs = 10_000) => {
    const client = createClient({
      baseUrl: "",
      keyStore: keyed(),
      timeoutMs: 50,
      fileTimes: { totalMs, idleMs: 150 },
      fetch: async (_, { signal }) => slowFile(parts, pauseMs, signal!),
    });
    return client.file("fillsCsv", {});
  };
  expect(await fileOf(5, 30)).toMatchObject({ ok: true, value: { text: "ä\r\n".repeat(5), name: "fills.csv" } });
  expect(await fileOf(2, 400)).toMatchObject({ ok: false, code: 0 });
  expect(await fileOf(1_000, 10, 100)).toMatchObject({ ok: false, code: 0 });
});

test("[S4.29] what a renewal answers about the person is handed to who keeps him", async () => {
  const callbacks: unknown[] = [];
  const alice = { userId: "1001", vipTag: 3 };
  let isRenewed = false;
  const client = createClient({
    baseUrl: "",
    keyStore: keyed(),
    session: {
      isSignedIn: () => true,
      renewed: (user) => callbacks.push(user),
      ended: () => callbacks.push("ended"),
      needed: () => callbacks.push("needed"),
    },
    fetch: async (address) => {
      if (apart(address).url !== "/user/refresh_token")
        return Response.json({ code: isRenewed ? 200 : 10001, message: "", data: { seq: 1, rows: [] } });
      isRenewed = true;
      return Response.json({ code: 200, data: alice });
    },
  });
  await Promise.all([client.call("openOrders", {}), client.call("balances", {})]);
  expect(callbacks).toEqual([alice]);
});

test("a request is reported with the host that it asked; one that its caller gave up is not", async () => {
  const lines: Answered[] = [];
  const hosts = ["http://a1", "http://a2"];
  const client = createClient({
    baseUrl: () => hosts.shift() ?? "",
    keyStore: keyed(),
    answered: (line) => lines.push(line),
    fetch: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        if (hosts.length === 1) reject(new TypeError("fetch failed"));
        signal?.addEventListener("abort", () => reject(signal.reason as Error));
      }),
  });
  await client.call("openOrders", {});
  const caller = new AbortController();
  const given = client.call("openOrders", {}, { signal: caller.signal });
  caller.abort();
  expect(await given).toMatchObject({ ok: false, code: 0 });
  expect(lines.map(({ origin, code }) => [origin, code])).toEqual([["http://a1", 0]]);
});
