import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { until } from "../testing/gateway.ts";
import { type MemoryWorld, openWorldInMemory } from "../testing/standalone.ts";
import { createSocketLimits, type LimitedSocket } from "./socket-limits.ts";

describe("H2: connections to a gateway", () => {
  let world: MemoryWorld;
  afterEach(() => world.close());
  const sockets: WebSocket[] = [];

  /** The status of the refusal, or 101. */
  async function opened(address: string, cookie = ""): Promise<number> {
    const headers = { "x-forwarded-for": address, ...(cookie === "" ? {} : { cookie }) };
    const socket = new WebSocket(`${world.url.replace("http", "ws")}/ws`, { headers });
    socket.on("error", () => undefined);
    const status = await new Promise<number>((resolve) => {
      socket.on("open", () => resolve(101));
      socket.on("unexpected-response", (_request, response) => resolve(response.statusCode!));
    });
    if (status === 101) sockets.push(socket);
    return status;
  }
  const openedOf = async (count: number, address: (i: number) => string, cookie?: string): Promise<number> => {
    let all = 0;
    for (let i = 0; i < count; i += 1) if ((await opened(address(i), cookie)) === 101) all += 1;
    return all;
  };

  test("one address has at most its bound without a user, and shuts out neither others nor its own users", async () => {
    world = await openWorldInMemory({ SOCKETS_PER_ADDRESS_MAX: "20", GATEWAY_BEHIND_PROXY: "yes" });
    expect(await openedOf(40, () => "198.51.100.7")).toBe(20);
    expect(await opened("198.51.100.8")).toBe(101);
    expect(await opened("198.51.100.7", world.holder(1001).cookie)).toBe(101);
  });

  test("one network of IPv6 addresses is one address", async () => {
    world = await openWorldInMemory({ SOCKETS_PER_ADDRESS_MAX: "5", GATEWAY_BEHIND_PROXY: "yes" });
    expect(await openedOf(12, (i) => `2001:db8:1:2::${i + 1}`)).toBe(5);
  });

  test("one account has at most its bound, from however many addresses", async () => {
    world = await openWorldInMemory({ SOCKETS_PER_ACCOUNT_MAX: "10", GATEWAY_BEHIND_PROXY: "yes" });
    expect(await openedOf(15, (i) => `198.51.100.${i}`, world.holder(1001).cookie)).toBe(10);
    expect(await opened("198.51.100.1", world.holder(1002).cookie)).toBe(101);
  });

  test("a share is kept for users, and then those without one leave for them", async () => {
    world = await openWorldInMemory({ SOCKETS_MAX: "20", GATEWAY_BEHIND_PROXY: "yes" });
    sockets.length = 0;
    expect(await openedOf(25, (i) => `198.51.100.${i}`)).toBe(16);
    const signedOut = [...sockets];
    for (let uid = 1001; uid <= 1008; uid += 1)
      expect(await opened("198.51.100.99", world.holder(uid).cookie)).toBe(101);
    await until(() => signedOut.filter(({ readyState }) => readyState === WebSocket.CLOSED).length === 4);
    expect(sockets.slice(16).every(({ readyState }) => readyState === WebSocket.OPEN)).toBe(true);
  });

  test("refused attempts are paid for like any other request", async () => {
    world = await openWorldInMemory({
      SOCKETS_PER_ADDRESS_MAX: "1",
      GATEWAY_BEHIND_PROXY: "yes",
      RATE_READ_PER_SECOND: "4",
    });
    const statuses: number[] = [];
    for (let i = 0; i < 5; i += 1) statuses.push(await opened("198.51.100.7"));
    expect(statuses.slice(0, 2)).toEqual([101, 503]);
    expect(statuses.at(-1)).toBe(429);
  });

  test("L9: connections that are made are paid for too, by their user or by the address of who has none", async () => {
    world = await openWorldInMemory({ GATEWAY_BEHIND_PROXY: "yes", RATE_READ_PER_SECOND: "2" });
    const { cookie } = world.holder(1001);
    for (const own of ["", cookie]) {
      const statuses: number[] = [];
      for (let i = 0; i < 12; i += 1) {
        statuses.push(await opened("198.51.100.7", own));
        sockets.pop()?.terminate();
      }
      expect([statuses[0], statuses.at(-1)]).toEqual([101, 429]);
    }
    expect(await opened("198.51.100.8")).toBe(101);
    expect(await opened("198.51.100.7", world.holder(1002).cookie)).toBe(101);
  });

  test("plain ones of one address are bounded as well", async () => {
    world = await openWorldInMemory({ CONNECTIONS_PER_ADDRESS_MAX: "10" });
    const { hostname, port } = new URL(world.url);
    const plain: Socket[] = [];
    const gone = new Set<Socket>();
    for (let i = 0; i < 15; i += 1) {
      const socket = connect(Number(port), hostname);
      socket.on("error", () => undefined);
      socket.on("close", () => gone.add(socket));
      socket.resume();
      plain.push(socket);
      await once(socket, "connect");
    }
    await until(() => gone.size === 5);
    plain.find((socket) => !gone.has(socket))!.destroy();
    await until(
      () => new Promise((resolve) => world.app.server.getConnections((_error, count) => resolve(count === 9))),
    );
    // There is room for one again; it is not ready, because it has no core.
    expect((await fetch(`${world.url}/health`)).status).toBe(503);
    for (const socket of plain) socket.destroy();
  });
});

test("H2: an idle connection leaves before one that is used, and one without a user before any other", () => {
  let now = 0;
  const limits = createSocketLimits<LimitedSocket & { name: string }>(
    { max: 5, perAddressMax: 3, perAccountMax: 2 },
    { steady: () => now },
  );
  const add = (name: string, uid: number | undefined, size: number) => {
    const socket = { name, uid, address: name, streams: { size }, openedAt: now, lastMessageAt: now };
    limits.add(socket);
    return socket;
  };
  const leaverFor = (uid: number | undefined): string | undefined =>
    limits.roomFor({ uid, address: "new" })?.leaver?.name ?? (limits.roomFor({ uid, address: "new" }) && "nobody");
  add("silent", undefined, 1);
  const unused = add("unused", undefined, 0);
  now = 1_000;
  for (const name of ["first reader", "second reader"]) add(name, undefined, 1);
  expect([leaverFor(undefined), leaverFor(7)]).toEqual([undefined, "nobody"]);
  now = 6_000;
  expect(leaverFor(undefined)).toBe("unused");
  limits.remove(unused);
  for (const name of ["user", "user again"]) add(name, 7, 1);
  expect([leaverFor(7), leaverFor(undefined), leaverFor(8)]).toEqual([undefined, undefined, "silent"]);
  now = 25_500;
  expect(leaverFor(undefined)).toBe("silent");
});
