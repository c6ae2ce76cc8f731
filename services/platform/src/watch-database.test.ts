import { expect, test } from "vitest";
import { watchDatabase } from "./watch-database.ts";

/** A watch whose time is moved by hand. */
function watched() {
  let due: (() => void) | undefined;
  const state = { isReady: true, writable: "a" as string | undefined, left: 0 };
  const stop = watchDatabase({
    databaseUrl: "a",
    isReady: async () => state.isReady,
    findPrimary: async () => state.writable ?? Promise.reject(new Error("none")),
    leave: () => void (state.left += 1),
    timers: {
      after(_ms, run) {
        due = run;
        return () => (due = undefined);
      },
      soon: (run) => run(),
    },
  });
  const turn = async (): Promise<void> => {
    const run = due;
    due = undefined;
    run?.();
    for (let i = 0; i < 10; i += 1) await Promise.resolve();
  };
  return { state, stop, turn, isWatching: () => due !== undefined };
}

test("a database that is there, away, or slow is stayed with", async () => {
  const { state, turn, isWatching } = watched();
  await turn();
  state.isReady = false;
  await turn();
  state.writable = undefined;
  await turn();
  expect(state.left).toBe(0);
  expect(isWatching()).toBe(true);
});

test("when another server takes the writes the process leaves, once", async () => {
  const { state, turn, isWatching } = watched();
  state.isReady = false;
  state.writable = "b";
  await turn();
  await turn();
  expect(state.left).toBe(1);
  expect(isWatching()).toBe(false);
});

test("a process that stops does not leave a second time", async () => {
  const { state, stop, turn, isWatching } = watched();
  state.isReady = false;
  state.writable = "b";
  const turning = turn();
  stop();
  await turning;
  expect(state.left).toBe(0);
  expect(isWatching()).toBe(false);
});
