import { type Figure, inFreshProcess, median, rounds, spread } from "./measure.ts";

type Figures = { nsPerOp: number; bytesPerOrder?: number };
const run = (who: string, resting: number, operations: number, users: number, seed: number): Figures =>
  inFreshProcess<Figures>("./contestants.ts", [who, resting, operations, users, seed]);

/** Speed as a ratio to the book that a Node programmer would otherwise install, on the same operations in the same run. */
export function engineGoals(): Figure[] {
  const speed: number[] = [];
  const growth: number[] = [];
  for (let round = 1; round <= rounds(7); round += 1) {
    const peer = run("peer", 10_000, 400_000, 1_000, round);
    const core = run("core", 10_000, 400_000, 1_000, round);
    speed.push(peer.nsPerOp / core.nsPerOp);
  }
  for (let round = 1; round <= rounds(3); round += 1) {
    const small = run("core", 1_000, 600_000, 10_000, round);
    const large = run("core", 1_000_000, 600_000, 10_000, round);
    growth.push(large.nsPerOp / small.nsPerOp);
  }
  const memory = run("memory", 1_000_000, 10, 10_000, 1);
  return [
    {
      name: "engine.core_over_nodejs_order_book",
      figure: median(speed),
      goal: 30,
      floor: 15,
      better: "more",
      note: spread(speed),
    },
    {
      name: "engine.ns_1m_over_1k_orders",
      figure: median(growth),
      goal: 4,
      floor: 8,
      better: "less",
      note: spread(growth),
    },
    { name: "engine.bytes_per_resting_order", figure: memory.bytesPerOrder ?? 0, goal: 80, floor: 160, better: "less" },
  ];
}
