import { calls } from "@tidemark/contracts";
import { createLog, type Time } from "@tidemark/kit-node";
import { expect, test } from "vitest";
import { openRequestLog } from "./request-log.ts";
import type { KeptLine } from "./store.ts";

const line = { path: "/a", startedAt: 1, ms: 2, result: "success", code: 200, message: "", body: "{}" } as const;
const asked = { uid: 5, from: { ip: "10.0.0.1", lang: "en_US", site: "KO", deviceId: "d1" }, core: "main" } as const;
const lines = (count: number) => Array.from({ length: count }, () => line);
const log = createLog("test");
log.level = "silent";

/** A request log whose time is moved by hand and whose database may fail. */
function opened(rules = { linesWaitingMax: 5, linesKeptMax: 100, linesKeptMs: 1_000 }) {
  let now = 10_000;
  let due: (() => void) | undefined;
  const time: Time = {
    now: () => now,
    nowUs: () => now * 1_000,
    steady: () => now,
    sleep: async () => undefined,
    after: (_ms, run) => {
      due = run;
      return () => (due = undefined);
    },
    soon: (run) => run(),
  };
  const kept: KeptLine[] = [];
  const forgotten: number[] = [];
  const state = { isBroken: false };
  const requestLog = openRequestLog(
    {
      async keepLines(more) {
        if (state.isBroken) throw new Error("away");
        kept.push(...more);
      },
      forgetLines: async (oldest) => void forgotten.push(oldest),
    },
    rules,
    time,
    log,
  );
  const turn = async (ms = 500): Promise<void> => {
    now += ms;
    due?.();
    for (let i = 0; i < 10; i += 1) await Promise.resolve();
  };
  return { requestLog, kept, forgotten, state, turn };
}

test("lines are written later, all at once, with who reported them and when, and never with an address", async () => {
  const { requestLog, kept, turn } = opened();
  expect(requestLog.take(lines(2), asked)).toBe(2);
  expect(kept).toEqual([]);
  await turn();
  expect(kept).toEqual([...lines(2)].map((one) => ({ ...one, at: 10_000, uid: 5, deviceId: "d1", site: "KO" })));
});

test("what does not fit is dropped, and there is room again after a write", async () => {
  const { requestLog, kept, turn } = opened();
  expect(requestLog.take(lines(4), asked)).toBe(4);
  expect(requestLog.take(lines(4), asked)).toBe(1);
  expect(requestLog.take(lines(4), asked)).toBe(0);
  await turn();
  expect(kept.length).toBe(5);
  expect(requestLog.take(lines(4), asked)).toBe(4);
});

test("a database that is away costs the lines, not the process, and the next ones are written", async () => {
  const { requestLog, kept, state, turn } = opened();
  state.isBroken = true;
  requestLog.take(lines(3), asked);
  await turn();
  state.isBroken = false;
  requestLog.take(lines(1), asked);
  await turn();
  expect(kept.length).toBe(1);
});

test("what a database would not take in a text is taken out of it", async () => {
  const { requestLog, kept, turn } = opened();
  const reported = { ...line, message: "a\0b\uD800", body: '{"pin":"1","password":"hunter2"}' };
  requestLog.take(calls.requestLog.ask.parse({ lines: [reported] }).lines, asked);
  await turn();
  expect(kept[0]).toMatchObject({ message: "ab\uFFFD", body: '{"pin":"1","password":""}' });
});

test("old lines are forgotten once a minute", async () => {
  const { forgotten, turn } = opened();
  await turn();
  expect(forgotten).toEqual([]);
  await turn(60_000);
  await turn();
  expect(forgotten).toEqual([10_000 + 60_500 - 1_000]);
});

test("what waits at the end is still written", async () => {
  const { requestLog, kept } = opened();
  requestLog.take(lines(2), asked);
  await requestLog.close();
  expect(kept.length).toBe(2);
});
