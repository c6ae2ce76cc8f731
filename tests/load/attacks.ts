import { randomInt } from "node:crypto";
import { calls, topicList } from "@tidemark/contracts";
import { type BusAccess, connectBus, developmentAccess, subjects } from "@tidemark/kit-node";
import { type LeastLoad, tally } from "./attack-tally.ts";
import { Forger } from "../abuse/forger.ts";
import { cookiesOf, keyOf, Pipeline, proofOf, type Sender, signIn } from "./pipeline.ts";
import { frameOf, opcodes, RawConnection, requestText, upgradeText } from "./raw-connection.ts";

/** What an attacker sees: the gateways, and in some attacks the bus. */
export type Target = { readonly urls: readonly string[]; readonly core: string; readonly natsUrl: string };
/** Begins; what it gives back ends it. */
type Begin = (target: Target) => Promise<() => void | Promise<void>>;
type Attack = { readonly begin: Begin; readonly least: LeastLoad };

/** Accounts without a part in the load. The first have a long history. */
export const attackers = ["alice", "bob", "carol", "bot24"] as const;

/** A visitor's machines: none of them is the traders' address. */
const visitors = ["127.0.0.2", "127.0.0.3", "127.0.0.4"] as const;
const tickMs = 10;
const clientData = JSON.stringify({ deviceId: "load", uuid: "load", clientType: 0 });
const pathOf = (call: { readonly path: string }): string => call.path.split(" ")[1]!;
const portOf = (url: string): number => Number(new URL(url).port);
const json = { "Content-Type": "application/json" };

/** So many a second, evenly. */
function pace(perSecond: number, act: (i: number) => void): () => void {
  let due = 0;
  let count = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    due = Math.min(due + ((now - last) * perSecond) / 1_000, perSecond / 4 + 1);
    last = now;
    for (; due >= 1; due -= 1) act((count += 1));
  }, tickMs);
  return () => clearInterval(timer);
}

/** Connections from every visitor to every gateway. */
const connectionsTo = ({ urls }: Target, each: number, greeting?: () => string): RawConnection[] =>
  urls.flatMap((url) =>
    visitors.flatMap((from) =>
      Array.from({ length: each }, () => new RawConnection(portOf(url), from, greeting?.() ?? "")),
    ),
  );

function flood(connections: readonly RawConnection[], perSecond: number, textOf: (i: number) => string | Uint8Array) {
  const stop = pace(perSecond, (i) => connections[i % connections.length]!.send(textOf(i)));
  return () => {
    stop();
    for (const connection of connections) connection.close();
  };
}

const anonymous = [
  requestText({ method: "GET", path: pathOf(calls.currentDatetime) }),
  requestText({ method: "POST", path: pathOf(calls.placeOrder), headers: json, body: "{}" }),
  requestText({ method: "GET", path: pathOf(calls.balances) }),
  requestText({ method: "GET", path: "/nowhere" }),
];

const brokenParts = [
  "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1",
  '--x\r\nContent-Disposition: form-data; name="',
  "--y--\r\n",
  `--x\r\n${"Content-Disposition: form-data; name=a;".repeat(200)}\r\n\r\n1\r\n--x`,
].map((body) =>
  requestText({
    method: "POST",
    path: pathOf(calls.signIn),
    headers: { "Content-Type": "multipart/form-data; boundary=x" },
    body,
  }),
);

const slowRequests: Begin = async (target) => {
  const head = `POST ${pathOf(calls.signIn)} HTTP/1.1\r\nHost: 127.0.0.1\r\n`;
  return flood(
    connectionsTo(target, 60, () => head),
    1_200,
    (i) => `x-${i}: 1\r\n`,
  );
};

const manySockets: Begin = async (target) => {
  const connections = connectionsTo(target, 200, () => upgradeText());
  // One that is refused or dismissed comes again.
  return flood(connections, 400, () => frameOf(JSON.stringify({ op: "ping" })));
};

/** An attacker signs in once: a password takes its time. */
const signedIn = new Map<string, Promise<Sender>>();
export function senderOf({ urls }: Target, name: string): Promise<Sender> {
  const sender = signedIn.get(name) ?? signIn(urls[0]!, name);
  signedIn.set(name, sender);
  return sender;
}

const hostileFrames: Begin = async (target) => {
  const senders = await Promise.all(attackers.map((name) => senderOf(target, name)));
  let i = 0;
  const connections = connectionsTo(target, 3, () => upgradeText(senders[(i += 1) % senders.length]!.cookie));
  const big = Buffer.alloc(70_000, 65);
  const kinds = [
    () => frameOf(big),
    () => frameOf(Buffer.alloc(60_000, 91)),
    () => frameOf("{", { isFinal: false }),
    () => frameOf("x", { isMasked: false }),
    () => frameOf("x", { opcode: 7 }),
    () => frameOf("x", { reserved: 7 }),
    () => frameOf("x", { opcode: opcodes.binary }),
    () => frameOf("x", { claimedLength: 2 ** 40 }),
    () => frameOf('{"op":"subscribe","topic":"__proto__"}'),
  ];
  const stop = pace(600, (n) => {
    const connection = connections[n % connections.length]!;
    connection.send(kinds[n % kinds.length]!());
    // Every second one stays until it is dismissed: on a slow machine one that hangs up is gone before it is answered.
    if (n % 5 === 0 && (n % connections.length) % 2 === 0) connection.hangUp();
  });
  return () => {
    stop();
    for (const connection of connections) connection.close();
  };
};

const churn: Begin = async (target) => {
  const sender = await senderOf(target, "carol");
  const streams = topicList.flatMap(({ name: topic, per, parts = [""] }) =>
    parts.map((part) => ({
      topic,
      ...(per === "market" ? { symbol: "ETH/USDT" } : {}),
      ...(part === "" ? {} : { part }),
    })),
  );
  const connections = target.urls.flatMap((url) =>
    Array.from({ length: 10 }, () => new RawConnection(portOf(url), visitors[0], upgradeText(sender.cookie))),
  );
  return flood(connections, connections.length * 19, (i) => {
    const stream = streams[Math.floor(i / connections.length / 2) % streams.length]!;
    const op = Math.floor(i / connections.length) % 2 === 0 ? "subscribe" : "unsubscribe";
    return frameOf(JSON.stringify({ op, ...stream }));
  });
};

/** Pages deep in the histories of several accounts, by filters that nothing matches. */
const sparseHistories: Begin = async (target) => {
  const senders = await Promise.all(attackers.map((name) => senderOf(target, name)));
  const connections = connectionsTo(target, 8);
  const filters = ["side=SELL", "status=EXPIRED", "kind=TRAILING", "list=TPSL", "symbol=SOL%2FUSDT"];
  return flood(connections, 400, (i) => {
    const query = `pageSize=100&pageNum=1&${filters[i % filters.length]}${i % 2 === 0 ? "" : "&before=900000000:0"}`;
    return requestText({
      method: "GET",
      path: `${pathOf(calls.orderHistory)}?${query}`,
      headers: { Cookie: senders[i % senders.length]!.cookie, "Client-Data": clientData },
    });
  });
};

const stuffing: Begin = async (target) => {
  const first = await fetch(`${target.urls[0]}${pathOf(calls.currentDatetime)}`);
  const [key, cookie] = [keyOf(first), cookiesOf(first).join("; ")];
  const path = pathOf(calls.signIn);
  return flood(connectionsTo(target, 4), 200, (i) => {
    const { auth, mark } = proofOf(key, path);
    const email = `${i % 3 === 0 ? "carol" : `nobody${i}`}@tidemark.test`;
    return requestText({
      method: "POST",
      path: `${path}?auth=${auth}`,
      headers: { ...json, Cookie: cookie, "Client-Data": clientData, "Bot-Mark": mark },
      body: JSON.stringify({ loginId: email, password: `Wr0ng-Lamp-${i}` }),
    });
  });
};

const ordersBeyondAllowance: Begin = async (target) => {
  const sender = await senderOf(target, "bob");
  const lanes = target.urls.map((url) => new Pipeline(portOf(url), sender));
  tally.connected += lanes.length;
  const run = randomInt(2 ** 40);
  const order = { symbol: "ETH/USDT", side: "BUY", type: "LIMIT", tif: "FOK", price: "1.00", qty: "0.01" };
  const stop = pace(600, (i) => {
    const pipeline = lanes[i % lanes.length]!;
    if (pipeline.inFlight > 400) return;
    tally.sent += 1;
    pipeline.post(pathOf(calls.placeOrder), { ...order, clientOrderId: `f${run}-${i}` }, () => undefined);
  });
  return () => {
    stop();
    for (const pipeline of lanes) {
      // A refusal is an answer too.
      tally.answered += pipeline.answers;
      pipeline.close();
    }
  };
};

/** A gateway's key of the bus, stolen. What the server refuses is its answer. */
const stolenKey = (core: string): BusAccess => ({
  ...developmentAccess("gateway", core),
  report: () => void (tally.answered += 1),
});

/** About a thousand messages a second in the core's name, under every key that a gateway, the platform, the oracle or the wallet holds. */
const forged: Begin = async ({ natsUrl, core }) => {
  const forger = await Forger.on(natsUrl, core, stolenKey(core));
  tally.connected += 1;
  const far = 1_000_000_000;
  const words = [
    () => forger.announcements(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    () => forger.announcements(1, far),
    () => forger.answersToAll(1),
    () => forger.mismatches(1, 5),
    () => forger.signsOfLife(),
    () => forger.upgrades(1),
    () => forger.commandsOfOtherClasses(1),
    () => forger.historyTopics(far, []),
    () => forger.garbage(1),
  ];
  const stop = pace(words.length, (i) => {
    tally.sent += words[i % words.length]!();
  });
  return () => {
    stop();
    return forger.close();
  };
};

/** What a gateway has heard from the core a moment ago, once more and again. */
const replays: Begin = async ({ natsUrl, core }) => {
  const bus = await connectBus(natsUrl, "replayer", stolenKey(core));
  tally.connected += 1;
  const { announcements, answers, topics } = subjects(core);
  const kept: { subject: string; bytes: Uint8Array }[] = [];
  const ends = [announcements, answers("user.*"), topics("*")].map((from) =>
    bus.subscribe(from, (bytes, _reply, subject) => {
      if (kept.length < 400) kept.push({ subject, bytes: Uint8Array.from(bytes) });
    }),
  );
  const refresh = setInterval(() => kept.splice(0, 200), 500);
  const stop = pace(500, (i) => {
    const one = kept[i % Math.max(1, kept.length)];
    if (one === undefined) return;
    bus.publish(one.subject, one.bytes);
    tally.sent += 1;
  });
  return () => {
    clearInterval(refresh);
    stop();
    for (const end of ends) end();
    return bus.close();
  };
};

const least = (sentPerSecond: number, connected: number, answered: number): LeastLoad => ({
  sentPerSecond,
  connected,
  answered,
});

/** By name: of a visitor, of a signed-in account, of somebody with the keys of a service. */
export const attacks: Readonly<Record<string, Attack>> = {
  "anonymous calls": {
    begin: async (target) => flood(connectionsTo(target, 4), 3_000, (i) => anonymous[i % 4]!),
    least: least(750, 12, 100),
  },
  "broken multiparts": {
    begin: async (target) => flood(connectionsTo(target, 4), 600, (i) => brokenParts[i % 4]!),
    least: least(150, 12, 50),
  },
  // Nobody answers half a request.
  "slow requests": { begin: slowRequests, least: least(300, 100, 0) },
  "many sockets": { begin: manySockets, least: least(100, 100, 50) },
  "sign-in stuffing": { begin: stuffing, least: least(50, 12, 20) },
  "hostile frames": { begin: hostileFrames, least: least(150, 12, 12) },
  "subscription churn": { begin: churn, least: least(90, 10, 20) },
  "sparse histories": { begin: sparseHistories, least: least(100, 12, 20) },
  "orders beyond the allowance": { begin: ordersBeyondAllowance, least: least(150, 1, 50) },
  "forged core messages": { begin: forged, least: least(250, 1, 10) },
  "replayed messages": { begin: replays, least: least(125, 1, 10) },
};
