import { expect } from "@playwright/test";
import { emailOf } from "../../../tools/dev/seed/people.ts";
import type { Authenticator } from "./authenticator.ts";
import { readMailbox } from "./mailbox.ts";
import type { Screen } from "./screen.ts";

/** Which coin goes the way, on which chain, and how many decimals of it the pages show. */
type Coin = {
  readonly asset: string;
  readonly network: string;
  readonly networkName: string;
  readonly decimals: number;
};

const pages = { 1: "wallet", 2: "spot", 3: "coin", 4: "derivatives" } as const;
type Product = keyof typeof pages;
type NewestLine = { readonly cause: string; readonly change: string; readonly reference?: string };

/** A page follows the ledger by a moment: it is read again until it has caught up. */
const followsMs = 40_000;
/** The statement is asked for every 5 s. */
const statementMs = 6_500;

/** The pages that one coin passes on its way in and out, of one user. Amounts are whole numbers of the last decimal that the pages show. */
export class CoinPages {
  readonly #screen: Screen;
  readonly #coin: Coin;
  readonly #mailboxUrl: string | undefined;

  constructor(screen: Screen, coin: Coin, mailboxUrl: string | undefined) {
    this.#screen = screen;
    this.#coin = coin;
    this.#mailboxUrl = mailboxUrl;
  }

  amountIn(text: string): number {
    const digits = text.replace("−", "-").replace(/[^-0-9.]/g, "");
    return Math.round(Number(digits) * 10 ** this.#coin.decimals);
  }

  /** What an account holds of the coin, as its page says. */
  async balance(product: Product): Promise<number> {
    await this.#screen.page.goto(`/personal/assets/${pages[product]}`);
    const total = this.#screen.at(`holding-${product}-${this.#coin.asset}-total`);
    await expect(total).toHaveText(/\d/);
    return this.amountIn(await total.innerText());
  }

  /**
   * The balance on the page, the statement that it opens and, where it is given, the expected amount are the same, the statement's own check
   * of its lines agrees, and the newest line is of this cause.
   */
  async agree(product: Product, expected?: number, newest?: NewestLine): Promise<void> {
    const { asset } = this.#coin;
    await expect(async () => {
      const balance = await this.balance(product);
      if (expected !== undefined) expect(balance, `${asset} on the page of ${pages[product]}`).toBe(expected);
      await this.#screen.at(`holding-${product}-${asset}-total`).click();
      await expect(this.#screen.at("statement-agrees")).toHaveText("Sum agrees", { timeout: statementMs });
      const total = this.#screen.at("statement-total");
      expect(this.amountIn(await total.innerText()), `${asset} in the statement`).toBe(balance);
      const line = this.#screen.at("statement-line").first();
      if (newest !== undefined) for (const text of Object.values(newest)) await expect(line).toContainText(text);
    }).toPass({ timeout: followsMs });
    await this.#screen.page.keyboard.press("Escape");
  }

  /** The user's own address for deposits; its page stays open. */
  async depositAddress(): Promise<string> {
    await this.openDeposits();
    await this.#screen.at(`network-${this.#coin.network}`).click();
    return (await this.#screen.at("deposit-address").getAttribute("data-address"))!;
  }

  async openDeposits(): Promise<void> {
    await this.#screen.page.goto(`/personal/deposit?asset=${this.#coin.asset}`);
  }

  /** The deposit on its way gets more confirmations while the page is open. */
  async confirmationsRise(): Promise<void> {
    const text = this.#screen.at("deposit-confirmations");
    const count = async (): Promise<number> => Number(/\d+/.exec(await text.innerText())?.[0]);
    const first = await count();
    await expect.poll(count, { timeout: 20_000 }).toBeGreaterThan(first);
  }

  /** Fills the dialog of a transfer and confirms it; what follows may be a question. */
  async askTransfer(from: Product, to: string, amount: string): Promise<void> {
    await this.#screen.page.goto(`/personal/assets/${pages[from]}`);
    await this.#screen.at("assets-transfer").click();
    await this.#screen.at("transfer-to-account").click();
    await this.#screen.page.getByRole("option", { name: to }).click();
    await this.#screen.at("transfer-amount").fill(amount);
    // As a person would: the dialog asks again half a second after the last key, and shows what the transfer changes.
    await this.#screen.page.waitForTimeout(1_500);
    await this.#screen.at("transfer-submit").click();
  }

  async isTransferred(amount: string): Promise<void> {
    const { asset } = this.#coin;
    await expect(this.#screen.page.getByText(`Success: ${amount} ${asset} transferred`)).toBeVisible({
      timeout: 20_000,
    });
  }

  /** Keeps an address in the book, from the page of withdrawals. */
  async keepAddress(address: string, authenticator: Authenticator): Promise<void> {
    await this.#screen.page.goto(`/personal/withdrawal?asset=${this.#coin.asset}`);
    await this.#screen.page.getByRole("link", { name: "Add address" }).click();
    await this.#screen.at("address-add-open").click();
    await this.#screen.at("address-label").fill("Cold wallet");
    await this.#screen.at("address-network").click();
    await this.#screen.page.getByRole("option", { name: this.#coin.networkName }).click();
    await this.#screen.at("address-text").fill(address);
    await this.#screen.at("address-add-submit").click();
    await this.#screen.at("code-factor").fill(authenticator.code(0));
    await expect(this.#screen.at("address-row")).toContainText("Cold wallet");
  }

  /** Fills the form, reviews it and confirms it by the code of the mail; the page stays open. */
  async withdraw(amount: string, arrives: string): Promise<void> {
    await this.#screen.page.goto(`/personal/withdrawal?asset=${this.#coin.asset}`);
    await this.#screen.at("withdrawal-address").first().click();
    await this.#screen.at("withdrawal-amount").fill(amount);
    await expect(this.#screen.at("withdrawal-arrives")).toHaveText(arrives);
    await this.#screen.at("withdrawal-review-open").click();
    const since = Date.now();
    await this.#screen.at("withdrawal-review-submit").click();
    const code = await readMailbox.code(emailOf(this.#screen.name), since, this.#mailboxUrl);
    await this.#screen.at("code-withdrawal").fill(code);
    await this.#screen.at("withdrawal-code-submit").click();
  }
}
