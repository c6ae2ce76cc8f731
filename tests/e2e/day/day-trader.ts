import { expect, type Locator } from "@playwright/test";
import type { Look } from "../support/looks.ts";
import { Screen, type SignInOptions } from "../support/screen.ts";

const orderTypes = ["limit", "market"] as const;
type OrderType = (typeof orderTypes)[number] | "limit-trigger" | "market-trigger" | "trailing-stop";
type TicketFields = Partial<Record<"price" | "size" | "trigger", string>>;

/** One trader of the day: a page in one language on one screen, with its texts as the catalogue has them. */
export class DayTrader {
  readonly screen: Screen;
  readonly text: Look["translated"];
  readonly #hasTouch: boolean;

  private constructor(screen: Screen, look: Look) {
    this.screen = screen;
    this.text = look.translated;
    this.#hasTouch = look.options.hasTouch === true;
  }

  static async signIn(look: Look, name: string, baseURL: string, options: SignInOptions = {}): Promise<DayTrader> {
    const context = { ...look.options, baseURL };
    return new DayTrader(await Screen.signIn(look.browser, name, { ...options, context }), look);
  }

  at(testId: string): Locator {
    return this.screen.at(testId);
  }

  /** By finger on a phone, by mouse on a desktop. */
  async press(target: string | Locator): Promise<void> {
    const locator = typeof target === "string" ? this.at(target) : target;
    await (this.#hasTouch ? locator.tap() : locator.click());
  }

  async tick(english: string): Promise<void> {
    await this.press(this.screen.page.locator("label", { hasText: this.text(english) }));
  }

  async chooseType(type: OrderType): Promise<void> {
    const at = orderTypes.findIndex((one) => one === type);
    const tabs = this.screen.page.getByRole("tablist", { name: this.text("Order type") }).getByRole("tab");
    if (at >= 0) return this.press(tabs.nth(at));
    await this.press("trigger-kind");
    await this.press(type);
  }

  /** Fills the ticket and presses one of its buttons. */
  async order(button: string, fields: TicketFields): Promise<void> {
    for (const [name, text] of Object.entries(fields)) await this.at(`ticket-${name}`).fill(text);
    await this.press(button);
  }

  async buy(fields: TicketFields): Promise<void> {
    await this.press("side-buy");
    await this.order("buy-button", fields);
  }

  async sell(fields: TicketFields): Promise<void> {
    await this.press("side-sell");
    await this.order("sell-button", fields);
  }

  /** A list of the dock; its tab may have a count. */
  async openList(english: string): Promise<void> {
    const name = new RegExp(`^${this.text(english).source}\\s*\\d*$`, "u");
    await this.press(this.screen.page.getByRole("tab", { name }));
  }

  async seesNotice(english: string, values?: Readonly<Record<string, string>>): Promise<void> {
    const notices = this.screen.page.locator("[data-sonner-toast]");
    await expect(notices.filter({ hasText: this.text(english, values) }).first()).toBeVisible();
  }

  /** Closes the notice in front, which must be this one; those behind it come forward one by one. */
  async closeNotice(english: string, values?: Readonly<Record<string, string>>): Promise<void> {
    const front = this.screen.page.locator("[data-sonner-toast][data-front=true]");
    const notice = front.filter({ hasText: this.text(english, values) });
    await this.press(notice.getByRole("button", { name: this.text("Close") }));
    await expect(notice).toHaveCount(0);
  }

  async seesPosition(...texts: (string | RegExp)[]): Promise<void> {
    await expect(this.at("position-row")).toHaveCount(1);
    for (const text of texts) await expect(this.at("position-row")).toContainText(text);
  }

  async close(): Promise<void> {
    await this.screen.page.context().close();
  }
}
