import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { expect, test } from "vitest";
import { lowerPriority } from "./priority.ts";

const hasAutogroups = existsSync("/proc/self/autogroup");
const autogroupOf = (pid: number | "self"): string => readFileSync(`/proc/${pid}/autogroup`, "utf8");

async function withSleeper(detached: boolean, check: (pid: number) => void): Promise<void> {
  const child = spawn("sleep", ["30"], { detached, stdio: "ignore" });
  await once(child, "spawn");
  try {
    check(child.pid!);
  } finally {
    child.kill("SIGKILL");
  }
}

test("a child in our session gets a lower priority, and nobody else of the session", () =>
  withSleeper(false, (pid) => {
    const ours = getPriority();
    const group = hasAutogroups ? autogroupOf("self") : "";
    lowerPriority(19, pid);
    expect(getPriority(pid)).toBe(19);
    expect(getPriority()).toBe(ours);
    if (hasAutogroups) expect(autogroupOf("self")).toBe(group);
  }));

test.runIf(hasAutogroups)("a child in a session of its own takes its autogroup along", () =>
  withSleeper(true, (pid) => {
    lowerPriority(19, pid);
    expect(autogroupOf(pid)).toMatch(/nice 19/);
  }),
);
