// `pnpm stories [--built] [playwright arguments]`: the components of kit/ui under keyboard, touch and screen readers, in a real browser.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { openWorkshop, root } from "../../tools/visual/stories.ts";

const given = process.argv.slice(2);
const workshop = await openWorkshop({ isBuilt: given.includes("--built") });
const playwright = join(root, "tests/node_modules/@playwright/test/cli.js");
const config = join(root, "tests/stories/playwright.config.ts");
const child = spawn(
  process.execPath,
  [playwright, "test", "--config", config, ...given.filter((argument) => argument !== "--built")],
  { cwd: root, env: { ...process.env, STORIES_URL: workshop.url }, stdio: "inherit" },
);
const code = await new Promise<number>((resolve) => child.once("exit", (status) => resolve(status ?? 1)));
await workshop.close();
process.exit(code);
