import { type Figure, inFreshProcess, inRounds, isShort } from "../measure.ts";

type Figures = { nsPerOp: number; bytesPerOrder?: number };
const run = (who: string, resting: number, operations: number, users: number, seed: number): Figures =>
  inFreshProcess<Figures>("./engine/contestants.ts", [who, resting, operations, users, seed]);
const scale = <T>(who: string, size: number, seed: number): T =>
  inFreshProcess<T>("./engine/scale-contestants.ts", [who, size, seed]);

/** Speed as a ratio to the book that a Node programmer would otherwise install, on the same operations in the same run, both warm. */
async function speed(): Promise<Figure[]> {
  return inRounds(
    7,
    [
      { name: "engine.core_over_nodejs_order_book", goal: 8, floor: 5, better: "more" },
      { name: "engine.perps_over_nodejs_order_book", goal: 5, floor: 2, better: "more" },
    ],
    (round) => {
      const peer = run("peer", 10_000, 400_000, 1_000, round);
      const core = run("core", 10_000, 400_000, 1_000, round);
      const perps = scale<Figures>("perps", isShort ? 60_000 : 300_000, round);
      return [peer.nsPerOp / core.nsPerOp, peer.nsPerOp / perps.nsPerOp];
    },
  );
}

/** How the cost of an operation grows with orders, accounts and markets. */
async function growth(): Promise<Figure[]> {
  const many = isShort ? 100_000 : 1_000_000;
  return inRounds(
    3,
    [
      { name: "engine.ns_1m_over_1k_orders", goal: 4, floor: 8, better: "less" },
      { name: "engine.ns_1m_over_1k_accounts", goal: 2, floor: 3, better: "less" },
      { name: "engine.ns_1000_over_1_markets", goal: 2, floor: 3, better: "less" },
    ],
    (round) => {
      const small = run("core", 1_000, 300_000, 10_000, round);
      const large = run("core", many, 300_000, 10_000, round);
      const few = run("core", 10_000, 300_000, 1_000, round);
      const crowd = run("core", 10_000, 300_000, many, round);
      const spread = scale<Figures>("markets", 1_000, round);
      const single = scale<Figures>("markets", 1, round);
      return [large.nsPerOp / small.nsPerOp, crowd.nsPerOp / few.nsPerOp, spread.nsPerOp / single.nsPerOp];
    },
  );
}

/** Positions under a moving mark, snapshots, restores and a cold start; the short form takes a tenth of the size. */
async function size(): Promise<Figure[]> {
  const many = isShort ? 100_000 : 1_000_000;
  const positions = isShort ? 20_000 : 100_000;
  const memory = await inRounds(
    1,
    [{ name: "engine.bytes_per_resting_order", goal: 80, floor: 160, better: "less" }],
    () => [run("memory", 1_000_000, 10, 10_000, 1).bytesPerOrder ?? 0],
  );
  const marks = await inRounds(
    1,
    [{ name: "engine.mark_tick_ms_100k_positions", goal: 50, floor: 100, better: "less" }],
    () => [scale<{ quietMs: number }>("marks", positions, 1).quietMs],
  );
  const cold = await inRounds(
    1,
    [
      { name: "engine.snapshot_pause_over_memcpy", goal: 2, floor: 10, better: "less" },
      { name: "engine.restore_over_placing", goal: 1.2, floor: 3, better: "less" },
      { name: "engine.cold_start_seconds", goal: 60, floor: 120, better: "less" },
    ],
    () => {
      const tail = isShort ? 100_000 : 5_000_000;
      const found = scale<Record<"pauseOverCopy" | "restoreOverPlacing" | "coldSeconds", number>>("cold", many, tail);
      return [found.pauseOverCopy, found.restoreOverPlacing, found.coldSeconds];
    },
  );
  return [...memory, ...marks, ...cold];
}

export async function engineGoals(): Promise<Figure[]> {
  return [...(await speed()), ...(await growth()), ...(await size())];
}
