import { expect, test } from "@playwright/test";
import { Screen } from "../support/screen.ts";

// Carol's own layout, settings and keys; nothing that is placed here can fill.
test.describe.configure({ mode: "serial" });

let carol: Screen;

test.beforeAll(async ({ browser }) => {
  carol = await Screen.signIn(browser, "carol", { isAsked: true });
  await carol.at("resize-book").waitFor();
});
test.afterAll(async () => {
  await carol?.page.context().close();
});

const width = async (testId: string): Promise<number> => Number(await carol.at(testId).getAttribute("aria-valuenow"));

test("[U.5] panels are resized by keyboard and keep their sizes, and a reset brings the usual ones back", async () => {
  const usual = await width("resize-book");
  await carol.at("resize-book").press("ArrowLeft");
  await carol.at("resize-book").press("ArrowLeft");
  expect(await width("resize-book")).toBe(usual + 32);
  await carol.page.reload();
  await expect(carol.at("resize-book")).toHaveAttribute("aria-valuenow", String(usual + 32));
  await carol.at("layout-menu").click();
  await carol.at("layout-ticket-first").click();
  const [ticket, book] = [carol.at("ticket-price"), carol.at("resize-book")];
  expect((await ticket.boundingBox())!.x).toBeLessThan((await book.boundingBox())!.x);
  await carol.at("layout-reset").click();
  await carol.page.keyboard.press("Escape");
  expect((await ticket.boundingBox())!.x).toBeGreaterThan((await book.boundingBox())!.x);
  await carol.page.reload();
  await expect(carol.at("resize-book")).toHaveAttribute("aria-valuenow", String(usual));
});

test("[U.7] keys lead to the fields, choose the type and list themselves, but not while something is typed", async () => {
  const { page } = carol;
  await carol.at("settings-open").waitFor();
  await page.keyboard.press("p");
  await expect(carol.at("ticket-price")).toBeFocused();
  await carol.at("ticket-price").fill("103000");
  await page.keyboard.press("s");
  await expect(carol.at("ticket-price")).toBeFocused();
  await carol.at("ticket-price").blur();
  await page.keyboard.press("m");
  await expect(carol.at("ticket-price")).toHaveCount(0);
  await page.keyboard.press("l");
  await expect(carol.at("ticket-price")).toBeVisible();
  await page.keyboard.press("?");
  await expect(carol.at("hotkeys")).toBeVisible();
  await expect(carol.at("hotkey-cancelAll")).toContainText("X");
  await page.keyboard.press("Escape");
});

test("[U.20] an order is shown before it is sent, until the trader does not want to be asked any more", async () => {
  const order = { side: "buy", price: "103000", size: "0.001" } as const;
  await carol.place(order);
  await expect(carol.at("confirm-order")).toContainText("103,000");
  await carol.at("confirm-order-cancel").click();
  await expect(carol.openOrders).toHaveCount(0);
  await carol.place(order);
  await carol.at("confirm-order").locator("label").click();
  await carol.at("confirm-order-submit").click();
  await expect(carol.openOrders).toHaveCount(1);
  await carol.place(order);
  await expect(carol.openOrders).toHaveCount(2);
  await carol.at("settings-open").click();
  await expect(carol.at("ask-limit")).not.toHaveAttribute("data-selected", "true");
  await carol.page.keyboard.press("Escape");
});

test("[U.7] a key that is held down sends one order", async () => {
  await carol.at("ticket-price").fill("103000");
  await carol.at("ticket-size").fill("0.001");
  await carol.at("ticket-size").blur();
  for (let press = 0; press < 4; press += 1) await carol.page.keyboard.down("b");
  await carol.page.keyboard.up("b");
  await expect(carol.openOrders).toHaveCount(3);
  await carol.page.waitForTimeout(500);
  await expect(carol.openOrders).toHaveCount(3);
});

test("the key of cancel all asks, and cancels", async () => {
  await expect(carol.at("trading-settings")).toHaveCount(0);
  await carol.page.keyboard.press("x");
  await carol.at("cancel-all-dialog-submit").click();
  await expect(carol.openOrders).toHaveCount(0);
});
