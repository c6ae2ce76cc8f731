// One contestant, one process: `node contestants.ts <who> <resting> <operations> <users> <seed>` prints its figures as JSON.
import { type Command, keyForms, noKey } from "@tidemark/contracts/codec";
import { apply, beginBatch, createState, resume, type State } from "@tidemark/engine";
import { btcUsdt, journaled, opening, producer } from "@tidemark/engine/sim";
import { OrderBook, Side } from "nodejs-order-book";
import { kind, makeWorkload, type Workload } from "./workload.ts";

const batchSize = 512;

/**
 * An operation as a command, made where it is used, as the peer's arguments are. A placement carries its client key; its hashes are what
 * the codec would give, here only spread well: reading bytes is the journal's goal, not this one.
 */
function commandOf(w: Workload, i: number, keyed: boolean): Command {
  const uid = w.users[i]!;
  const order = w.orders[i]!;
  if (w.kinds[i] === kind.cancel)
    return { type: "cancel_order", uid, key: noKey, keyHigh: 0, keyLow: 0, bodyHash: 0, orderId: order };
  return {
    type: "place_order",
    uid,
    key: keyed ? { form: keyForms.short, w0: order, w1: 0x6f, w2: 0, w3: 0, text: "" } : noKey,
    keyHigh: Math.imul(order, 0x9e3779b1),
    keyLow: Math.imul(order ^ 0x5bd1e995, 0x85ebca6b),
    bodyHash: order,
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
    posSide: 0,
    trigger: undefined,
    tp: undefined,
    sl: undefined,
  };
}

/** What keeps the index fresh: every source says that the price is where the workload has its mid. */
const prices = (): Command[] =>
  [0, 1, 2, 3].map((source) =>
    journaled({
      type: "source_price_set",
      producer: 0,
      number: 0,
      market: btcUsdt,
      source,
      price: 5_000_000 * 1_000_000,
    }),
  );

function preparedState(users: number): State {
  const state = createState();
  const operator = producer(1);
  const wallet = producer(2);
  const run = (command: Command): void => {
    let ended = apply(state, command, 0);
    while (!ended) ended = resume(state);
    if (state.result.code !== 200) throw new Error(`${command.type} was refused with ${state.result.code}`);
  };
  beginBatch(state, 1_700_000_000_000);
  for (const command of opening(operator)) run(command);
  for (const price of prices()) run(price);
  for (let uid = 1; uid <= users; uid += 1)
    for (const id of [1, 2]) {
      const amount = id === 1 ? (3n * 10n ** 17n) / BigInt(users) : (2n * 10n ** 17n) / BigInt(users);
      run(wallet({ type: "credit_deposit", uid, asset: id, amount, reference: "x" }));
      run(
        journaled({
          type: "transfer",
          uid,
          key: noKey,
          fromProduct: 1,
          fromSub: 0,
          toProduct: 2,
          toSub: 0,
          asset: id,
          amount,
        }),
      );
      if (uid % 256 === 0) beginBatch(state, 1_700_000_000_000);
    }
  return state;
}

/** The engine's clock: two seconds a batch, so that keys grow old and leave as fast as they come before the measured part begins. */
const batchMs = 2_000;

/** The full core: validation, risk, fees, settlement, events, exact money, idempotency keys, an undo log and a running hash. */
class Core {
  readonly state: State;
  private at = 1_700_000_000_000;
  private readonly prices = prices();

  constructor(users: number) {
    this.state = preparedState(users);
  }

  run(w: Workload, from: number, to: number, keyed: boolean): number {
    const { state } = this;
    const before = process.threadCpuUsage();
    for (let i = from; i < to; i += 1) {
      if ((i - from) % batchSize === 0) this.nextBatch();
      if (!apply(state, commandOf(w, i, keyed), i % batchSize)) while (!resume(state));
      if (state.result.code !== 200) throw new Error(`operation ${i} was refused with ${state.result.code}`);
    }
    const used = process.threadCpuUsage(before);
    return used.user + used.system;
  }

  private nextBatch(): void {
    this.at += batchMs;
    beginBatch(this.state, this.at);
    for (const price of this.prices) apply(this.state, price, 0);
  }
}

type Figures = { nsPerOp: number; operations: number; bytesPerOrder?: number };

const figuresOf = (microseconds: number, operations: number): Figures => ({
  nsPerOp: (microseconds * 1_000) / operations,
  operations,
});

function core(w: Workload, users: number): Figures {
  const runner = new Core(users);
  const start = w.prefill + Math.floor((w.count - w.prefill) / 3);
  runner.run(w, 0, w.prefill, true);
  runner.run(w, w.prefill, start, true);
  globalThis.gc?.();
  return figuresOf(runner.run(w, start, w.count, true), w.count - start);
}

/** What a million resting orders weigh: without keys, which live in a ring of their own for ten minutes. */
function memory(w: Workload, users: number): Figures {
  const runner = new Core(users);
  const weigh = (): number => {
    globalThis.gc?.();
    const usage = process.memoryUsage();
    return usage.arrayBuffers + usage.heapUsed;
  };
  const before = weigh();
  runner.run(w, 0, w.prefill, false);
  return { nsPerOp: 0, operations: w.prefill, bytesPerOrder: (weigh() - before) / w.prefill };
}

function peer(w: Workload): Figures {
  const book = new OrderBook();
  const run = (from: number, to: number): number => {
    const before = process.threadCpuUsage();
    for (let i = from; i < to; i += 1) {
      if (w.kinds[i] === kind.cancel) book.cancel(`o${w.orders[i]}`);
      else
        book.limit({
          id: `o${w.orders[i]}`,
          side: w.sides[i] === 0 ? Side.BUY : Side.SELL,
          size: w.sizes[i]!,
          price: w.prices[i]!,
        });
    }
    const used = process.threadCpuUsage(before);
    return used.user + used.system;
  };
  const start = w.prefill + Math.floor((w.count - w.prefill) / 3);
  run(0, start);
  globalThis.gc?.();
  return figuresOf(run(start, w.count), w.count - start);
}

const [who, resting, operations, users, seed] = process.argv.slice(2);
const w = makeWorkload(Number(seed), Number(resting), Number(operations), Number(users));
const figures = who === "peer" ? peer(w) : who === "memory" ? memory(w, Number(users)) : core(w, Number(users));
process.stdout.write(`${JSON.stringify(figures)}\n`);
