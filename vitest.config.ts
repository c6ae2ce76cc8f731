import { defineConfig } from "vitest/config";

// Two projects: "unit" needs nothing but Node; "system" crosses borders and needs the real servers on loopback.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["{money,contracts,engine,kit,services,apps,tools}/**/*.test.ts", "tests/{load,peers}/*.test.ts"],
          exclude: ["**/node_modules/**", "**/*.system.test.ts"],
          // A limit for what hangs, not a measure of speed: two busy cores may take ten times as long.
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "system",
          include: ["{kit,services}/**/*.system.test.ts", "tests/{paths,abuse}/**/*.test.ts"],
          exclude: ["**/node_modules/**"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          // As in the browser tests: slowness of a shared machine is tried once more in CI.
          retry: process.env.CI === undefined ? 0 : 1,
        },
      },
    ],
  },
});
