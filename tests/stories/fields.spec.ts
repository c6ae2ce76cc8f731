import { expect, test } from "@playwright/test";
import { open } from "./story.ts";

test("a code is pasted whole and read as one field", async ({ page }) => {
  await open(page, "fields-code--states");
  const field = page.getByRole("textbox", { name: "Email verification code" }).nth(1);
  await expect(field).toHaveAttribute("autocomplete", "one-time-code");
  await field.focus();
  await field.evaluate((input: HTMLInputElement) => {
    const clipboard = new DataTransfer();
    clipboard.setData("text/plain", "Your code is 407 213.");
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData: clipboard, bubbles: true, cancelable: true }));
    document.execCommand("insertText", false, "Your code is 407 213.");
  });
  await expect(field).toHaveValue("407213");
});

test("a code runs from left to right in Persian", async ({ page }) => {
  await open(page, "fields-code--states", { locale: "fa" });
  const boxes = page.locator("[dir=ltr]").first().locator("span.num");
  const [first, second] = [(await boxes.nth(0).boundingBox())!, (await boxes.nth(1).boundingBox())!];
  expect(first.x).toBeLessThan(second.x);
});

test("a numeric field keeps digits and the point, and its limits when it is left", async ({ page }) => {
  await open(page, "fields-decimal--page");
  const amount = page.getByRole("textbox", { name: "Amount" }).first();
  await amount.pressSequentially("a0012.3x4.5");
  await expect(amount).toHaveValue("12.345");
  const leverage = page.getByRole("textbox", { name: "Leverage" });
  await leverage.fill("126");
  await expect(leverage).toHaveValue("126");
  await leverage.blur();
  await expect(leverage).toHaveValue("125");
  await leverage.fill("0");
  await leverage.blur();
  await expect(leverage).toHaveValue("1");
});

test("what is wrong with a field is read out with it", async ({ page }) => {
  await open(page, "fields-decimal--page");
  const wrong = page.getByRole("textbox", { name: "Amount" }).nth(2);
  await expect(wrong).toHaveAttribute("aria-invalid", "true");
  await expect(wrong).toHaveAccessibleDescription("Not enough: 8,212.06 USDT is available.");
});

test("a password is shown and hidden again", async ({ page }) => {
  await open(page, "fields-text-and-password--page");
  const field = page.getByLabel("Password", { exact: true }).first();
  await expect(field).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).first().click();
  await expect(field).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(field).toHaveAttribute("type", "password");
});

test("the cross empties a field, and the counter counts", async ({ page }) => {
  await open(page, "fields-text-and-password--page");
  await expect(page.getByText("12/25")).toBeVisible();
  await page.getByRole("button", { name: "Clear" }).first().click();
  await expect(page.getByRole("textbox", { name: "Nickname" }).first()).toHaveValue("");
  await expect(page.getByText("0/25")).toBeVisible();
});

test("an e-mail begins at the field's start in Persian", async ({ page }) => {
  await open(page, "fields-text-and-password--page", { locale: "fa" });
  const field = page.getByRole("textbox", { name: "ایمیل یا تلفن" }).nth(1);
  expect(await field.evaluate((input) => getComputedStyle(input).textAlign)).toMatch(/right$/);
});

test("a select is chosen from by keys, and gives the focus back to its button", async ({ page }) => {
  await open(page, "fields-select-and-combo-box--states");
  await page.getByRole("button", { name: /USDT/ }).press("Enter");
  await expect(page.getByRole("option", { name: "USDT" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listbox")).toBeHidden();
  await expect(page.getByRole("button", { name: /ETH/ })).toBeFocused();
});

test("a combo box is searched by label and by detail, and says when nothing matches", async ({ page }) => {
  await open(page, "fields-select-and-combo-box--searched");
  const search = page.getByRole("searchbox", { name: "Search" });
  await expect(search).toBeFocused();
  await search.fill("ether");
  await expect(page.getByRole("option")).toHaveCount(2);
  await search.fill("zzz");
  await expect(page.getByText("Nothing found")).toBeVisible();
  await search.fill("doge");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /DOGE/ })).toBeVisible();
});

test("copying is announced", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "figures-qr-and-copy--states");
  await page.getByRole("button", { name: "Copy" }).first().click();
  await expect(page.getByRole("status").first()).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("48201937");
});
