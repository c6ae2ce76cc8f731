import type { Page } from "@playwright/test";

export type Look = { locale?: "en" | "fa" | "ja" | "de"; theme?: "dark" | "light" };

/** Opens a story by its id and waits until it is rendered. */
export async function open(page: Page, id: string, { locale = "en", theme = "dark" }: Look = {}): Promise<void> {
  const globals = `theme:${theme};locale:${locale};a11y.manual:!true`;
  await page.goto(`/iframe.html?id=${id}&viewMode=story&globals=${globals}`);
  await page.locator(`[data-stage="${id} ${theme} ${locale}"]`).waitFor({ state: "attached" });
  await page.evaluate(() => document.fonts.ready);
}

export const phone = { width: 375, height: 812 };
export const desktop = { width: 1280, height: 800 };

/** The z-index of an element or of its nearest layered ancestor. */
export const layerOf = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).evaluate((element) => {
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const { zIndex, position } = getComputedStyle(at);
      if (zIndex !== "auto" && position !== "static") return Number(zIndex);
    }
    return 0;
  });
