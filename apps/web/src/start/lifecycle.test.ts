import { expect, test, vi } from "vitest";
import { type Lifecycle, lifecycle, runSteps, StartError } from "./lifecycle.ts";

function story(failAt?: string) {
  const log: string[] = [];
  const states: Lifecycle[] = [];
  const steps = ["environment", "languages", "storage", "app config", "storage modules"].map((name) => ({
    name,
    async run() {
      log.push(name);
      if (name === failAt) throw new StartError("phishing");
    },
  }));
  return { log, states, outcome: runSteps(steps, (state) => states.push(state)) };
}

test("steps run in their order, and the page is initialised after the last", async () => {
  const { log, states, outcome } = story();
  expect(await outcome).toEqual({ state: 2 });
  expect(log).toEqual(["environment", "languages", "storage", "app config", "storage modules"]);
  expect(states).toEqual([lifecycle.initialising, lifecycle.initialised]);
});

test("[S4.1] the first step that fails ends the start with the error value 9", async () => {
  const { log, states, outcome } = story("app config");
  expect(await outcome).toEqual({ state: 9, problem: "phishing", step: "app config" });
  expect(log.at(-1)).toBe("app config");
  expect(states.at(-1)).toBe(9);
});

test("whatever else goes wrong is told on the console, and leaves nobody before an empty page", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const defect = new TypeError("defect");
  const broken = { name: "storage", run: () => Promise.reject(defect) };
  expect(await runSteps([broken], () => undefined)).toEqual({ state: 9, problem: "unreachable", step: "storage" });
  expect(log).toHaveBeenCalledWith(defect);
  log.mockRestore();
});
