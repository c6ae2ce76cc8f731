import type { Page } from "@playwright/test";

/** A page that was loaded again has forgotten this. */
export const mark = (page: Page): Promise<void> =>
  page.evaluate(() => void Object.assign(globalThis, { neverReloaded: true }));
export const isNeverReloaded = (page: Page): Promise<boolean> => page.evaluate(() => "neverReloaded" in globalThis);
