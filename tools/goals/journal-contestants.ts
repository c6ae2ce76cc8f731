// One contestant of the journal goals, one process: `node journal-contestants.ts <who> …` prints its figures as JSON.
import { randomBytes, randomUUID } from "node:crypto";
import {
  applicable,
  CoreNode,
  EngineMachine,
  engineMaker,
  genesisPosition,
  migrateCore,
  noSighting,
  type Parts,
  pgJournal,
  Replica,
} from "@tidemark/core";
import {
  type CommandClass,
  type CommandDraft,
  encodeCommand,
  keyOf,
  madeKey,
  noKey,
  packAnswers,
  packCommands,
  unpackAnswers,
  unpackCommands,
  Writer,
} from "@tidemark/contracts/codec";
import { createState, resume, apply, beginBatch } from "@tidemark/engine";
import { btcUsdt, opening } from "@tidemark/engine/sim";
import { type Bus, connectBus, sealsOf, subjects, systemTime } from "@tidemark/kit-node";
import { connect } from "@nats-io/transport-node";
import pg from "pg";
import { kind, makeWorkload } from "./workload.ts";

const server = "postgres://postgres@127.0.0.1:5432";
const seals = sealsOf("", "development");
const users = 1_000;
const resting = 10_000;
const batch = 512;
const commandsPerMessage = 256;
/** The corridor is measured as it runs all day: after the compiler has seen it. */
const warmStretches = 16;

/** Commands of the matching workload as bytes, each with a client key. */
function bytesOf(count: number): Uint8Array[] {
  const w = makeWorkload(1, resting, count - resting, users);
  const out = new Writer(64);
  const encoded = (draft: CommandDraft): Uint8Array => {
    out.length = 0;
    encodeCommand(draft, out);
    return out.done();
  };
  return Array.from({ length: count }, (_, i) => {
    const uid = w.users[i]!;
    if (w.kinds[i] === kind.cancel)
      return encoded({ type: "cancel_order", uid, key: madeKey(w.orders[i]!, 7), orderId: w.orders[i]! });
    return encoded({
      type: "place_order",
      uid,
      key: keyOf(`order-${w.orders[i]}`),
      market: btcUsdt,
      product: 2,
      side: w.sides[i]!,
      orderType: 0,
      tif: 0,
      postOnly: false,
      stp: 0,
      price: w.prices[i]! * 1_000_000,
      qty: w.sizes[i]! * 100_000,
      quoteAmount: 0,
    });
  });
}

/** A bus inside the process: what is measured is the corridor, not the network. */
function loopBus(): Bus {
  const heard = new Map<string, ((bytes: Uint8Array, reply: string | undefined, subject: string) => void)[]>();
  return {
    publish: (subject, bytes) =>
      void setImmediate(() => heard.get(subject)?.forEach((listener) => listener(bytes, undefined, subject))),
    subscribe(subject, listener) {
      heard.set(subject, [...(heard.get(subject) ?? []), listener]);
      return () =>
        void heard.set(
          subject,
          (heard.get(subject) ?? []).filter((one) => one !== listener),
        );
    },
    request: () => Promise.reject(new Error("nobody is asked here")),
    close: () => Promise.resolve(),
  };
}

class Sender {
  readonly bus: Bus;
  readonly epoch: number;
  answered = 0;
  refused = 0;
  onAnswer: (request: number) => void = () => undefined;
  #request = 0;

  constructor(bus: Bus, epoch: number) {
    this.bus = bus;
    this.epoch = epoch;
    bus.subscribe(subjects("goal").answers("goal"), (bytes) => {
      for (const { request, result } of unpackAnswers(bytes, seals.of("core")!).answers) {
        this.answered += 1;
        if (result.code !== 200) this.refused += 1;
        this.onAnswer(request);
      }
    });
  }

  send(by: CommandClass, commands: readonly Uint8Array[]): void {
    const packed = commands.map((bytes) => ({ request: (this.#request += 1), bytes }));
    this.bus.publish(
      subjects("goal").commands(this.epoch),
      packCommands({ by, sender: "goal", sentAt: Date.now(), commands: packed }, seals.of(by)!),
    );
  }

  get sent(): number {
    return this.#request;
  }

  async settled(): Promise<void> {
    while (this.answered < this.#request) await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

const encode = (draft: CommandDraft): Uint8Array => {
  const out = new Writer(128);
  encodeCommand(draft, out);
  return out.done();
};

const prices = (): Uint8Array[] =>
  [0, 1, 2, 3].map((source) =>
    encode({ type: "source_price_set", producer: 0, number: 0, market: btcUsdt, source, price: 5_000_000 * 1_000_000 }),
  );

function numbered(producer: number, drafts: readonly object[]): Uint8Array[] {
  return drafts.map((draft, i) => encode({ ...draft, producer, number: i + 1 } as CommandDraft));
}

async function prepare(sender: Sender): Promise<void> {
  const configuration: object[] = [];
  opening((draft) => (configuration.push(draft), draft) as never);
  sender.send("operator", numbered(1, configuration));
  const deposits: object[] = [];
  const transfers: Uint8Array[] = [];
  for (let uid = 1; uid <= users; uid += 1)
    for (const asset of [1, 2]) {
      const amount = (asset === 1 ? 3n : 2n) * 10n ** 14n;
      deposits.push({ type: "credit_deposit", uid, asset, amount, reference: "x" });
      transfers.push(
        encode({
          type: "transfer",
          uid,
          key: noKey,
          fromProduct: 1,
          fromSub: 0,
          toProduct: 2,
          toSub: 0,
          asset,
          amount,
        }),
      );
    }
  const wallet = numbered(2, deposits);
  for (let i = 0; i < wallet.length; i += 400) sender.send("wallet", wallet.slice(i, i + 400));
  await sender.settled();
  for (let i = 0; i < transfers.length; i += 400) sender.send("user", transfers.slice(i, i + 400));
  sender.send("oracle", prices());
  await sender.settled();
  if (sender.refused > 0) throw new Error(`${sender.refused} opening commands were refused`);
}

async function withCore<T>(database: string, use: (sender: Sender) => Promise<T>): Promise<T> {
  const url = `${server}/${database}`;
  await migrateCore(url);
  const bus = loopBus();
  const parts: Parts = {
    core: "goal",
    node: "goal",
    durability: "single",
    changeDurability: false,
    time: systemTime,
    chance: { next: Math.random, uuid: randomUUID },
    bus,
    seals,
    servers: [pgJournal(url, "single")],
    seen: noSighting(),
    maker: engineMaker,
    note: () => undefined,
  };
  const store = {
    list: async () => [],
    load: () => Promise.reject(new Error("none")),
    keep: async () => undefined,
    setAside: async () => undefined,
  };
  const node = new CoreNode(parts, store, { snapshotEveryRows: 10_000_000 }, (reason) => {
    throw new Error(`the leader ended: ${reason}`);
  });
  node.start();
  while (!node.isServing) await new Promise((resolve) => setTimeout(resolve, 20));
  const sender = new Sender(bus, node.epoch);
  try {
    await prepare(sender);
    return await use(sender);
  } finally {
    await node.stop();
  }
}

/** Commands a second through intake, journal, engine, answers and announcements, as many as will go. */
async function journaled(database: string, count: number): Promise<object> {
  const commands = bytesOf(count);
  return withCore(database, async (sender) => {
    const window = batch * 12;
    const run = async (from: number, to: number): Promise<number> => {
      const started = performance.now();
      const base = sender.sent;
      let next = from;
      let told = performance.now();
      const more = (): void => {
        while (next < to && sender.sent - sender.answered < window) {
          sender.send("user", commands.slice(next, Math.min(to, next + commandsPerMessage)));
          next = Math.min(to, next + commandsPerMessage);
        }
        if (performance.now() - told > 3_000) {
          told = performance.now();
          sender.send("oracle", prices());
        }
      };
      sender.onAnswer = more;
      more();
      while (sender.answered < base + (to - from) || next < to) await new Promise((resolve) => setTimeout(resolve, 1));
      return ((to - from) * 1000) / (performance.now() - started);
    };
    const warm = Math.floor(count / 3);
    await run(0, warm);
    const perSecond = await run(warm, count);
    return {
      perSecond,
      bytesPerCommand: commands.reduce((sum, bytes) => sum + bytes.length, 0) / count,
      refused: sender.refused,
    };
  });
}

/** The same bytes in rows of the same size, nothing else: what PostgreSQL alone would take. */
async function bare(database: string, count: number): Promise<object> {
  const commands = bytesOf(count);
  const client = await bareTable(database);
  const rows: Buffer[] = [];
  for (let i = 0; i < count; i += batch) rows.push(Buffer.concat(commands.slice(i, i + batch)));
  const started = performance.now();
  for (const [i, payload] of rows.entries()) await append(client, i + 1, payload);
  const perSecond = (count * 1000) / (performance.now() - started);
  await client.end();
  return { perSecond };
}

async function bareTable(database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: `${server}/${database}` });
  await client.connect();
  await client.query(
    "create table bare (seq bigint primary key, prev_id uuid, batch_id uuid, hash bytea, payload bytea)",
  );
  await client.query("alter table bare alter column payload set storage external");
  return client;
}

const id = randomUUID();
const hash = randomBytes(32);
const append = (client: pg.Client, seq: number, payload: Buffer): Promise<unknown> =>
  client.query({
    name: "append",
    text: "insert into bare values ($1, $2, $3, $4, $5)",
    values: [seq, id, id, hash, payload],
  });

const p50 = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/**
 * From a command to its durable answer, ten thousand a second in messages of a millisecond each, against a bare one-row commit. The two
 * take turns in short stretches, so that both meet the same neighbours.
 */
async function latency(database: string, stretches: number): Promise<object> {
  const perStretch = 4_000;
  const commands = bytesOf(resting + perStretch * (stretches + warmStretches));
  const client = await bareTable(database);
  const payload = randomBytes(440);
  return withCore(database, async (sender) => {
    for (let i = 0; i < resting; i += commandsPerMessage) {
      sender.send("user", commands.slice(i, Math.min(resting, i + commandsPerMessage)));
      await sender.settled();
    }
    const ours: number[] = [];
    const theirs: number[] = [];
    let next = resting;
    for (let stretch = 0; stretch < stretches + warmStretches; stretch += 1) {
      sender.send("oracle", prices());
      await sender.settled();
      const taken = await openLoop(sender, commands.slice(next, next + perStretch));
      next += perStretch;
      const bareTaken: number[] = [];
      for (let i = 0; i < 200; i += 1) {
        const at = performance.now();
        await append(client, stretch * 200 + i + 1, payload);
        bareTaken.push(performance.now() - at);
        // At the same pace: a server that is kept awake by back-to-back commits answers faster than one that sleeps in between.
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      // The first stretches warm the engine up.
      if (stretch < warmStretches) continue;
      ours.push(p50(taken));
      theirs.push(p50(bareTaken));
    }
    await client.end();
    return {
      ratio: p50(ours.map((value, i) => value / theirs[i]!)),
      p50Ms: p50(ours),
      bareP50Ms: p50(theirs),
      refused: sender.refused,
    };
  });
}

async function openLoop(sender: Sender, commands: readonly Uint8Array[]): Promise<number[]> {
  const perMs = 10;
  const sentAt = new Map<number, number>();
  const taken: number[] = [];
  sender.onAnswer = (request) => {
    const at = sentAt.get(request);
    if (at !== undefined) taken.push(performance.now() - at);
  };
  const started = performance.now();
  let next = 0;
  while (next < commands.length) {
    const due = Math.min(commands.length, Math.floor(performance.now() - started) * perMs);
    if (due > next) {
      sentAt.set(sender.sent + 1, performance.now());
      sender.send("user", commands.slice(next, due));
      next = due;
    }
    // Sleeps between messages, as a gateway would: a spinning client would take the server's core.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await sender.settled();
  return taken;
}

/** Reads the journal that `journaled` left, checks its chain and applies it; against applying the same commands from memory. */
async function replay(database: string): Promise<object> {
  const session = await pgJournal(`${server}/${database}`, "single").connect();
  const replica = new Replica(new EngineMachine(createState()), genesisPosition);
  const batches: ReturnType<typeof applicable>[] = [];
  let commands = 0;
  const started = performance.now();
  let rows = await session.read(1, 256);
  while (rows.length > 0) {
    for (const row of rows) {
      if (replica.contradicts(row)) throw new Error(`row ${row.seq} contradicts the replay`);
      const batchOf = applicable(row);
      replica.begin(batchOf);
      while (!replica.run());
      commands += batchOf.commands.length;
      batches.push(batchOf);
    }
    rows = rows.length < 256 ? [] : await session.read(replica.seq + 1, 256);
  }
  const fromJournal = (commands * 1000) / (performance.now() - started);
  session.close();
  const state = createState();
  const again = performance.now();
  for (const one of batches) {
    for (let ended = beginBatch(state, Math.floor(one.tsUs / 1000)); !ended;) ended = resume(state);
    one.commands.forEach((command, i) => {
      for (let ended = apply(state, command, i); !ended;) ended = resume(state);
    });
  }
  const inMemory = (commands * 1000) / (performance.now() - again);
  return { fromJournal, inMemory, commands };
}

/** The far end of the bus: answers single requests and packed messages. */
async function responder(): Promise<void> {
  const connection = await connect({ servers: "nats://127.0.0.1:4222" });
  connection.subscribe("tm.goal.single", { callback: (_error, message) => void message.respond(message.data) });
  connection.subscribe("tm.goal.packed", {
    callback: (_error, message) => {
      const { commands } = unpackCommands(message.data, seals.of("user")!);
      const answers = commands.map(({ request }) => ({
        request,
        result: { code: 200, seq: 1, ref: request, facts: [0n, 0n] as const },
      }));
      message.respond(packAnswers({ epoch: 1, answers }, seals.of("core")!));
    },
  });
  await connection.flush();
  process.stdout.write("ready\n");
}

async function bus(seconds: number): Promise<object> {
  const connection = await connectBus("nats://127.0.0.1:4222", "goal");
  const commands = bytesOf(20_000);
  const until = (inFlight: number, one: () => Promise<number>): Promise<number> => {
    const end = performance.now() + seconds * 1000;
    let done = 0;
    const lane = async (): Promise<void> => {
      while (performance.now() < end) {
        // Not `done += await …`: that reads the sum before the wait and loses what the other lanes add meanwhile.
        const count = await one();
        done += count;
      }
    };
    return Promise.all(Array.from({ length: inFlight }, lane)).then(() => done / seconds);
  };
  let next = 0;
  const single = await until(64, async () => {
    await connection.request("tm.goal.single", commands[next++ % commands.length]!, 2_000);
    return 1;
  });
  const packed = await until(4, async () => {
    const from = next % (commands.length - 500);
    next += 500;
    const list = commands.slice(from, from + 500).map((bytes, i) => ({ request: i, bytes }));
    const message = packCommands({ by: "user", sender: "goal", sentAt: Date.now(), commands: list }, seals.of("user")!);
    return unpackAnswers(await connection.request("tm.goal.packed", message, 2_000), seals.of("core")!).answers.length;
  });
  await connection.close();
  return { single, packed };
}

const [who, database, amount] = process.argv.slice(2) as [string, string, string];
const contestants: Record<string, () => Promise<object | void>> = {
  journaled: () => journaled(database, Number(amount)),
  bare: () => bare(database, Number(amount)),
  latency: () => latency(database, Number(amount)),
  replay: () => replay(database),
  responder,
  bus: () => bus(Number(amount)),
};
const figures = await contestants[who]!();
if (figures !== undefined) {
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  process.exit(0);
}
