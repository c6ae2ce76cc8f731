import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { developmentPassword } from "../../../tools/dev/trader.ts";
import { arrivesAt } from "./arrives-at.ts";
import { sendsAtOnce } from "./sends-at-once.ts";

export type Order = { side: "buy" | "sell"; price: string; size: string };

/** One user in one browser, by the texts of the page. */
export class Screen {
  readonly page: Page;
  readonly name: string;

  private constructor(page: Page, name: string) {
    this.page = page;
    this.name = name;
  }

  static async signIn(browser: Browser, name: string, { isAsked = false } = {}): Promise<Screen> {
    const context = await browser.newContext();
    if (!isAsked) await sendsAtOnce(context);
    const screen = new Screen(await context.newPage(), name);
    await screen.page.goto("/spot/BTC_USDT");
    await screen.at("sign-in").click();
    await arrivesAt(screen.page, "/auth/login?backurl=%2Fspot%2FBTC_USDT");
    await screen.at("login-id").fill(`${name}@tidemark.test`);
    await screen.at("login-password").fill(developmentPassword);
    await screen.at("login-submit").click();
    await arrivesAt(screen.page, "/spot/BTC_USDT");
    await screen.isLive();
    // A page that was loaded again has forgotten this.
    await screen.page.evaluate(() => void Object.assign(globalThis, { neverReloaded: true }));
    return screen;
  }

  at(testId: string): Locator {
    return this.page.getByTestId(testId);
  }

  async isLive(): Promise<void> {
    await expect(this.at("connection")).toHaveAttribute("data-state", "live", { timeout: 20_000 });
  }

  async isStale(): Promise<void> {
    await expect(this.at("connection")).toHaveAttribute("data-state", "stale", { timeout: 20_000 });
  }

  async fill(order: Order): Promise<void> {
    await this.at(`side-${order.side}`).click();
    await this.at("ticket-price").fill(order.price);
    await this.at("ticket-size").fill(order.size);
  }

  async place(order: Order): Promise<void> {
    await this.fill(order);
    await this.at(`${order.side}-button`).click();
  }

  level(side: "ask" | "bid", price: string): Locator {
    return this.page.locator(`[data-testid="book-${side}-row"][data-price="${price}"]`);
  }

  async seesLevel(side: "ask" | "bid", price: string, size: string): Promise<void> {
    await expect(this.level(side, price)).toHaveAttribute("data-qty", size);
  }

  async seesNoLevel(side: "ask" | "bid", price: string): Promise<void> {
    await expect(this.level(side, price)).toHaveCount(0);
  }

  async has(asset: string, amount: string | RegExp): Promise<void> {
    await expect(this.at(`balance-${asset}`)).toHaveText(amount);
  }

  get openOrders(): Locator {
    return this.at("open-order-row");
  }

  async wasNeverReloaded(): Promise<void> {
    expect(await this.page.evaluate(() => "neverReloaded" in globalThis)).toBe(true);
  }
}
