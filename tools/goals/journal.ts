import { spawn } from "node:child_process";
import { once } from "node:events";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { type Figure, inFreshProcess, median, rounds, spread } from "./measure.ts";

const script = "./journal-contestants.ts";
const isShort = process.argv.includes("--short");
const count = isShort ? 120_000 : 300_000;

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

/** The corridor against what PostgreSQL, NATS and the engine could do alone, side by side in one run. */
export async function journalGoals(): Promise<Figure[]> {
  const throughput: number[] = [];
  const delay: number[] = [];
  const replays: number[] = [];
  for (let round = 0; round < rounds(5); round += 1) {
    const ours = await throwAwayDatabase();
    const theirs = await throwAwayDatabase();
    try {
      const journaled = inFreshProcess<{ perSecond: number; refused: number }>(script, [
        "journaled",
        nameOf(ours.url),
        count,
      ]);
      const bare = inFreshProcess<{ perSecond: number }>(script, ["bare", nameOf(theirs.url), count]);
      if (journaled.refused > 0) throw new Error(`${journaled.refused} commands of the workload were refused`);
      throughput.push(journaled.perSecond / bare.perSecond);
      const replay = inFreshProcess<{ fromJournal: number; inMemory: number }>(script, ["replay", nameOf(ours.url)]);
      replays.push(replay.fromJournal / replay.inMemory);
    } finally {
      await ours.drop();
      await theirs.drop();
    }
    const quick = await throwAwayDatabase();
    try {
      delay.push(inFreshProcess<{ ratio: number }>(script, ["latency", nameOf(quick.url), isShort ? 8 : 20]).ratio);
    } finally {
      await quick.drop();
    }
  }
  const packing = await packedBus();
  return [
    {
      name: "journal.journaled_over_bare_append",
      figure: median(throughput),
      goal: 0.8,
      floor: 0.5,
      better: "more",
      note: spread(throughput),
    },
    {
      name: "journal.p50_over_bare_commit",
      figure: median(delay),
      goal: 1.8,
      floor: 3,
      better: "less",
      note: spread(delay),
    },
    {
      name: "journal.packed_bus_over_single_requests",
      figure: median(packing),
      goal: 25,
      floor: 8,
      better: "more",
      note: spread(packing),
    },
    {
      name: "journal.replay_over_memory_apply",
      figure: median(replays),
      goal: 0.3,
      floor: 0.1,
      better: "more",
      note: spread(replays),
    },
  ];
}

async function packedBus(): Promise<number[]> {
  const far = spawn(process.execPath, [new URL(script, import.meta.url).pathname, "responder"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await once(far.stdout, "data");
    return Array.from({ length: rounds(5) }, () => {
      const { single, packed } = inFreshProcess<{ single: number; packed: number }>(script, [
        "bus",
        "none",
        isShort ? 1 : 2,
      ]);
      return packed / single;
    });
  } finally {
    far.kill();
  }
}
