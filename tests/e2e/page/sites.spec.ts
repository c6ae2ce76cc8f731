import { expect, test } from "@playwright/test";
import { inKorea } from "../support/countries.ts";
import { Visit } from "../support/visit.ts";
import { desktop } from "../support/window-sizes.ts";

const sites = [
  { prefix: "", siteId: "MAIN", appId: "web-main", tag: "en-US" },
  { prefix: "/kr", siteId: "KO", appId: "web-ko", tag: "en-US" },
  { prefix: "/vn", siteId: "VN", appId: "web-vn", tag: "vi-VN" },
  { prefix: "/br", siteId: "BR", appId: "web-br", tag: "pt-BR" },
] as const;
const configPath = (name: string): string => `/configs/${name}.json`;

let visit: Visit;
test.afterEach(() => visit.close());

test.describe("a page", () => {
  test("[S1.93 S2.3 S2.72] on each of the four sites has that site's config, language and header, and its links stay there", async ({
    browser,
  }) => {
    for (const { prefix, siteId, appId, tag } of sites) {
      // A browser without any of our languages gets the site's language; Korean has its own condition.
      visit = await Visit.begin(browser, { locale: "nl-NL" });
      await visit.open(`${prefix}/markets`);
      await visit.speaks(tag);
      await visit.call("/content/public/abtest/check-strategy");
      expect(visit.sent.filter(({ path }) => path.startsWith("/configs/")).map(({ path }) => path)).toEqual([
        configPath("exchange"),
        configPath(appId),
      ]);
      for (const { path, request } of visit.sent) expect([path, request.headers().site]).toEqual([path, siteId]);
      const links = await visit.page
        .locator('header a[href^="/"]')
        .evaluateAll((all) => all.map((link) => link.getAttribute("href")!));
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) expect(`${link}/`).toMatch(new RegExp(`^${prefix}/`));
      await visit.close();
    }
  });

  test("speaks English to a browser that asks for Simplified Chinese, on every site", async ({ browser }) => {
    visit = await Visit.begin(browser, { locale: "zh-CN" });
    for (const { prefix } of sites) {
      await visit.open(`${prefix}/markets`);
      await visit.speaks("en-US");
    }
  });
});

test("[D.65] who asks from Korea is told of the site for Korea, and may close the notice", async ({ browser }) => {
  visit = await Visit.begin(browser, { ...inKorea, viewport: desktop });
  await visit.open("/markets");
  const notice = visit.at("korea-notice");
  await expect(notice.getByRole("link")).toHaveAttribute("href", "/kr");
  await visit.at("language-button").click();
  await expect(visit.at("language").getByRole("button", { name: "한국어" })).toBeVisible();
  await visit.page.keyboard.press("Escape");
  await notice.getByRole("button", { name: "Close" }).click();
  await expect(notice).toHaveCount(0);
});
