import { defineConfig } from "vitest/config";

// Two projects: "unit" needs nothing but Node; "system" crosses borders and needs the real servers on loopback.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "{money,contracts,engine,kit,services,apps,tools}/**/*.test.ts",
            "tests/{load,peers,e2e}/*.test.ts",
          ],
          exclude: ["**/node_modules/**", "**/*.system.test.ts"],
          // A limit for what hangs, not a measure of speed: two busy cores may take ten times as long.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          // Beside the engine's tests: which refusals they reached (`tools/goals/rules`).
          setupFiles: process.env.RULES_RECORD === undefined ? [] : ["tools/goals/rules/record.ts"],
        },
      },
      {
        test: {
          name: "system",
          include: ["{kit,services}/**/*.system.test.ts", "tests/{paths,abuse}/**/*.test.ts"],
          exclude: ["**/node_modules/**"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // In CI two files run beside each other, as most of them wait (`tools/check/system-tests.ts`).
          fileParallelism: process.env.CI !== undefined,
        },
      },
    ],
  },
});
