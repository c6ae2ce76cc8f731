import { defineConfig, type Project } from "@playwright/test";
import { hostRules, launchOptions } from "./support/browser.ts";
import { givenTurn, projectsInTurn } from "./turns.ts";

const fakeCamera = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
const baseURL = process.env.E2E_URL ?? "http://127.0.0.1:8080";

// The trade spec needs empty books and stops the gateway for a while; the screenshots need full books.
const projects: readonly (Project & { name: string; testMatch: string | string[] })[] = [
  { name: "trade", testMatch: "trade.spec.ts" },
  // They have exchanges of their own, so they need nothing of the others.
  { name: "day", testMatch: "day.spec.ts" },
  { name: "withdrawal", testMatch: "withdrawal.spec.ts" },
  { name: "coins", testMatch: "coins.spec.ts" },
  { name: "coins-bitcoin", testMatch: "coins-bitcoin.spec.ts" },
  { name: "proof", testMatch: "proof.spec.ts" },
  { name: "voucher", testMatch: "voucher.spec.ts" },
  { name: "coupon-fills", testMatch: "coupon-fills.spec.ts" },
  { name: "coupon-kinds", testMatch: "coupon-kinds.spec.ts" },
  { name: "coupon-tasks", testMatch: "coupon-tasks.spec.ts" },
  { name: "console", testMatch: "console.spec.ts" },
  { name: "console-users", testMatch: "console-users.spec.ts" },
  { name: "console-stop", testMatch: "console-stop.spec.ts" },
  { name: "status", testMatch: "status.spec.ts", dependencies: ["trade"] },
  { name: "simulated", testMatch: "simulated.spec.ts", dependencies: ["trade"] },
  { name: "contract", testMatch: "contract.spec.ts", dependencies: ["trade"] },
  { name: "dock", testMatch: "dock.spec.ts", dependencies: ["trade"] },
  { name: "margin", testMatch: "margin.spec.ts", dependencies: ["trade"] },
  // Both move carol's money.
  { name: "assets", testMatch: "assets.spec.ts", dependencies: ["margin"] },
  { name: "profile", testMatch: "profile.spec.ts", dependencies: ["trade"] },
  { name: "reviews", testMatch: "reviews.spec.ts", dependencies: ["trade"] },
  { name: "console-markets", testMatch: "console-markets.spec.ts", dependencies: ["trade"] },
  { name: "console-coupons", testMatch: "console-coupons.spec.ts", dependencies: ["trade"] },
  { name: "messages", testMatch: "messages.spec.ts", dependencies: ["trade"] },
  { name: "push", testMatch: "push.spec.ts", dependencies: ["trade"] },
  { name: "support", testMatch: "support.spec.ts", dependencies: ["trade"] },
  {
    name: "kyc",
    testMatch: "kyc.spec.ts",
    dependencies: ["trade"],
    // A camera that shows a moving pattern, and nobody who is asked whether it may be used.
    use: { launchOptions: { ...launchOptions, args: [...launchOptions.args, ...fakeCamera] } },
  },
  { name: "vip", testMatch: "vip.spec.ts", dependencies: ["trade"] },
  { name: "earn", testMatch: "earn.spec.ts", dependencies: ["trade"] },
  { name: "invite", testMatch: "invite.spec.ts", dependencies: ["trade"] },
  { name: "coupons", testMatch: "coupons.spec.ts", dependencies: ["trade"] },
  { name: "orders", testMatch: "orders.spec.ts", dependencies: ["trade"] },
  { name: "chart", testMatch: "chart.spec.ts", dependencies: ["trade"] },
  { name: "terminal", testMatch: "terminal.spec.ts", dependencies: ["trade"] },
  { name: "terminal-layout", testMatch: "terminal-layout.spec.ts", dependencies: ["trade"] },
  { name: "terminal-settings", testMatch: "terminal-settings.spec.ts", dependencies: ["trade"] },
  {
    name: "page",
    dependencies: ["trade"],
    testMatch: [
      "start.spec.ts",
      "sites.spec.ts",
      "languages.spec.ts",
      "requests.spec.ts",
      "session.spec.ts",
      "bot-routine.spec.ts",
      "in-app.spec.ts",
      "shell.spec.ts",
      "mobile-entry.spec.ts",
      "home.spec.ts",
      "markets.spec.ts",
      "sign-in.spec.ts",
      "oauth.spec.ts",
      "security.spec.ts",
      "robot-check.spec.ts",
    ],
    use: { launchOptions: { ...launchOptions, args: [...launchOptions.args, hostRules(baseURL)] } },
  },
  // Its bots trade every market, and it counts carol's orders.
  {
    name: "screens",
    testMatch: "screens.spec.ts",
    dependencies: ["contract", "dock", "assets", "orders", "terminal-settings", "simulated"],
  },
  {
    name: "pictures",
    testMatch: "pictures.spec.ts",
    dependencies: ["trade"],
    snapshotPathTemplate: "../pictures/{arg}{ext}",
    // Its own comparisons show what differs; one more picture of each state says nothing.
    use: { screenshot: "off" },
  },
  { name: "console-pages", testMatch: "console-pages.spec.ts", dependencies: ["trade"] },
];

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  // Files beside each other: most of a visit is waiting.
  workers: 2,
  // Limits for what hangs, not measures of speed: a shared machine may be half as fast as yesterday.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [
    ["list"],
    ...(process.env.E2E_FAILED_FILES === undefined
      ? []
      : ([["./support/failed-files.ts", { path: process.env.E2E_FAILED_FILES }]] as const)),
  ],
  projects: projectsInTurn(projects, givenTurn),
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    launchOptions,
  },
});
