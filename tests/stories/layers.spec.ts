import { expect, test } from "@playwright/test";
import { desktop, layerOf, open, phone } from "./story.ts";

test.use({ reducedMotion: "reduce" });

test("[D.5] a dialog with fields lies at the bottom of a phone, over the whole width", async ({ page }) => {
  await page.setViewportSize(phone);
  await open(page, "layers-dialog--form");
  const box = (await page.getByRole("dialog").boundingBox())!;
  expect(box.x).toBe(0);
  expect(box.width).toBe(phone.width);
  expect(box.y + box.height).toBe(phone.height);
});

test("[S2.63] up to 767 px a dialog is a sheet, from 768 on it stands in the middle", async ({ page }) => {
  await open(page, "layers-dialog--form");
  for (const [width, isSheet] of [
    [767, true],
    [768, false],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const box = (await page.getByRole("dialog").boundingBox())!;
    expect(box.width === width).toBe(isSheet);
    expect(Math.round(box.x)).toBe(isSheet ? 0 : (width - 420) / 2);
  }
});

test("[S2.64 D.4] dialogs are 420 px, wide ones 480 and narrow ones 320", async ({ page }) => {
  for (const [story, role, width] of [
    ["form", "dialog", 420],
    ["wide", "dialog", 480],
    ["alert", "alertdialog", 320],
  ] as const) {
    await open(page, `layers-dialog--${story}`);
    expect((await page.getByRole(role).boundingBox())!.width).toBe(width);
  }
});

test("a short confirmation stays in the middle of a phone, 320 px", async ({ page }) => {
  await page.setViewportSize(phone);
  await open(page, "layers-dialog--alert");
  const box = (await page.getByRole("alertdialog").boundingBox())!;
  expect(box.width).toBe(320);
  expect(Math.round(box.x)).toBe(Math.round((phone.width - 320) / 2));
  expect(box.y).toBeGreaterThan(100);
  expect(box.y + box.height).toBeLessThan(phone.height - 100);
});

test("[S2.62 S2.65] a drawer stands at the end side, which is the left one in Persian", async ({ page }) => {
  await open(page, "layers-drawer--end");
  const english = (await page.getByRole("dialog").boundingBox())!;
  expect([english.width, english.x + english.width]).toEqual([320, desktop.width]);
  await open(page, "layers-drawer--end", { locale: "fa" });
  expect((await page.getByRole("dialog").boundingBox())!.x).toBe(0);
  await open(page, "layers-drawer--wide-with-footer");
  expect((await page.getByRole("dialog").boundingBox())!.width).toBe(480);
});

test("[S9.30] modals lie at 1002, menus at 1003, toasts at 1004", async ({ page }) => {
  await open(page, "layers-dialog--form");
  expect(await layerOf(page, "[role=dialog]")).toBe(1_002);
  await open(page, "layers-drawer--end");
  expect(await layerOf(page, "[role=dialog]")).toBe(1_002);
  await open(page, "layers-menu-and-panel--menu-open");
  expect(await layerOf(page, "[role=menu]")).toBe(1_003);
  await open(page, "layers-menu-and-panel--panel-open");
  expect(await layerOf(page, "[role=dialog]")).toBe(1_003);
  await open(page, "layers-toast--plain");
  await expect(page.locator("[data-sonner-toast]")).toBeVisible();
  expect(await layerOf(page, "[data-sonner-toaster]")).toBe(1_004);
});

test("what hangs at a button is a sheet on a phone", async ({ page }) => {
  await page.setViewportSize(phone);
  for (const [story, role] of [
    ["layers-menu-and-panel--menu-open", "menu"],
    ["layers-menu-and-panel--panel-open", "dialog"],
    ["fields-select-and-combo-box--open", "listbox"],
    ["fields-select-and-combo-box--searched", "listbox"],
  ] as const) {
    await open(page, story);
    const sheet = page.locator("[data-sheet]", { has: page.getByRole(role) });
    const box = (await sheet.boundingBox())!;
    expect([story, box.x, box.width, box.y + box.height]).toEqual([story, 0, phone.width, phone.height]);
  }
});

test("[S2.61] Escape closes a dialog and gives the focus back to its button", async ({ page }) => {
  await open(page, "layers-dialog--opens");
  const button = page.getByRole("button", { name: "Transfer" });
  await button.press("Enter");
  await expect(page.getByRole("dialog", { name: "This transfer recalls a bonus" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(button).toBeFocused();
});

test("the focus goes round inside a dialog", async ({ page }) => {
  await open(page, "layers-dialog--opens");
  await page.getByRole("button", { name: "Transfer" }).press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  for (let press = 0; press < 6; press++) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
  }
});

test("a sheet that is pulled down closes; one that is only touched stays", async ({ page }) => {
  await page.setViewportSize(phone);
  await open(page, "layers-dialog--opens");
  await page.getByRole("button", { name: "Transfer" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  const { y } = (await dialog.boundingBox())!;
  const pull = async (distance: number) => {
    await page.mouse.move(187, y + 10);
    await page.mouse.down();
    await page.mouse.move(187, y + 10 + distance, { steps: 8 });
    await page.waitForTimeout(200);
    await page.mouse.up();
  };
  await pull(12);
  await expect(dialog).toBeVisible();
  await expect.poll(async () => (await dialog.boundingBox())!.y).toBe(y);
  await pull(160);
  await expect(dialog).toBeHidden();
});

test("an alert is answered, not dismissed by a press beside it", async ({ page }) => {
  await open(page, "layers-dialog--alert");
  await page.mouse.click(5, 5);
  await expect(page.getByRole("alertdialog")).toBeVisible();
});

test("[S9.28 S9.29] toasts stay three seconds, at most two at once", async ({ page }) => {
  await open(page, "layers-toast--three-at-once");
  await page.getByRole("button", { name: "Confirm" }).click();
  const seen = page.locator("[data-sonner-toast][data-visible=true]");
  await expect(seen).toHaveCount(2);
  await expect(page.getByText("The order was refused")).toBeVisible();
  await page.mouse.move(5, 700);
  await page.waitForTimeout(2_000);
  await expect(seen).toHaveCount(2);
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0, { timeout: 6_000 });
});

test("a popup gives the focus back to its button, also the first time", async ({ page }) => {
  await open(page, "layers-menu-and-panel--menu-open");
  // The menu is loaded from its own file: an Escape before that closes nothing.
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(page.getByRole("button", { name: "Account" })).toBeFocused();
});

test("a menu is walked by arrows and says what is disabled", async ({ page }) => {
  await open(page, "layers-menu-and-panel--menu-open");
  await expect(page.getByRole("menuitem", { name: "API Management" })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Log out" })).toBeFocused();
});

test("nothing moves where movement is not wanted", async ({ page }) => {
  await open(page, "layers-dialog--form");
  const names = await page.evaluate(() =>
    [...document.querySelectorAll("*")].map((element) => getComputedStyle(element).animationName),
  );
  expect(new Set(names)).toEqual(new Set(["none"]));
});
