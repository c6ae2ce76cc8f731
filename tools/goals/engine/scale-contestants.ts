// One contestant, one process: `node scale-contestants.ts <who> <size> <seed>` prints its figures as JSON. What grows, and what it costs.
import { decodeCommand, encodeCommand, Writer } from "@tidemark/contracts/codec";
import { type Command, noKey } from "@tidemark/contracts/journal";
import { apply, beginBatch, createState, restore, resume, snapshot, type State } from "@tidemark/engine";
import { journaled, opening, perp, perpOpening, producer } from "@tidemark/engine/sim";
import { commandOf, Core } from "./core-runner.ts";
import { kind, makeWorkload, type Workload } from "./workload.ts";

const one = 100_000_000n;
const start = 1_700_000_000_000;
const markStart = 500_000;
const tick = 10_000_000;
const lot = 10_000;

function cpuOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const used = process.threadCpuUsage(before);
  return used.user + used.system;
}

/** The same number of orders and operations, spread over so many spot markets; of the thousand users each market knows its share. */
function markets(count: number, seed: number): object {
  const each = Math.max(1, Math.floor(10_000 / count));
  const operations = Math.floor(300_000 / count);
  const regulars = Math.max(10, 1_000 / count);
  const works = Array.from({ length: count }, (_, i) => makeWorkload(seed + i, each, operations, regulars));
  const operator = producer(1);
  const wallet = producer(2);
  const state = createState();
  let at = start;
  const run = (command: Command): void => {
    let ended = apply(state, command, 0);
    while (!ended) ended = resume(state);
    if (state.result.code !== 200) throw new Error(`${command.type} was refused with ${state.result.code}`);
  };
  const batch = (): void => {
    at += 10;
    let ended = beginBatch(state, at);
    while (!ended) ended = resume(state);
  };
  batch();
  const [usdt, btc, eth, market, , ...rest] = opening((draft) => draft as never) as unknown as Record<
    string,
    unknown
  >[];
  for (const draft of [usdt, btc, eth, ...rest.slice(0, 6)]) run(operator(draft as never));
  for (let id = 1; id <= count; id += 1) {
    run(operator({ ...market, market: id, symbol: `M${id}` } as never));
    for (const status of [1, 2]) run(operator({ type: "set_market_status", market: id, status, liquidates: false }));
    for (const source of [0, 1, 2, 3])
      run(journaled({ type: "source_price_set", producer: 0, number: 0, market: id, source, price: 5e6 * 1e6 }));
  }
  for (let uid = 1; uid <= 1_000; uid += 1)
    for (const asset of [1, 2]) {
      const amount = asset === 1 ? 3n * 10n ** 14n : 2n * 10n ** 14n;
      run(wallet({ type: "credit_deposit", uid, asset, amount, reference: `x${uid}` }));
      const sides = { fromProduct: 1, fromSub: 0, toProduct: 2, toSub: 0 };
      run(journaled({ type: "transfer", uid, key: noKey, ...sides, asset, amount }));
    }
  const ids = works.map((w) => new Float64Array(w.count + 2));
  const step = (i: number): void => {
    works.forEach((w, m) => {
      const command = { ...commandOf(w, i, false), uid: ((m * regulars + w.users[i]!) % 1_000) + 1 } as Command;
      if (command.type === "cancel_order") run({ ...command, orderId: ids[m]![w.orders[i]!]! });
      else run({ ...command, market: m + 1 } as Command);
      if (command.type !== "cancel_order") ids[m]![w.orders[i]!] = state.result.ref;
      if ((i * count + m) % 512 === 0) batch();
    });
  };
  const total = works[0]!.count;
  const from = each + Math.floor(operations / 3);
  for (let i = 0; i < from; i += 1) step(i);
  const used = cpuOf(() => {
    for (let i = from; i < total; i += 1) step(i);
  });
  return { nsPerOp: (used * 1_000) / ((total - from) * count) };
}

/** Perpetuals: users who hold both positions of BTCUSDT-PERP in cross, with the index at 50,000. */
class Perps {
  readonly state: State = createState();
  private at = start;
  private readonly wallet = producer(2);

  constructor() {
    const operator = producer(1);
    this.batch(0);
    for (const command of opening(operator)) this.run(command);
    for (const command of perpOpening(operator as never, this.wallet as never)) this.run(command);
    this.index(markStart);
    this.batch(1_000);
  }

  run(command: Command): number {
    let ended = apply(this.state, command, 0);
    while (!ended) ended = resume(this.state);
    return this.state.result.code;
  }

  batch(ms: number): void {
    this.at += ms;
    let ended = beginBatch(this.state, this.at);
    while (!ended) ended = resume(this.state);
  }

  index(ticks: number): void {
    for (const source of [0, 1, 2, 3])
      this.run(
        journaled({
          type: "source_price_set",
          producer: 0,
          number: 0,
          market: perp.btcUsdt,
          source,
          price: ticks * tick,
        }),
      );
  }

  fund(uid: number, units: bigint): void {
    const amount = units * one;
    this.run(this.wallet({ type: "credit_deposit", uid, asset: 1, amount, reference: `x${uid}` }));
    this.run(
      journaled({
        type: "transfer",
        uid,
        key: noKey,
        fromProduct: 1,
        fromSub: 0,
        toProduct: 4,
        toSub: 0,
        asset: 1,
        amount,
      }),
    );
  }

  order(uid: number, side: number, posSide: number, ticks: number, lots: number): Command {
    return {
      type: "place_order",
      uid,
      key: noKey,
      keyHigh: 0,
      keyLow: 0,
      bodyHash: 0,
      market: perp.btcUsdt,
      product: 0,
      side,
      orderType: 0,
      tif: 0,
      postOnly: false,
      stp: 0,
      price: ticks * tick,
      qty: lots * lot,
      quoteAmount: 0,
      posSide,
      trigger: undefined,
      tp: undefined,
      sl: undefined,
    };
  }
}

/** s10k's operations as open and close intents of 1,000 cross accounts with two positions each. */
function perps(operations: number, seed: number): object {
  const users = 1_000;
  const w = makeWorkload(seed, 10_000, operations, users);
  const world = new Perps();
  for (let uid = 1; uid <= users; uid += 1) world.fund(uid, 2_000_000n);
  for (let uid = 1; uid <= users; uid += 1) {
    world.run(world.order(uid, 1, 2, markStart, 20_000));
    world.run(world.order((uid % users) + 1, 0, 1, markStart, 20_000));
  }
  const ids = new Float64Array(w.count + 2);
  const run = (from: number, to: number): void => {
    for (let i = from; i < to; i += 1) {
      if ((i - from) % 512 === 0) {
        world.batch(100);
        world.index(markStart);
      }
      world.run(intent(world, w, i, ids));
      if (w.kinds[i] !== kind.cancel) ids[w.orders[i]!] = world.state.result.ref;
    }
  };
  const from = w.prefill + Math.floor((w.count - w.prefill) / 3);
  run(0, from);
  globalThis.gc?.();
  return { nsPerOp: (cpuOf(() => run(from, w.count)) * 1_000) / (w.count - from) };
}

function intent(world: Perps, w: Workload, i: number, ids: Float64Array): Command {
  const uid = w.users[i]!;
  if (w.kinds[i] === kind.cancel)
    return {
      type: "cancel_order",
      uid,
      key: noKey,
      keyHigh: 0,
      keyLow: 0,
      bodyHash: 0,
      orderId: ids[w.orders[i]!]!,
    };
  const side = w.sides[i]!;
  const posSide = i % 2 === 0 ? side + 1 : 2 - side;
  return world.order(uid, side, posSide, markStart + w.prices[i]! - 5_000_000, w.sizes[i]!);
}

/** A tick of the mark over so many open positions: one that reaches nobody, and one that brings some to their margin. */
function marks(positions: number): object {
  const world = new Perps();
  for (let uid = 1; uid <= positions; uid += 2) {
    world.fund(uid, 30n);
    world.fund(uid + 1, 30n);
    world.run(world.order(uid, 1, 2, markStart, 100));
    world.run(world.order(uid + 1, 0, 1, markStart, 100));
    if (uid % 500 === 1) {
      world.batch(100);
      world.index(markStart);
    }
  }
  const tickTo = (ticks: number): number => {
    world.index(ticks);
    const before = performance.now();
    world.batch(1_000);
    return performance.now() - before;
  };
  tickTo(markStart + 1);
  const quiet = [2, 3, 2, 1, 2].map((by) => tickTo(markStart + by)).sort((a, b) => a - b)[2]!;
  return { quietMs: quiet, movedMs: tickTo(Math.floor(markStart * 1.003)) };
}

/** A million resting orders: what a snapshot and a restore cost, and a cold start with commands behind it. */
function cold(orders: number, tail: number): object {
  const w = makeWorkload(1, orders, tail, 10_000);
  const core = new Core(10_000);
  const placing = cpuOf(() => core.run(w, 0, w.prefill, false));
  globalThis.gc?.();
  const timed = (work: () => unknown): number => {
    const before = performance.now();
    work();
    return performance.now() - before;
  };
  let bytes = snapshot(core.state);
  const pause = Math.min(...[1, 2, 3].map(() => timed(() => (bytes = snapshot(core.state)))));
  const copy = Math.min(...[1, 2, 3].map(() => timed(() => bytes.slice())));
  const out = new Writer(tail * 48);
  const lengths: number[] = [];
  for (let i = w.prefill; i < w.count; i += 1) {
    const before = out.length;
    encodeCommand(commandOf(w, i, true), out);
    lengths.push(out.length - before);
  }
  let again: State | undefined;
  const restoring = timed(() => (again = restore(bytes)));
  const replaying = timed(() => replay(again!, out.bytes, lengths));
  return {
    pauseOverCopy: pause / copy,
    restoreOverPlacing: restoring / (placing / 1_000),
    coldSeconds: (restoring + replaying) / 1_000,
  };
}

function replay(state: State, bytes: Uint8Array, lengths: readonly number[]): void {
  let at = 0;
  let now = start + 86_400_000;
  lengths.forEach((length, i) => {
    if (i % 512 === 0) {
      now += 50;
      let ended = beginBatch(state, now);
      while (!ended) ended = resume(state);
    }
    let ended = apply(state, decodeCommand(bytes, at, length), i % 512);
    while (!ended) ended = resume(state);
    at += length;
  });
}

const [who, size, seed] = process.argv.slice(2);
const contestants: Record<string, () => object> = {
  perps: () => perps(Number(size), Number(seed)),
  markets: () => markets(Number(size), Number(seed)),
  marks: () => marks(Number(size)),
  cold: () => cold(Number(size), Number(seed)),
};
process.stdout.write(`${JSON.stringify(contestants[who!]!())}\n`);
