import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { topics } from "@tidemark/contracts";
import pg from "pg";
import { WebSocket } from "ws";
import type { Exchange } from "../../tools/dev/exchange.ts";
import { people, seededBots, seededUids } from "../../tools/dev/seed/people.ts";
import { startNats, type StartedNats } from "@tidemark/kit-testing";
import { developmentConfig } from "../../tools/bus/server-config.ts";
import type { AttackRun } from "./attack-report.ts";
import { addTallies, type Tally } from "./attack-tally.ts";
import { attackers, attacks, type Target } from "./attacks.ts";
import { signIn } from "./pipeline.ts";
import type { Window } from "./acknowledged-rows.ts";

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const settleMs = 500;
const pingEveryMs = 10_000;
const streamsWatched = 4;
/** Far behind what a run writes, so that the projector never meets them. */
const firstPastBatch = 1_000_000_000;

const uidOf = (name: string): number =>
  (people as readonly string[]).includes(name)
    ? seededUids[name as (typeof people)[number]]
    : seededUids.firstBot + Math.min(seededBots, Number(name.slice(3))) - 1;

/** A bus that looks at keys and rights, as in production. */
export const startGuardedBus = (): Promise<StartedNats> => startNats(developmentConfig());

/** Many ended orders of the attackers' accounts, all alike: any other filter has to look at every one of them. */
export async function fillHistories({ databaseUrl }: Exchange, each: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const [i, name] of attackers.entries())
      await client.query(
        `insert into history.orders (batch_seq, line, order_id, uid, market, product, side, type, tif, post_only, price, qty,
           filled, value, fee, status, cause, client_key, at)
         select $1::bigint + i / 4, i % 4, $1::bigint + i, $2, 1, 2, 0, 0, 0, false, 1, 1, 0, 0, 0, 3, 0, '', i
         from generate_series(1, $3::int) as i`,
        [firstPastBatch + i * each, uidOf(name), each],
      );
    await client.query("analyze history.orders");
  } finally {
    await client.end();
  }
}

/** Streams of other traders, which must stay open. */
class WatchedStreams {
  #cut = 0;
  readonly #open = new Set<WebSocket>();
  #timer: NodeJS.Timeout | undefined;

  static async open({ urls }: Exchange): Promise<WatchedStreams> {
    const watched = new WatchedStreams();
    for (let i = 0; i < streamsWatched; i += 1) {
      const url = urls[i % urls.length]!;
      await watched.#follow(url, (await signIn(url, `bot${i + 1}`)).cookie);
    }
    watched.#timer = setInterval(() => {
      for (const socket of watched.#open) socket.send(JSON.stringify({ op: "ping" }));
    }, pingEveryMs);
    return watched;
  }

  get cut(): number {
    return this.#cut;
  }

  close(): void {
    clearInterval(this.#timer);
    for (const socket of this.#open) {
      socket.removeAllListeners("close");
      socket.terminate();
    }
  }

  async #follow(url: string, cookie: string): Promise<void> {
    const socket = new WebSocket(`${url.replace("http", "ws")}/ws`, { headers: { cookie } });
    await once(socket, "open");
    this.#open.add(socket);
    for (const stream of [{ topic: topics.trades.name, symbol: "ETH/USDT" }, { topic: topics.orders.name }])
      socket.send(JSON.stringify({ op: "subscribe", ...stream }));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#cut += 1;
      this.#open.delete(socket);
    });
  }
}

/** How often each attack runs, for how long, and for how long it is quiet before. */
type Plan = { readonly turns: number; readonly withoutMs: number; readonly duringMs: number };

/** An attacker in a process of its own, and the streams of others that it must not reach. */
export class AttackLoad {
  readonly #exchange: Exchange;
  readonly #attacker: ChildProcess;
  readonly #streams: WatchedStreams;
  readonly #ended: Promise<never>;

  private constructor(exchange: Exchange, attacker: ChildProcess, streams: WatchedStreams) {
    this.#exchange = exchange;
    this.#attacker = attacker;
    this.#streams = streams;
    this.#ended = once(attacker, "exit").then(() => Promise.reject(new Error("the attacker ended")));
    this.#ended.catch(() => undefined);
  }

  static async start(exchange: Exchange, natsUrl: string): Promise<AttackLoad> {
    const { urls, core } = exchange;
    const target: Target = { urls, core, natsUrl };
    const script = fileURLToPath(new URL("./attacker.ts", import.meta.url));
    const streams = await WatchedStreams.open(exchange);
    const attackLoad = new AttackLoad(exchange, fork(script, [JSON.stringify(target)]), streams);
    // Nothing is ordered before it has signed in: a password takes longer than a short attack.
    await attackLoad.#answered();
    return attackLoad;
  }

  close(): void {
    this.#streams.close();
    if (this.#attacker.connected) this.#attacker.disconnect();
  }

  /** Each in turns with a time without it. */
  async run(plan: Plan, only: string | undefined, say: (line: string) => void): Promise<AttackRun[]> {
    const runs: AttackRun[] = [];
    for (const name of Object.keys(attacks)) {
      if (only !== undefined && !name.includes(only)) continue;
      say(`attack: ${name}`);
      runs.push(await this.#attack(name, plan));
    }
    return runs;
  }

  async #attack(name: string, { turns, withoutMs, duringMs }: Plan): Promise<AttackRun> {
    const [epoch, cut] = [this.#exchange.link.epoch, this.#streams.cut];
    const [without, during, reached]: [Window[], Window[], Tally[]] = [[], [], []];
    for (let turn = 0; turn < turns; turn += 1) {
      without.push(await windowOf(withoutMs));
      await this.#order(name);
      during.push(await windowOf(duringMs));
      reached.push(await this.#order(""));
      await sleep(settleMs);
    }
    const leaderChanges = this.#exchange.link.epoch - epoch;
    const { least } = attacks[name]!;
    const tallied = { reached: addTallies(reached), least };
    return { name, without, during, ...tallied, leaderChanges, streamsCut: this.#streams.cut - cut };
  }

  /** The attacker has started it; with an empty name it has ended the one before. Gives back what that one came to. */
  async #order(name: string): Promise<Tally> {
    const answered = this.#answered();
    this.#attacker.send(name);
    return answered;
  }

  async #answered(): Promise<Tally> {
    return ((await Promise.race([once(this.#attacker, "message"), this.#ended])) as [Tally])[0];
  }
}

async function windowOf(ms: number): Promise<Window> {
  const from = performance.now();
  await sleep(ms);
  return { from, to: performance.now() };
}
