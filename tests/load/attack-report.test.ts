import { expect, test } from "vitest";
import { reportAttacks } from "./attack-report.ts";
import type { Recorded } from "./load.ts";
import type { Verdict } from "./model.ts";

const verdict: Verdict = {
  rows: 9,
  commands: 9,
  acked: 9,
  unknown: 0,
  lost: 0,
  doubled: 0,
  epochs: 1,
  snapshots: 1,
  broken: [],
};
const order = (sentAt: number, ms: number): Recorded => {
  const answered = { answeredAt: sentAt + ms, code: 200, orderId: 1, seq: 1 };
  return { uid: 1, kind: "place", key: "", sentAt, ...answered };
};
const run = {
  name: "flood",
  without: [{ from: 0, to: 100 }],
  during: [{ from: 100, to: 200 }],
  reached: { sent: 100, connected: 2, answered: 5 },
  least: { sentPerSecond: 500, connected: 1, answered: 1 },
  leaderChanges: 0,
  streamsCut: 0,
};
const records = (ms: number): Recorded[] =>
  Array.from({ length: 200 }, (_, i) => order(i, i < 100 ? 10 : ms)).filter(({ sentAt }) => sentAt < 200);
const isGood = (changed: Partial<typeof run>, ms: number, isShort: boolean, judged = verdict): boolean =>
  reportAttacks([{ ...run, ...changed }], records(ms), judged, isShort, () => undefined);

test("an attack that makes others wait twice as long fails, where the machine is our own", () => {
  expect([isGood({}, 20, false), isGood({}, 21, false), isGood({}, 21, true)]).toEqual([true, false, true]);
});

test("a change of leader, a cut stream and what was lost fail everywhere", () => {
  expect(isGood({ leaderChanges: 1 }, 10, true)).toBe(false);
  expect(isGood({ streamsCut: 1 }, 10, true)).toBe(false);
  expect(isGood({}, 10, true, { ...verdict, broken: ["C1 lost"] })).toBe(false);
  expect(isGood({}, 10, true, { ...verdict, epochs: 2 })).toBe(false);
});

test("an attack that sent, connected or had answered too little fails everywhere: it proves nothing", () => {
  const lines: string[] = [];
  const weak = { ...run, reached: { sent: 49, connected: 0, answered: 0 } };
  expect(reportAttacks([weak], records(10), verdict, true, (line) => lines.push(line))).toBe(false);
  expect(lines.at(-1)).toContain("flood: attack too weak: 49 of 50 messages, 0 of 1 connections, 0 of 1 answers");
  expect(isGood({ reached: { sent: 50, connected: 1, answered: 1 } }, 10, true)).toBe(true);
});
