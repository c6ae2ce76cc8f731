import { spawn } from "node:child_process";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { type Figure, firstWord, inFreshProcess, inRounds, isShort } from "../measure.ts";

const script = "./journal/contestants.ts";

async function withDatabase<T>(use: (name: string) => T): Promise<T> {
  const database = await throwAwayDatabase();
  try {
    return use(new URL(database.url).pathname.slice(1));
  } finally {
    await database.drop();
  }
}

/** The command path against what PostgreSQL, NATS and the engine could do alone, side by side in one run. */
export async function journalGoals(): Promise<Figure[]> {
  const commandPath = await inRounds(
    5,
    [
      { name: "journal.journaled_over_bare_append", goal: 0.4, floor: 0.25, better: "more" },
      { name: "journal.replay_over_memory_apply", goal: 0.3, floor: 0.1, better: "more" },
    ],
    () =>
      withDatabase((database) => {
        const journaled = inFreshProcess<{ ratio: number; refused: number }>(script, ["journaled", database]);
        if (journaled.refused > 0) throw new Error(`${journaled.refused} commands of the workload were refused`);
        const replay = inFreshProcess<{ fromJournal: number; inMemory: number }>(script, ["replay", database]);
        return [journaled.ratio, replay.fromJournal / replay.inMemory];
      }),
  );
  const delay = await inRounds(5, [{ name: "journal.p50_over_bare_commit", goal: 1.8, floor: 3, better: "less" }], () =>
    withDatabase((database) => [
      inFreshProcess<{ ratio: number }>(script, ["latency", database, isShort ? 8 : 20]).ratio,
    ]),
  );
  const signing = await inRounds(
    5,
    [{ name: "journal.signed_over_unsigned", goal: 0.95, floor: 0.8, better: "more" }],
    () =>
      withDatabase((database) => {
        const { ratio, refused } = inFreshProcess<{ ratio: number; refused: number }>(script, ["signed", database]);
        if (refused > 0) throw new Error(`${refused} commands of the workload were refused`);
        return [ratio];
      }),
  );
  return [...commandPath, ...delay, ...signing, ...(await packedBus())];
}

async function packedBus(): Promise<Figure[]> {
  const far = spawn(process.execPath, [new URL("./contestants.ts", import.meta.url).pathname, "responder"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await firstWord(far, far.stdout, "data");
    return await inRounds(
      5,
      [{ name: "journal.packed_bus_over_single_requests", goal: 25, floor: 8, better: "more" }],
      () => {
        const bus = inFreshProcess<{ single: number; packed: number }>(script, ["bus", "none", isShort ? 1 : 2]);
        return [bus.packed / bus.single];
      },
    );
  } finally {
    far.kill();
  }
}
