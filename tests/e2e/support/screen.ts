import { type Browser, type BrowserContextOptions, expect, type Locator, type Page } from "@playwright/test";
import { developmentPassword } from "../../../tools/dev/trader.ts";
import { arrivesAt } from "./arrives-at.ts";
import { isNeverReloaded, mark } from "./reload-mark.ts";
import { sendsAtOnce } from "./sends-at-once.ts";

export type Order = { side: "buy" | "sell"; price: string; size: string };
export type SignInOptions = {
  /** Every order is shown before it is sent, as for a trader who changed no setting. */
  readonly isAsked?: boolean;
  /** Another exchange, language or screen than the usual. */
  readonly context?: BrowserContextOptions;
};

/** One user in one browser, by the texts of the page. */
export class Screen {
  readonly page: Page;
  readonly name: string;

  private constructor(page: Page, name: string) {
    this.page = page;
    this.name = name;
  }

  static async signIn(browser: Browser, name: string, options: SignInOptions = {}): Promise<Screen> {
    const { isAsked = false, context: wanted = {} } = options;
    const context = await browser.newContext(wanted);
    if (!isAsked) await sendsAtOnce(context);
    const screen = new Screen(await context.newPage(), name);
    await screen.page.goto("/spot/BTC_USDT");
    // The bar of a phone has no room for it; the ticket has it everywhere.
    await screen.at(wanted.isMobile === true ? "ticket-sign-in" : "sign-in").click();
    await arrivesAt(screen.page, "/auth/login?backurl=%2Fspot%2FBTC_USDT");
    await screen.at("login-id").fill(`${name}@tidemark.test`);
    await screen.at("login-password").fill(developmentPassword);
    await screen.at("login-submit").click();
    await arrivesAt(screen.page, "/spot/BTC_USDT");
    await screen.isLive();
    await mark(screen.page);
    return screen;
  }

  /** Loads another page; from here on it must not be loaded again. */
  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await this.isLive();
    await mark(this.page);
  }

  at(testId: string): Locator {
    return this.page.getByTestId(testId);
  }

  async isLive(): Promise<void> {
    await expect(this.at("connection")).toHaveAttribute("data-state", "live", { timeout: 45_000 });
  }

  async isStale(): Promise<void> {
    await expect(this.at("connection")).toHaveAttribute("data-state", "stale", { timeout: 45_000 });
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
    expect(await isNeverReloaded(this.page)).toBe(true);
  }
}
