import { expect, type Page, test } from "@playwright/test";
import { Visit } from "../support/visit.ts";

// One visit: each test starts where the one before ended. The market has candles of its own, with or without trades of the spec before.
test.describe.configure({ mode: "serial" });

const minuteMs = 60_000;
let visit: Visit;
/** Candles before a moment that every style draws in another way: some rise, some fall, all have wicks. */
function waves(minutes: number, last: number) {
  return Array.from({ length: minutes }, (_, i) => {
    const [open, close] = [104_000 + 200 * Math.sin(i / 4), 104_000 + 200 * Math.sin((i + 1) / 4)];
    const text = (value: number): string => value.toFixed(1);
    return {
      at: last - (minutes - i) * minuteMs,
      open: text(open),
      close: text(close),
      high: text(Math.max(open, close) + 40),
      low: text(Math.min(open, close) - 40),
      volume: "1",
    };
  });
}

test.beforeAll(async ({ browser }) => {
  visit = await Visit.begin(browser);
  await visit.page.route("**/market/v2/candles?*", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data?: { rows?: { at: number }[] } };
    const rows = body.data?.rows;
    // A refusal, e.g. of a busy exchange, is passed on: the page asks again.
    if (rows === undefined) return route.fulfill({ response, json: body });
    // Before the candles of the trades, if there are any: the running one of the stream is the last.
    const before = waves(90, rows[0]?.at ?? Math.floor(Date.now() / minuteMs) * minuteMs);
    await route.fulfill({ response, json: { ...body, data: { ...body.data, rows: [...before, ...rows] } } });
  });
  await visit.open("/spot/BTC_USDT");
  await visit.page.getByTestId("chart").locator("canvas").first().waitFor();
});
test.afterAll(async () => visit?.context.close());

/** How many pixels of the plot have the colour of a token of the theme. */
const pixelsOf = (page: Page, token: string): Promise<number> =>
  page.evaluate((name) => {
    const hex = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const wanted = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    let count = 0;
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>("[data-testid=chart] canvas")) {
      // The plot alone: the price axis has the last price in the same colours.
      if (canvas.clientWidth < 300 || canvas.clientHeight < 100) continue;
      // Without the volumes below, which have the same colours.
      const height = Math.floor(canvas.height * 0.7);
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, height);
      for (let at = 0; at < data.length; at += 4)
        if (wanted.every((part, channel) => Math.abs(data[at + channel]! - part) < 3) && data[at + 3]! > 250)
          count += 1;
    }
    return count;
  }, token);

async function choose(style: string): Promise<void> {
  await visit.at("chart-style").click();
  await visit.at(`style-${style}`).click();
  await expect(visit.at("chart")).toHaveAttribute("data-style", style);
}
const directions = async (): Promise<number> =>
  (await pixelsOf(visit.page, "--rise")) + (await pixelsOf(visit.page, "--fall"));

/** The same on a page that was loaded with the style: nothing of the style before is left on it. */
async function drawnAlone(style: string): Promise<{ rise: number; fall: number }> {
  await choose(style);
  await visit.reload();
  await expect(visit.at("chart")).toHaveAttribute("data-style", style);
  await expect.poll(directions).toBeGreaterThan(500);
  return { rise: await pixelsOf(visit.page, "--rise"), fall: await pixelsOf(visit.page, "--fall") };
}
let plain: { rise: number; fall: number } | undefined;
const differs = (one: number, other: number): boolean => Math.abs(one - other) > Math.max(one, other) * 0.1;

for (const { title, style } of [
  { title: "[S1.37] bars are drawn in the colours of rise and fall", style: "bars" },
  { title: "[S1.38] candles are drawn in the colours of rise and fall", style: "candles" },
  { title: "[S1.39] hollow candles are drawn in the colours of rise and fall", style: "hollow" },
  { title: "[S1.42] a baseline is drawn in the colours of rise and fall", style: "baseline" },
  { title: "[S1.43] Heikin Ashi candles are drawn in the colours of rise and fall", style: "heikinAshi" },
])
  test(title, async () => {
    plain ??= await drawnAlone("candles");
    const { rise, fall } = style === "candles" ? plain : await drawnAlone(style);
    // The candles of this test rise and fall in equal parts.
    expect(Math.min(rise, fall)).toBeGreaterThan(Math.max(rise, fall) * 0.5);
    if (style !== "candles")
      expect([rise, fall, differs(rise, plain.rise) || differs(fall, plain.fall)]).toEqual([rise, fall, true]);
  });

for (const { title, style } of [
  { title: "[S1.40] a line is drawn in the colour of the brand", style: "line" },
  { title: "[S1.41] an area is drawn in the colour of the brand", style: "area" },
])
  test(title, async () => {
    await choose(style);
    await expect.poll(() => pixelsOf(visit.page, "--brand-ink")).toBeGreaterThan(0);
  });

test("[S1.43] averaged prices are named, and a style is kept for the next visit", async () => {
  await choose("heikinAshi");
  await expect(visit.page.getByText("averaged prices")).toBeVisible();
  await visit.reload();
  await expect(visit.at("chart")).toHaveAttribute("data-style", "heikinAshi");
});

test("digits over the chart choose an interval", async () => {
  await visit.at("chart").locator("canvas").first().waitFor();
  await visit.at("chart").hover();
  await visit.page.keyboard.press("1");
  await expect(visit.at("interval-entry")).toContainText("1m");
  await visit.page.keyboard.type("5");
  await expect(visit.at("interval-entry")).toContainText("15m");
  await visit.page.keyboard.press("Enter");
  await expect(visit.at("interval-entry")).toHaveCount(0);
  await expect(visit.page.getByRole("radio", { name: "15m", exact: true })).toBeChecked();
  await visit.page.keyboard.press("5");
  await visit.page.keyboard.press("Escape");
  await expect(visit.page.getByRole("radio", { name: "15m", exact: true })).toBeChecked();
});

test("the first drawing can be a text, and Escape puts a tool away", async () => {
  const box = (await visit.at("chart").boundingBox())!;
  await visit.at("tool-text").click();
  await visit.at("drawing-layer").waitFor();
  await visit.page.mouse.click(box.x + 300, box.y + 160);
  await expect(visit.at("drawing-layer").locator("input")).toBeFocused();
  await visit.page.keyboard.type("support");
  await visit.page.keyboard.press("Enter");
  await expect(visit.at("drawing-layer")).toHaveAttribute("data-count", "1");
  await visit.page.getByRole("button", { name: "Delete all drawings" }).click();
  await visit.at("tool-ray").click();
  await expect(visit.at("tool-ray")).toHaveAttribute("aria-pressed", "true");
  await visit.page.keyboard.press("Escape");
  await expect(visit.at("tool-ray")).toHaveAttribute("aria-pressed", "false");
});

test("a drawing is kept with its market", async () => {
  await visit.at("chart").locator("canvas").first().waitFor();
  await visit.at("tool-horizontal").click();
  await visit.at("drawing-layer").waitFor();
  const box = (await visit.at("chart").boundingBox())!;
  await visit.page.mouse.click(box.x + 300, box.y + 120);
  await expect(visit.at("drawing-layer")).toHaveAttribute("data-count", "1");
  await visit.reload();
  await expect(visit.at("drawing-layer")).toHaveAttribute("data-count", "1");
});
