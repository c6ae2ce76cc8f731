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

/** The official site, its API hosts and a foreign host, as in production; all of them resolve to the gateway. */
export const officialOrigin = "http://www.tidemark.example";
export const officialApiOrigin = "http://a.tidemark.example";
export const foreignOrigin = "http://www.tidemark-login.example";

/** Makes the browser believe in the hosts above; `url` is the gateway's. */
export function hostRules(url: string): string {
  const { host } = new URL(url);
  return `--host-resolver-rules=MAP *.tidemark.example:80 ${host},MAP *.tidemark-login.example:80 ${host}`;
}
