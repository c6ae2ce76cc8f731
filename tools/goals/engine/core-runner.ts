import { type Command, keyForms, noKey } from "@tidemark/contracts/journal";
import { apply, beginBatch, createState, resume, type State } from "@tidemark/engine";
import { btcUsdt, journaled, opening, producer } from "@tidemark/engine/sim";
import { kind, type Workload } from "./workload.ts";

export const batchSize = 512;

/**
 * An operation as a command, made where it is used, as the peer's arguments are. A placement carries its client key; its hashes are what
 * the codec would give, here only spread well: reading bytes is the journal's goal, not this one.
 */
export function commandOf(w: Workload, i: number, keyed: boolean): Command {
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
    // Small sizes still pass the least notional, and a million accounts can pay for it.
    qty: w.sizes[i]! * 20_000,
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
      run(wallet({ type: "credit_deposit", uid, asset: id, amount, reference: `x${uid}` }));
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
export class Core {
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
