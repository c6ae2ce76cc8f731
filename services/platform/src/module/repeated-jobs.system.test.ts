import { createLog, openDatabase, openRepeat, systemTime } from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { afterAll, beforeAll, expect, test } from "vitest";

let database: Awaited<ReturnType<typeof throwAwayDatabase>>;
let owner: ReturnType<typeof openDatabase>;
const log = createLog("test");
log.level = "silent";
const hourMs = 3_600_000;

beforeAll(async () => {
  database = await throwAwayDatabase();
  owner = openDatabase(database.url, 3);
});
afterAll(async () => {
  await owner?.close();
  await database?.drop();
});

/** Timers that are moved by hand: each is answered with how long it was to wait. */
function manual() {
  const waits: number[] = [];
  let next: (() => void) | undefined;
  const after = (ms: number, run: () => void): (() => void) => {
    waits.push(ms);
    next = run;
    return () => (next = undefined);
  };
  return { time: { ...systemTime, after }, waits, fire: () => next?.() };
}
const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
};

test("a job with more to do runs again after a part of the time that it took, and waits its time once nothing is left", async () => {
  const { time, waits, fire } = manual();
  const left: ("more" | undefined)[] = ["more", undefined];
  const job = openRepeat(
    { db: owner.db, time, log },
    { name: "test more", everyMs: hourMs, run: async () => left.shift() },
  );
  fire();
  await until(() => waits.length === 2);
  fire();
  await until(() => waits.length === 3);
  expect([waits[0], waits[2]]).toEqual([hourMs, hourMs]);
  expect(waits[1]).toBeLessThan(60_000);
  await job.close();
});

test("a job that fails waits its time, whatever it has left to do", async () => {
  const { time, waits, fire } = manual();
  const job = openRepeat(
    { db: owner.db, time, log },
    {
      name: "test failing",
      everyMs: hourMs,
      run: async () => {
        throw new Error("failed");
      },
    },
  );
  fire();
  await until(() => waits.length === 2);
  expect([waits[1], job.state().failures]).toEqual([hourMs, 1]);
  await job.close();
});
