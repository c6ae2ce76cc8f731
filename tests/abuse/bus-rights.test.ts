import { commandClasses } from "@tidemark/contracts/journal";
import { type Bus, type BusService, connectBus, developmentAccess, subjects } from "@tidemark/kit-node";
import { localCertificate, startNats, type StartedNats } from "@tidemark/kit-testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { throwAwayExchange } from "../../tools/dev/exchange.ts";
import { developmentConfig, developmentUsers, serverConfig } from "../../tools/bus/server-config.ts";

const paths = subjects("main");
const certificate = localCertificate();
const other = localCertificate();
let guarded: StartedNats;
let open: StartedNats;
let encrypted: StartedNats;
const buses: Bus[] = [];
const refusals: string[] = [];

beforeAll(async () => {
  guarded = await startNats(developmentConfig());
  open = await startNats("");
  encrypted = await startNats(serverConfig(developmentUsers, "a test", certificate));
});
afterAll(async () => {
  for (const bus of buses) await bus.close();
  for (const server of [guarded, open, encrypted]) await server.end();
  certificate.remove();
  other.remove();
});

async function connectAs(service: BusService): Promise<Bus> {
  const report = (problem: string): void => void refusals.push(`${service}: ${problem}`);
  const bus = await connectBus(`nats://${guarded.address}`, "test", { ...developmentAccess(service, "main"), report });
  buses.push(bus);
  return bus;
}
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
const soon = (ms = 200): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Those of the services that a message of `from` at a subject reaches. */
async function reached(from: Bus, subject: string, listeners: Partial<Record<BusService, Bus>>): Promise<string[]> {
  const heard: string[] = [];
  const ends = Object.entries(listeners).map(([service, bus]) => bus.subscribe(subject, () => heard.push(service)));
  await soon();
  from.publish(subject, Buffer.from("x"));
  await soon();
  for (const end of ends) end();
  return heard;
}

test("H4: an oracle's key sends prices and asks about now; it neither announces nor answers, and hears no commands or questions", async () => {
  const [core, gateway, oracle] = [await connectAs("core"), await connectAs("gateway"), await connectAs("oracle")];
  expect(await reached(oracle, paths.commands(7, "oracle"), { core, gateway, oracle })).toEqual(["core"]);
  for (const by of commandClasses.filter((one) => one !== "oracle"))
    expect([by, await reached(oracle, paths.commands(7, by), { core })]).toEqual([by, []]);
  expect(await reached(core, paths.announcements, { gateway, oracle })).toEqual(
    expect.arrayContaining(["gateway", "oracle"]),
  );
  for (const subject of [paths.announcements, paths.alive, paths.mismatches, paths.historyTopics])
    expect([subject, await reached(oracle, subject, { core, gateway })]).toEqual([subject, []]);
  expect(await reached(core, paths.answers("user.a"), { gateway, oracle })).toEqual(["gateway"]);
  expect(await reached(oracle, paths.answers("user.a"), { gateway })).toEqual([]);
  refusals.length = 0;
  for (const subject of ["tm.>", ">", paths.commands("*", "*"), paths.now, paths.rpc("platform"), paths.history])
    oracle.subscribe(subject, () => undefined);
  oracle.subscribe(paths.now, () => undefined, "now");
  await soon();
  expect(refusals.filter((one) => one.startsWith("oracle: ")).length).toBe(7);
});

test("H4: a question is answered by its owner into an inbox that only the asker reads", async () => {
  const [core, gateway, oracle] = [await connectAs("core"), await connectAs("gateway"), await connectAs("oracle")];
  const platform = await connectAs("platform");
  const inboxes: string[] = [];
  core.subscribe(
    paths.now,
    (bytes, reply) => {
      inboxes.push(reply!);
      core.publish(reply!, Buffer.from(`core: ${text(bytes)}`));
    },
    "now",
  );
  platform.subscribe(paths.rpc("platform"), (bytes, reply) => platform.publish(reply!, bytes), "platform");
  const overheard: string[] = [];
  for (const listener of [oracle, platform])
    listener.subscribe(`${paths.inbox("gateway")}.>`, (bytes) => overheard.push(text(bytes)));
  await soon();
  expect(text(await gateway.request(paths.now, Buffer.from("a"), 1_000))).toBe("core: a");
  expect(text(await oracle.request(paths.now, Buffer.from("b"), 1_000))).toBe("core: b");
  expect(text(await gateway.request(paths.rpc("platform"), Buffer.from("c"), 1_000))).toBe("c");
  await expect(oracle.request(paths.rpc("platform"), Buffer.from("d"), 1_000)).rejects.toThrow(/permission/i);
  expect(inboxes.map((inbox) => inbox.split(".").slice(0, 4).join("."))).toEqual([
    "tm.main.inbox.gateway",
    "tm.main.inbox.oracle",
  ]);
  // Neither a second answer, nor one of somebody who was not asked.
  let late = 0;
  gateway.subscribe(inboxes[0]!, () => void (late += 1));
  await soon();
  for (const bus of [core, oracle, platform]) bus.publish(inboxes[0]!, Buffer.from("late"));
  await soon();
  expect([late, overheard]).toEqual([0, []]);
});

test("H4: without a key, or with a key that the server does not have, nobody gets in", async () => {
  const url = `nats://${guarded.address}`;
  await expect(connectBus(url, "test")).rejects.toThrow(/authorization violation/i);
  const access = developmentAccess("gateway", "main");
  // The same key gets in where the server has it: below it is refused as that key, not as a client that shows none.
  await (await connectBus(url, "test", access)).close();
  await expect(connectBus(url, "test", { ...access, seed: "x" })).rejects.toThrow("NATS_SEED is no seed of a user");
  const withoutGateway = await startNats(
    serverConfig(
      developmentUsers.filter(({ service }) => service !== "gateway"),
      "a test",
    ),
  );
  try {
    // The error names the key: that is what the server's list of users lacks.
    await expect(connectBus(`nats://${withoutGateway.address}`, "test", access)).rejects.toThrow(
      /with the key U[A-Z2-7]{55}: authorization violation/i,
    );
  } finally {
    await withoutGateway.end();
  }
});

test("H4: a development key is not looked at by a server without users", async () => {
  const bus = await connectBus(`nats://${open.address}`, "test", developmentAccess("oracle", "main"));
  await bus.close();
});

test("H4: tls:// to a server that offers no TLS fails", async () => {
  // The client's own words: every error names the URL, and a server that is away must not pass for one without TLS.
  const noTls = "server does not support 'tls'";
  await expect(connectBus(`tls://${open.address}`, "test")).rejects.toThrow(noTls);
  const access = developmentAccess("core", "main", certificate.cert);
  await expect(connectBus(`tls://${guarded.address}`, "test", access)).rejects.toThrow(noTls);
});

test("H4: over TLS the server's certificate is checked: another authority and plain text are refused", async () => {
  const right = developmentAccess("gateway", "main", certificate.cert);
  const bus = await connectBus(`tls://${encrypted.address}`, "test", right);
  buses.push(bus);
  const wrong = developmentAccess("gateway", "main", other.cert);
  await expect(connectBus(`tls://${encrypted.address}`, "test", wrong)).rejects.toThrow(/certificate/);
  await expect(connectBus(`tls://${encrypted.address}`, "test", developmentAccess("gateway", "main"))).rejects.toThrow(
    /certificate/,
  );
  // The server takes no plain text, whatever the URL says, and its certificate is not one of a public authority.
  await expect(connectBus(`nats://${encrypted.address}`, "test", developmentAccess("gateway", "main"))).rejects.toThrow(
    /certificate/,
  );
});

test("H4: a URL that would not be used as it is written is refused in words", async () => {
  const access = developmentAccess("core", "main");
  const problems: [string, typeof access, string][] = [
    ["nats://u:p@localhost:4222", access, "a user or password in the URL is not used"],
    ["tls://token@localhost:4222", access, "a user or password in the URL is not used"],
    ["localhost:4222", access, "is not nats://host:port or tls://host:port"],
    ["http://localhost:4222", access, "is not nats://host:port or tls://host:port"],
    ["tls://a:4222,nats://b:4222", access, "either all servers are tls:// or none is"],
    ["tls://127.0.0.1:4222", access, "write the server by name"],
    ["tls://[::1]:4222", access, "write the server by name"],
    ["nats://localhost:4222", { ...access, ca: certificate.cert }, "NATS_URL is not tls://"],
    ["tls://localhost:4222", { ...access, cert: certificate.cert }, "NATS_CERT and NATS_CERT_KEY belong together"],
  ];
  for (const [url, as, problem] of problems) await expect(connectBus(url, "test", as)).rejects.toThrow(problem);
});

test("H4: a whole exchange and its simulated one run with the rights of their services, and the server refuses none of them", async () => {
  const refused: string[] = [];
  const exchange = await throwAwayExchange({
    natsUrl: `nats://${guarded.address}`,
    prices: "simulated",
    simulated: { gatewayPort: 0 },
    onLine: (name, line) =>
      void (/refused by the server|authorization violation/i.test(line) && refused.push(`${name}: ${line}`)),
  });
  try {
    // Ready means: a leader and a follower, questions about now and the history, prices, the platform's answers, seeded commands.
    const answer = await fetch(`${exchange.url}/health`);
    expect([answer.status, refused]).toEqual([200, []]);
  } finally {
    await exchange.remove();
  }
}, 120_000);
