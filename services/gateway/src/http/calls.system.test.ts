import { calls } from "@tidemark/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openWorld, until, type World } from "../testing/gateway.ts";

const place = "/api/trade-api/order/place";
const order = { symbol: "BTC/USDT", side: "BUY", type: "LIMIT", price: "100.5", qty: "0.25" };
let world: World;
let alice: { cookie: string };
let heartbeat: NodeJS.Timeout;

beforeAll(async () => {
  world = await openWorld({ config: { QUESTION_TIMEOUT_MS: "500" } });
  alice = await world.signIn("alice");
  heartbeat = setInterval(() => world.core.announce(), 500);
});
afterAll(async () => {
  clearInterval(heartbeat);
  await world.close();
});
beforeEach(() => {
  world.core.commands.length = 0;
  world.core.bytes.length = 0;
  world.core.judge = () => ({ ref: 42 });
});

describe("a command", () => {
  test("[S7.6] reaches the core as the journal will hold it, and its answer comes back", async () => {
    const answer = await world.post(place, { ...order, clientOrderId: "mine-1" }, alice);
    const data = { source: world.core.name, seq: expect.any(Number), orderId: "42" };
    expect(answer).toEqual({ code: 200, message: "", data });
    expect(world.core.commands[0]).toMatchObject({
      type: "place_order",
      uid: 1001,
      market: 7,
      price: 10_050_000_000,
      qty: 25_000_000,
      key: { form: 2 },
    });
  });

  test("[S6.1 S8.6] without a session is answered 10001 and never sent", async () => {
    expect(await world.post(place, order)).toMatchObject({ code: 10001, message: "Login has expired" });
    expect(world.core.commands).toHaveLength(0);
  });

  test("that the core refuses says why, with the facts as decimal text", async () => {
    world.core.judge = () => ({ code: 21040, facts: [2_512_500_000n, 1n] });
    expect(await world.post(place, order, alice)).toEqual({
      code: 21040,
      message: "Not enough balance: 25.125 USDT needed, 0.00000001 USDT available.",
      data: { needed: "25.125", available: "0.00000001", asset: "USDT" },
    });
  });

  test("travels with others of its turn in one message", async () => {
    const before = world.core.messages;
    const request = () => {
      const { path, headers } = world.sign("POST", place, alice.cookie);
      return { method: "POST", url: path, payload: order, headers } as const;
    };
    const answers = await Promise.all(Array.from({ length: 60 }, () => world.app.inject(request())));
    expect(answers.every((answer) => answer.json<{ code: number }>().code === 200)).toBe(true);
    expect(world.core.messages - before).toBeLessThan(10);
    expect(new Set(world.core.bytes).size).toBe(60);
  });

  test("whose answer is lost is sent again, byte for byte, and answered once", async () => {
    let received = 0;
    world.core.judge = () => ((received += 1) < 2 ? undefined : { ref: 9 });
    expect(await world.post(place, order, alice)).toMatchObject({ code: 200, data: { orderId: "9" } });
    expect(world.core.bytes).toHaveLength(2);
    expect(new Set(world.core.bytes).size).toBe(1);
  });

  test("that is never answered is unknown, not refused, and the client's key is told", async () => {
    world.core.judge = () => undefined;
    const answer = await world.post(place, { ...order, clientOrderId: "lost-1" }, alice);
    expect(answer).toMatchObject({ code: 50004, data: { key: "lost-1" } });
    expect(world.core.bytes).toHaveLength(3);
  });

  test("still waiting when a new leader is announced is sent to it", async () => {
    world.core.judge = () => undefined;
    const waiting = world.post(place, order, alice);
    await until(() => world.core.commands.length === 1);
    world.core.lead(world.core.epoch + 1);
    world.core.judge = () => ({ ref: 77 });
    world.core.announce();
    expect(await waiting).toMatchObject({ code: 200, data: { orderId: "77" } });
  });

  test("[D.32] is refused as a whole when it carries a field that nobody asked for", async () => {
    const answer = await world.post(place, { ...order, uid: 1002 }, alice);
    expect(answer.code).toBe(40000);
    expect(answer.message).toMatch(/^The request is not understood: .*uid/);
  });

  test("[S7.5 S7.7] may come as a form, url-encoded or in parts, whose fields are read as text", async () => {
    const fields = { ...order, postOnly: "true" };
    const encoded = await world.post(place, new URLSearchParams(fields).toString(), {
      ...alice,
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(encoded.code).toBe(200);
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    expect((await world.post(place, form, alice)).code).toBe(200);
    expect(world.core.commands).toMatchObject([{ postOnly: true }, { postOnly: true }]);
    const wrong = await world.post(place, new URLSearchParams({ ...order, postOnly: "1" }).toString(), {
      ...alice,
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(wrong.code).toBe(40000);
  });

  test("from a stranger's page is not carried out", async () => {
    const answer = await world.post(place, order, { ...alice, origin: "https://evil.example" });
    expect(answer.code).toBe(40000);
    expect((await world.post(place, order, { ...alice, origin: "http://localhost:5173" })).code).toBe(200);
  });

  test("[D.72] whose body is broken or too large gets an envelope with HTTP 200, not a stack", async () => {
    const broken = await world.post(place, "{", { ...alice, "content-type": "application/json" });
    expect(broken).toMatchObject({ code: 40000 });
    const { path, headers } = world.sign("POST", place, alice.cookie);
    const body = JSON.stringify({ ...order, clientOrderId: "x".repeat(70_000) });
    const large = await fetch(world.url + path, {
      method: "POST",
      headers: { ...headers, ...alice, "content-type": "application/json" },
      body,
    });
    expect([large.status, await large.json()]).toMatchObject([200, { code: 40000 }]);
  });
});

describe("a question", () => {
  test("is answered at a batch, and the client's highest batch goes along", async () => {
    world.core.replies.set("trading.openOrders", () => ({ data: { seq: world.core.seq, rows: [] } }));
    const seq = String(world.core.seq - 1);
    const answer = await world.get("/api/trade-api/order/open", {
      ...alice,
      "min-seq": `other:999,${world.core.name}:${seq}`,
    });
    expect(answer).toMatchObject({ code: 200, data: { rows: [] } });
    expect(world.core.questions.at(-1)).toEqual({
      call: "trading.openOrders",
      uid: 1001,
      ask: {},
      minSeq: Number(seq),
      by: "user",
      sentAt: expect.any(Number),
    });
  });

  test("for a batch that nobody has announced does not wait for it", async () => {
    await world.get("/api/trade-api/order/open", { ...alice, "min-seq": `${world.core.name}:999999999` });
    expect(world.core.questions.at(-1)).not.toHaveProperty("minSeq");
  });

  test("that is answered late says so", async () => {
    world.core.replies.set("account.balances", () => ({ data: { rows: [] }, seq: 3, stale: true }));
    const answer = await world.get(calls.balances.path.slice(4), alice);
    expect(answer).toMatchObject({ code: 200, data: { seq: 3, rows: [] }, stale: true });
  });

  test("that is refused by somebody who is late says so too", async () => {
    world.core.replies.set("account.balances", () => ({ code: 40400, data: null, seq: 3, stale: true }));
    expect(await world.get(calls.balances.path.slice(4), alice)).toMatchObject({ code: 40400, stale: true });
  });

  test("about one order goes to the memory, and to the history only for what is not open at that batch", async () => {
    const path = "/api/trade-api/order?orderId=7";
    const seen = (): (number | undefined)[] =>
      world.core.questions.filter(({ call }) => call === "trading.order").map(({ minSeq }) => minSeq);
    world.core.replies.set("trading.order", () => ({ data: { order: { orderId: "7" } }, seq: 1_000 }));
    expect(await world.get(path, alice)).toMatchObject({ code: 200, data: { seq: 1_000, order: { orderId: "7" } } });
    expect(seen()).toEqual([undefined]);
    // The first answer is the memory's, the second the history's.
    world.core.replies.set("trading.order", ({ minSeq }) =>
      minSeq === undefined
        ? { code: 40400, data: null, seq: 2_000 }
        : { data: { order: { orderId: "7" } }, seq: minSeq },
    );
    expect(await world.get(path, alice)).toMatchObject({ code: 200, data: { seq: 2_000 } });
    expect(seen()).toEqual([undefined, undefined, 2_000]);
  });

  test("about one order that neither the memory knows nor a history that is late is busy, not refused", async () => {
    const path = "/api/trade-api/order?orderId=7";
    world.core.replies.set("trading.order", ({ minSeq }) =>
      minSeq === undefined
        ? { code: 40400, data: null, seq: 2_000 }
        : { code: 40400, data: null, seq: 1_900, stale: true },
    );
    expect(await world.get(path, alice)).toMatchObject({ code: 50002 });
    world.core.replies.set("trading.order", () => ({ code: 40400, data: null, seq: 2_000 }));
    expect(await world.get(path, alice)).toMatchObject({ code: 40400 });
  });

  test("that nobody answers is busy", async () => {
    expect(await world.get("/market/v2/ticker?symbol=BTC/USDT")).toMatchObject({ code: 50002 });
  });

  test("[S7.3] loses the request proof of its query before it is checked", async () => {
    world.core.replies.set("market.depth", () => ({ data: { rows: [] } }));
    expect(await world.get("/market/v2/depth?symbol=BTC/USDT")).toMatchObject({ code: 200 });
    expect(world.core.questions.at(-1)!.ask).toEqual({ symbol: "BTC/USDT" });
    expect((await world.get("/market/v2/depth?symbol=BTC/USDT&other=1")).code).toBe(40000);
  });
});

describe("the session", () => {
  test("[S3.1 S3.4 S7.37] begins with the right password, tells who it is, and ends", async () => {
    const wrong = await world.post("/user/login", { loginId: "bob@tidemark.test", password: "guess" });
    expect(wrong.code).toBe(25001);
    const bob = await world.signIn("bob");
    expect(await world.get("/user/userInfo", bob)).toMatchObject({ code: 200, data: { userId: "1002" } });
    expect((await world.post("/user/refresh_token", {}, bob)).code).toBe(200);
    expect((await world.post("/user/logout", {}, bob)).code).toBe(200);
    expect((await world.get("/user/userInfo", bob)).code).toBe(10001);
    // The session's key has ended with it: what is asked now is signed with the device's.
    expect((await world.post("/user/refresh_token", {}, { cookie: `${bob.cookie}; signed=device` })).code).toBe(10001);
  });
});

test("too many requests of one user are answered 429, and do not touch another's", async () => {
  const strict = await openWorld({ config: { RATE_TRADE_PER_SECOND: "2" } });
  const carol = await strict.signIn("carol");
  const bob = await strict.signIn("bob");
  const answers = await Promise.all(Array.from({ length: 8 }, () => strict.post(place, order, carol)));
  expect(answers.filter(({ code }) => code === 42900).length).toBeGreaterThanOrEqual(3);
  expect((await strict.post(place, order, bob)).code).toBe(200);
  await strict.close();
});

test("the gateways of the simulated exchange count the sign-ins of an address with those of the real one", async () => {
  const counts = new Map<string, number>();
  const counters = {
    count: async (name: string) => {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return counts.get(name)!;
    },
    close: () => undefined,
  };
  // Each world has a core of its own.
  const config = { SIGN_INS_PER_MINUTE: "2" };
  const [real, simulated] = [await openWorld({ config, counters }), await openWorld({ config, counters })];
  const signIn = async (world: World) =>
    (await world.post("/user/login", { loginId: "carol@tidemark.test", password: "right" })).code;
  expect([await signIn(real), await signIn(simulated), await signIn(real), await signIn(simulated)]).toEqual([
    200, 200, 42900, 42900,
  ]);
  await real.close();
  await simulated.close();
});

test("sign-ins of one address are counted over all gateways; while nobody counts they are busy and trading goes on", async () => {
  let count: number | undefined = 0;
  const counters = { count: async () => (count === undefined ? undefined : (count += 1)), close: () => undefined };
  const config = { SIGN_INS_PER_MINUTE: "3" };
  const [left, right] = [await openWorld({ config, counters }), await openWorld({ config, counters })];
  const carol = await left.signIn("carol");
  const signIn = async (world: World) =>
    (await world.post("/user/login", { loginId: "carol@tidemark.test", password: "right" })).code;
  expect([await signIn(right), await signIn(left), await signIn(right), await signIn(left)]).toEqual([
    200, 200, 42900, 42900,
  ]);
  count = undefined;
  expect([await signIn(left), await signIn(right)]).toEqual([50002, 50002]);
  expect((await left.post(place, order, carol)).code).toBe(200);
  await left.close();
  await right.close();
});

test("without a leader a command is busy after five seconds: nothing was sent", async () => {
  const silent = await openWorld({ announced: false });
  const carol = await silent.signIn("carol");
  await until(async () => {
    const [first] = silent.core.questions;
    return first !== undefined;
  });
  const answer = await silent.post(place, order, carol);
  expect(answer.code).toBe(50002);
  expect(silent.core.commands).toHaveLength(0);
  const health = await fetch(`${silent.url}/health`);
  expect([health.status, await health.json()]).toEqual([
    503,
    { leader: false, epoch: 0, seq: 0, sessions: true, ready: false },
  ]);
  await silent.close();
});

test("the reference is made from the same schemas as the checks", async () => {
  const reference = (await (await fetch(`${world.url}/openapi.json`)).json()) as { openapi: string; paths: object };
  expect(reference.openapi).toBe("3.1.0");
  for (const { path } of Object.values(calls)) expect(reference.paths).toHaveProperty([path.split(" ")[1]!]);
  expect((await fetch(`${world.url}/docs/`)).status).toBe(200);
});

test("[A-20] a fill-or-kill order costs five of the allowance, and five more when it could not be filled", async () => {
  const strict = await openWorld({ config: { RATE_TRADE_PER_SECOND: "15" } });
  const fok = { ...order, tif: "FOK" };
  const sent = async (who: { cookie: string }, asks: readonly object[]): Promise<number[]> => {
    const codes: number[] = [];
    for (const ask of asks) codes.push((await strict.post(place, ask, who)).code);
    return codes;
  };
  // A burst of thirty: six that are filled, and three that are refused.
  const filled = await sent(
    await strict.signIn("alice"),
    Array.from({ length: 12 }, () => fok),
  );
  expect(filled.filter((code) => code === 200).length).toBeLessThanOrEqual(8);
  strict.core.judge = () => ({ code: 21015 });
  const refused = await sent(
    await strict.signIn("bob"),
    Array.from({ length: 12 }, () => fok),
  );
  expect(refused.slice(0, 3)).toEqual([21015, 21015, 21015]);
  expect(refused.filter((code) => code === 21015).length).toBeLessThanOrEqual(5);
  expect(refused.at(-1)).toBe(42900);
  // Others go on, and so do orders that rest.
  strict.core.judge = () => ({ ref: 1 });
  expect(await sent(await strict.signIn("carol"), [order, order, order])).toEqual([200, 200, 200]);
  await strict.close();
});
