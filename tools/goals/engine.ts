import { type Figure, inFreshProcess, inRounds } from "./measure.ts";

type Figures = { nsPerOp: number; bytesPerOrder?: number };
const run = (who: string, resting: number, operations: number, users: number, seed: number): Figures =>
  inFreshProcess<Figures>("./contestants.ts", [who, resting, operations, users, seed]);

/** Speed as a ratio to the book that a Node programmer would otherwise install, on the same operations in the same run. */
export async function engineGoals(): Promise<Figure[]> {
  const speed = await inRounds(
    7,
    [{ name: "engine.core_over_nodejs_order_book", goal: 30, floor: 15, better: "more" }],
    (round) => {
      const peer = run("peer", 10_000, 400_000, 1_000, round);
      const core = run("core", 10_000, 400_000, 1_000, round);
      return [peer.nsPerOp / core.nsPerOp];
    },
  );
  const growth = await inRounds(
    3,
    [{ name: "engine.ns_1m_over_1k_orders", goal: 4, floor: 8, better: "less" }],
    (round) => {
      const small = run("core", 1_000, 600_000, 10_000, round);
      const large = run("core", 1_000_000, 600_000, 10_000, round);
      return [large.nsPerOp / small.nsPerOp];
    },
  );
  const memory = await inRounds(
    1,
    [{ name: "engine.bytes_per_resting_order", goal: 80, floor: 160, better: "less" }],
    () => [run("memory", 1_000_000, 10, 10_000, 1).bytesPerOrder ?? 0],
  );
  return [...speed, ...growth, ...memory];
}
