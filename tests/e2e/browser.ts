import { existsSync } from "node:fs";

const usualPath = "/usr/bin/chromium";
const given = process.env.CHROMIUM ?? (existsSync(usualPath) ? usualPath : undefined);

/** The system's Chromium, or the one that CHROMIUM names, or else Playwright's own (`playwright install chromium`). */
export const launchOptions = {
  ...(given === undefined ? {} : { executablePath: given }),
  args: [
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};
