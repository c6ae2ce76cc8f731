import { topics } from "@tidemark/contracts";
import { logicVersion } from "@tidemark/engine";
import { systemClock } from "@tidemark/kit-node";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Exchange, throwAwayExchange } from "../../tools/dev/exchange.ts";
import { signIn, type Trader } from "../../tools/dev/trader.ts";
import { good, until, watch } from "../paths/support/traders.ts";
import { Forger } from "./forger.ts";

// Everything that a holder of the keys of gateway, platform, oracle and wallet can put on the bus in the core's name, against real
// processes: nothing stops, nobody else leads, and no false answer is believed. The tests run in this order on one exchange.
const symbol = "BTC/USDT";
const lastNumber = Number.MAX_SAFE_INTEGER;
let exchange: Exchange;
let alice: Trader;
let forger: Forger;
let pids: ReadonlyMap<string, number | undefined>;
let leader = "";
const logged: string[] = [];

const pidsNow = (): ReadonlyMap<string, number | undefined> =>
  new Map([...exchange.processes].map(([name, { pid }]) => [name, pid]));

/** The journal's epochs and the newest logic version. */
async function journal(): Promise<{ epochs: number[]; logicVer: number }> {
  const client = new pg.Client({ connectionString: exchange.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ epoch: string; version: number }>(
      "select epoch, max(logic_ver) as version from journal.journal where epoch > 0 group by epoch order by epoch",
    );
    return {
      epochs: rows.map(({ epoch }) => Number(epoch)),
      logicVer: Math.max(...rows.map(({ version }) => version)),
    };
  } finally {
    await client.end();
  }
}

/**
 * An order rests, is read back and cancelled: the whole way works, and each answer is the true one. A read may be behind for a moment on a
 * busy machine; a false answer would say another order or another batch, and stay so.
 */
async function expectTrading(): Promise<void> {
  const order = { symbol, side: "BUY", type: "LIMIT", price: "100000", qty: "0.001" } as const;
  const placed = good(await alice.client.call("placeOrder", order));
  alice.client.noteSeq(placed);
  const statusIs = async (status: string): Promise<boolean> => {
    const read = await alice.client.call("order", { orderId: placed.orderId });
    return read.ok && read.value.order.status === status;
  };
  await until(() => statusIs("NEW"));
  const cancelled = good(await alice.client.call("cancelOrder", { orderId: placed.orderId }));
  expect(cancelled.orderId).toBe(placed.orderId);
  expect(cancelled.seq).toBeGreaterThan(placed.seq);
  alice.client.noteSeq(cancelled);
  await until(() => statusIs("CANCELED"));
}

/** Nobody has ended, nobody else leads, and traders notice nothing. */
async function expectUnharmed(): Promise<void> {
  await expectTrading();
  expect(await journal()).toEqual({ epochs: [1], logicVer: logicVersion });
  expect(exchange.link.epoch).toBe(1);
  expect(pidsNow()).toEqual(pids);
}

beforeAll(async () => {
  exchange = await throwAwayExchange({
    onLine(name, line) {
      logged.push(`${name} ${line}`);
      if (line.includes('"leading"')) leader = name;
    },
  });
  alice = await signIn(exchange.url, "alice");
  forger = await Forger.on("nats://127.0.0.1:4222", exchange.core);
  await expectTrading();
  pids = pidsNow();
});
afterAll(async () => {
  alice?.close();
  await forger?.close();
  await exchange?.remove();
});

test("C2: announcements: no epoch and no batch of a forger counts", async () => {
  const { seq } = exchange.link;
  for (const [epoch, at] of [
    [lastNumber, lastNumber],
    [2, seq + 1],
    [1, seq + 1],
    [1, seq + 1_000_000],
  ] as const)
    expect(forger.announcements(epoch, at)).toBeGreaterThan(40);
  await systemClock.sleep(500);
  await expectUnharmed();
});

test("C2: answers: what another one says of an order is not its answer", async () => {
  const stopAt = systemClock.steady() + 3_000;
  const flood = (async () => {
    while (systemClock.steady() < stopAt) {
      forger.answersToAll(1);
      forger.commandsInTheNameOf(1);
      await systemClock.sleep(50);
    }
  })();
  while (systemClock.steady() < stopAt) await expectTrading();
  await flood;
  expect(forger.senders.size).toBeGreaterThan(0);
  await expectUnharmed();
});

test("C2: state mismatches: neither invented nodes nor real names end a leader", async () => {
  const { seq } = exchange.link;
  for (const at of [1, seq, seq + 1_000_000]) expect(forger.mismatches(1, at)).toBeGreaterThan(40);
  await systemClock.sleep(500);
  await expectUnharmed();
});

test("C2: upgrades and commands of another class are not even answered", async () => {
  expect(forger.upgrades(1)).toBeGreaterThan(40);
  expect(forger.commandsOfOtherClasses(1)).toBeGreaterThan(20);
  await systemClock.sleep(500);
  expect(forger.answers).toBe(0);
  await expectUnharmed();
});

test("C2: replies: a question is answered truly or not at all", async () => {
  const truth = good(await alice.client.call("balances", {})).rows;
  expect(truth.length).toBeGreaterThan(0);
  const end = forger.replies({ code: 200, data: { rows: [] }, seq: exchange.link.seq });
  let unanswered = 0;
  for (let i = 0; i < 20; i += 1) {
    const outcome = await alice.client.call("balances", {});
    if (outcome.ok) expect(outcome.value.rows).toEqual(truth);
    else unanswered += 1;
  }
  end();
  // The forger has had its share of them.
  expect(unanswered).toBeGreaterThan(0);
  await until(async () => (await alice.client.call("balances", {})).ok);
  await expectUnharmed();
});

test("C2: topics of the history: no forged price reaches a screen", async () => {
  const days = watch(alice, "days");
  await until(() => days.change.state === "live");
  forger.historyTopics(exchange.link.seq + 100, [[topics.days.name, 0, "", [{ symbol, last: "0.01" }]]]);
  await systemClock.sleep(500);
  days.end();
  expect(days.everSeen.filter(({ last }) => last === "0.01")).toEqual([]);
  await expectUnharmed();
});

test("C2: what is no message at all is dropped", async () => {
  forger.garbage(1);
  await systemClock.sleep(300);
  await expectUnharmed();
});

test("C2: signs of life of a follower that is away do not keep the leader from answering", async () => {
  const follower = leader === "core-a" ? "core-b" : "core-a";
  await exchange.processes.get(follower)!.stop();
  let isOver = false;
  const flood = (async () => {
    // As often as a follower would.
    while (!isOver) {
      forger.signsOfLife();
      await systemClock.sleep(250);
    }
  })();
  try {
    // Then nobody but the leader is there to answer, and after a second without a heartbeat it does.
    await until(async () => (await alice.client.call("balances", {})).ok, 10_000);
    for (let i = 0; i < 10; i += 1) {
      good(await alice.client.call("balances", {}));
      await systemClock.sleep(100);
    }
  } finally {
    isOver = true;
    await flood;
  }
  exchange.processes.get(follower)!.start();
  await exchange.link.hearFollower(60_000);
  expect((await journal()).epochs).toEqual([1]);
});

test("C2: after all of it the next leader is the next epoch, and every row can be read", async () => {
  exchange.processes.get(leader)!.kill("SIGKILL");
  await until(() => exchange.link.epoch > 1, 20_000);
  await until(async () => (await alice.client.call("openOrders", {})).ok, 20_000);
  await expectTrading();
  expect((await journal()).epochs).toEqual([1, 2]);
  expect(logged.filter((line) => /"(damaged|too_new|contradicted)"/.test(line))).toEqual([]);
  // The projector has read them too.
  await until(async () => (await alice.client.call("orderHistory", {})).ok);
});
