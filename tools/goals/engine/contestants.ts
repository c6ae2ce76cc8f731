// One contestant, one process: `node contestants.ts <who> <resting> <operations> <users> <seed>` prints its figures as JSON.
import { OrderBook, Side } from "nodejs-order-book";
import { Core } from "./core-runner.ts";
import { kind, makeWorkload, type Workload } from "./workload.ts";

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
    // The state reserves more addresses than it uses: what it uses is counted by itself.
    return usage.arrayBuffers + usage.heapUsed + runner.state.memory.end * 4;
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
