import { defineConfig } from "@playwright/test";
import { launchOptions } from "../e2e/support/browser.ts";

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  workers: 1,
  // As for the pages: a shared machine may stall for a moment.
  retries: process.env.CI === undefined ? 0 : 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    baseURL: process.env.STORIES_URL ?? "http://127.0.0.1:6006",
    viewport: { width: 1280, height: 800 },
    screenshot: "only-on-failure",
    launchOptions,
  },
});
