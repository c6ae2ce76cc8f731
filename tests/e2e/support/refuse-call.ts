import type { Page } from "@playwright/test";

/** The page's calls of a path are refused as a busy exchange refuses them, until the returned function is called. */
export async function refuseCall(page: Page, path: string): Promise<() => Promise<void>> {
  const url = `**${path}*`;
  await page.route(url, (route) =>
    route.fulfill({ json: { code: 50002, message: "The exchange is busy. Please try again.", data: {} } }),
  );
  return () => page.unroute(url);
}
