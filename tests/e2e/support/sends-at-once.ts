import type { BrowserContext, Page } from "@playwright/test";
import { seededBots, seededUids } from "../../../tools/dev/seed/people.ts";

const kinds = ["limit", "market", "trigger", "close", "flash", "reverse", "cancelAll"] as const;
/** These acts keep their dialogs: tests read the numbers in them. */
const asked: readonly string[] = ["flash", "reverse", "cancelAll"];

/** Orders of the seeded users are sent by the first press, as of traders who switched the question off. */
export async function sendsAtOnce(page: Page | BrowserContext): Promise<void> {
  const asks = Object.fromEntries(kinds.map((kind) => [kind, asked.includes(kind)]));
  const bots = Array.from({ length: seededBots }, (_, at) => seededUids.firstBot + at);
  const data = Object.fromEntries([...Object.values(seededUids), ...bots].map((uid) => [String(uid), { asks }]));
  await page.addInitScript(
    (record) => {
      for (const key of ["spot.tradingSettings", "spot.simulated.tradingSettings"])
        if (localStorage.getItem(key) === null) localStorage.setItem(key, record);
    },
    JSON.stringify({ version: 0, data }),
  );
}
