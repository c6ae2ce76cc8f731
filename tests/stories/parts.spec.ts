import { expect, test } from "@playwright/test";
import { open } from "./story.ts";

test("of five thousand rows only those in sight exist, and the last can be reached", async ({ page }) => {
  await open(page, "tables-data-table--five-thousand-rows");
  const table = page.getByRole("table");
  await expect(table).toHaveAttribute("aria-rowcount", "5001");
  expect(await table.getByRole("row").count()).toBeLessThan(40);
  await page.getByRole("region").evaluate((place) => place.scrollTo(0, place.scrollHeight));
  await expect(page.locator("[aria-rowindex='5001']")).toBeVisible();
  expect(await table.getByRole("row").count()).toBeLessThan(40);
  await expect(page.getByRole("columnheader", { name: "Pair" })).toBeInViewport();
});

test("a heading sorts by keys and says how", async ({ page }) => {
  await open(page, "tables-data-table--five-thousand-rows");
  const heading = page.getByRole("columnheader", { name: "24 h change" });
  await expect(heading).toHaveAttribute("aria-sort", "descending");
  await expect(page.locator("[aria-rowindex='2']")).toContainText("+9.98%");
  await heading.getByRole("button").press("Enter");
  await expect(heading).toHaveAttribute("aria-sort", "ascending");
  await expect(page.locator("[aria-rowindex='2']")).toContainText("−10.00%");
  await heading.getByRole("button").press("Enter");
  await expect(heading).toHaveAttribute("aria-sort", "none");
});

test("a table as long as its page draws what is in sight", async ({ page }) => {
  await open(page, "tables-data-table--scrolls-with-the-page");
  await expect(page.locator("[aria-rowindex='2']")).toBeVisible();
  await expect(page.locator("[aria-rowindex='41']")).toHaveCount(0);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.locator("[aria-rowindex='41']")).toBeVisible();
});

test("tabs and sliders follow the reading direction", async ({ page }) => {
  for (const [locale, forward] of [
    ["en", "ArrowRight"],
    ["fa", "ArrowLeft"],
  ] as const) {
    await open(page, "choices-tabs--states", { locale });
    const tabs = page.getByRole("tablist").first().getByRole("tab");
    await tabs.first().press(forward);
    await expect(tabs.nth(1)).toHaveAttribute("aria-selected", "true");
    await expect(tabs.nth(1)).toBeFocused();
    await open(page, "choices-switch-slider-checkbox-radio-segmented--page", { locale });
    const slider = page.getByRole("slider").first();
    await slider.press(forward);
    await expect(slider).toHaveValue("42");
  }
});

test("a gauge says its level in words", async ({ page }) => {
  await open(page, "figures-gauge-and-sparkline--states");
  await expect(page.getByRole("progressbar").nth(1)).toHaveAttribute("aria-valuetext", "31,240 / 50,000");
  await expect(page.getByRole("meter").first()).toHaveAttribute("aria-valuetext", "37.65 / 50.00");
});

test("a button that works keeps its width, its name and its focus", async ({ page }) => {
  await open(page, "buttons-button--page");
  const [idle, working] = [
    page.getByRole("button", { name: "Confirm" }).nth(1),
    page.getByRole("button", { name: "Confirm" }).nth(3),
  ];
  await expect(working).toHaveAttribute("data-pending", "true");
  expect((await working.boundingBox())!.width).toBe((await idle.boundingBox())!.width);
  await working.focus();
  await expect(working).toBeFocused();
});

test("only the reader's script is fetched, and digits stay Inter in Persian", async ({ page }) => {
  const fonts: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".woff2")) fonts.push(request.url().split("/").at(-1)!);
  });
  for (const [locale, companion] of [
    ["en", undefined],
    ["fa", /^vazirmatn/],
    ["ja", /^noto-sans-jp/],
  ] as const) {
    fonts.length = 0;
    await open(page, "figures-receipt-note-empty-skeleton-disclosure--states", { locale });
    await expect.poll(() => fonts.some((name) => companion?.test(name) ?? true)).toBe(true);
    expect(fonts.filter((name) => !name.startsWith("inter") && !(companion?.test(name) ?? false))).toEqual([]);
  }
  await open(page, "figures-receipt-note-empty-skeleton-disclosure--states", { locale: "fa" });
  const client = await page.context().newCDPSession(page);
  await client.send("DOM.enable");
  await client.send("CSS.enable");
  const { root } = await client.send("DOM.getDocument");
  const { nodeId } = await client.send("DOM.querySelector", { nodeId: root.nodeId, selector: "dd .num" });
  const drawn = await client.send("CSS.getPlatformFontsForNode", { nodeId });
  expect(drawn.fonts.map(({ familyName }) => familyName)).toEqual(["Inter"]);
});
