import { defineConfig } from "@playwright/test";
import { hostRules, launchOptions } from "./browser.ts";

const baseURL = process.env.E2E_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 8_000 },
  reporter: [["list"]],
  // The story needs empty books; the pictures need full ones.
  projects: [
    { name: "trade", testMatch: "trade.spec.ts" },
    {
      name: "page",
      testMatch: ["start.spec.ts", "requests.spec.ts", "in-app.spec.ts", "shell.spec.ts"],
      use: { launchOptions: { ...launchOptions, args: [...launchOptions.args, hostRules(baseURL)] } },
    },
    { name: "screens", testMatch: "screens.spec.ts", dependencies: ["trade"] },
    { name: "pictures", testMatch: "pictures.spec.ts", snapshotPathTemplate: "../pictures/{arg}{ext}" },
  ],
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    launchOptions,
  },
});
