import { expect, test } from "vitest";
import { dayMs } from "../../module/utc-days.ts";
import {
  afterBusy,
  afterRight,
  afterWrong,
  afterWrongCode,
  codesPerDayMax,
  isCodeLocked,
  isUnusualOrigin,
  judgeRefresh,
  needsCodeFirst,
  needsRobotCheck,
  noTries,
  waitForCode,
} from "./rules.ts";

const minute = 60_000;

const wrongTimes = (times: number, at: number) =>
  Array.from({ length: times }).reduce<typeof noTries>((tries) => afterWrong(tries, at), noTries);

test("[D.17] after five wrong passwords a robot check is asked for, until a right one", () => {
  expect([needsRobotCheck(wrongTimes(4, 1)), needsRobotCheck(wrongTimes(5, 1))]).toEqual([false, true]);
  expect(needsRobotCheck(afterRight(wrongTimes(9, 1)))).toBe(false);
});

test("after ten wrong passwords in an hour a code is asked for first; the hour passes, a right password does not end it", () => {
  const hour = 60 * 60_000;
  const tries = wrongTimes(10, dayMs);
  expect([needsCodeFirst(wrongTimes(9, dayMs), dayMs), needsCodeFirst(tries, dayMs)]).toEqual([false, true]);
  expect(needsCodeFirst(afterRight(afterWrong(tries, dayMs)), dayMs)).toBe(true);
  expect([needsCodeFirst(tries, dayMs + hour), needsCodeFirst(tries, dayMs + hour + 10 * minute)]).toEqual([
    true,
    false,
  ]);
  expect(afterWrong(tries, dayMs + 2 * hour)).toMatchObject({ wrong: 11, counts: [1, 0, 0, 0, 0, 0, 0] });
});

test("there is no hour, whenever it begins, in which more than ten passwords can be guessed", () => {
  // One at first, nine in the last minute of the hour, and then as many as are looked at.
  let tries = wrongTimes(1, dayMs);
  for (let i = 0; i < 9; i += 1) tries = afterWrong(tries, dayMs + 59 * minute);
  for (let after = 59; after < 59 + 60; after += 1)
    expect(needsCodeFirst(tries, dayMs + after * minute)).toBe(after < 70);
  let most = 0;
  let guesses: number[] = [];
  tries = noTries;
  for (let at = dayMs; at < dayMs + 600 * minute; at += minute / 2) {
    if (!needsCodeFirst(tries, at)) {
      tries = afterWrong(tries, at);
      guesses.push(at);
    }
    guesses = guesses.filter((guess) => at - guess < 60 * minute);
    most = Math.max(most, guesses.length);
  }
  expect(most).toBe(10);
});

test("a try whose password nobody had time to look at does not count, and takes nobody else's along", () => {
  expect(afterBusy(afterWrong(noTries, dayMs))).toMatchObject({ wrong: 0, counts: [0, 0, 0, 0, 0, 0, 0] });
  const flooded = Array.from({ length: 100 }).reduce<typeof noTries>(
    (tries) => afterWrong(tries, dayMs),
    wrongTimes(10, dayMs),
  );
  const after = Array.from({ length: 100 }).reduce<typeof noTries>((tries) => afterBusy(tries), flooded);
  expect(needsCodeFirst(after, dayMs)).toBe(true);
});

test("a device is unusual when it is new, or in another country than last time", () => {
  expect(isUnusualOrigin(undefined, "KR")).toBe(true);
  expect(isUnusualOrigin({ country: "KR" }, "US")).toBe(true);
  for (const [before, now] of [
    ["KR", "KR"],
    ["", "KR"],
    ["KR", ""],
  ] as const)
    expect(isUnusualOrigin({ country: before }, now)).toBe(false);
});

test("[D.11] the next code of a flow waits a minute, and an address has ten a day whatever they are for", () => {
  const now = 10 * dayMs;
  const resendMs = 60_000;
  expect(waitForCode([], "own 1", now, resendMs)).toBe(0);
  expect(waitForCode([{ madeAt: now - 1_000, flow: "own 1" }], "own 1", now, resendMs)).toBe(resendMs - 1_000);
  expect(waitForCode([{ madeAt: now - 1_000, flow: "reset" }], "own 1", now, resendMs)).toBe(0);
  expect(waitForCode([{ madeAt: now - resendMs, flow: "own 1" }], "own 1", now, resendMs)).toBe(0);
  const many = Array.from({ length: codesPerDayMax }, (_, i) => ({
    madeAt: now - dayMs + 1 + i,
    flow: "own 2" as const,
  }));
  expect(waitForCode(many, "own 1", now, resendMs)).toBe("full");
  expect(waitForCode(many, "own 1", now + 1, resendMs)).toBe(0);
});

test("of an address's ten codes strangers may ask for seven, and a new ticket is no way around the minute", () => {
  const now = 10 * dayMs;
  const strangers = ["register", "reset", "bind 7", "locked a", "locked b", "bind 8", "reset"] as const;
  const before = strangers.map((flow, i) => ({ madeAt: now - (9 - i) * 3_600_000, flow }));
  for (const flow of ["register", "reset", "bind 9", "locked c"] as const)
    expect(waitForCode(before, flow, now, 60_000)).toBe("full");
  for (const flow of ["own 1", "sign-in d"] as const) expect(waitForCode(before, flow, now, 60_000)).toBe(0);
  expect(waitForCode([{ madeAt: now - 1, flow: "locked a" }], "sign-in b", now, 60_000)).toBeGreaterThan(0);
});

test("a used refresh token is a theft, but for a repeat within seconds on the same device whose answer was never used", () => {
  const graceMs = 10_000;
  const row = { madeAt: 0, usedAt: null, isSuccessorUsed: false, deviceId: "d", endedAt: null, until: 1_000_000 };
  expect(judgeRefresh(row, "d", 5, graceMs)).toBe("renew");
  expect(judgeRefresh(row, "other", 5, graceMs)).toBe("theft");
  expect(judgeRefresh(undefined, "d", 5, graceMs)).toBe("gone");
  expect(judgeRefresh({ ...row, endedAt: 4 }, "d", 5, graceMs)).toBe("gone");
  expect(judgeRefresh({ ...row, until: 5 }, "d", 5, graceMs)).toBe("gone");
  const used = { ...row, usedAt: 100 };
  expect(judgeRefresh(used, "d", 100 + graceMs, graceMs)).toBe("repeat");
  expect(judgeRefresh(used, "d", 101 + graceMs, graceMs)).toBe("theft");
  expect(judgeRefresh({ ...used, isSuccessorUsed: true }, "d", 101, graceMs)).toBe("theft");
  expect(judgeRefresh(used, "other", 101, graceMs)).toBe("theft");
});

test("five wrong codes of an authenticator close it for ten minutes, counted from the first", () => {
  let codes = { wrong: 0, wrongBeganAt: 0 };
  for (let i = 0; i < 5; i += 1) {
    expect(isCodeLocked(codes, dayMs)).toBe(false);
    codes = afterWrongCode(codes, dayMs + i);
  }
  expect([isCodeLocked(codes, dayMs + 5), isCodeLocked(codes, dayMs + 10 * minute)]).toEqual([true, false]);
  expect(afterWrongCode(codes, dayMs + 10 * minute)).toEqual({ wrong: 1, wrongBeganAt: dayMs + 10 * minute });
});
