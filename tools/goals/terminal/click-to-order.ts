import type { Page } from "@playwright/test";
import { signIn } from "../../dev/trader.ts";
import { type Figure, isShort, median } from "../measure.ts";

const orders = isShort ? 15 : 100;
const order = { price: "98000", qty: "0.01" };

/** From the click to the page that has taken the core's answer: the form is empty then. */
function clickToAnswer(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const field = document.querySelector<HTMLInputElement>('[data-testid="ticket-size"]')!;
        const button = document.querySelector<HTMLElement>('[data-testid="open-long"]')!;
        let clickedAt = 0;
        const seen = new MutationObserver(() => {
          if (field.value !== "") return;
          seen.disconnect();
          resolve(performance.now() - clickedAt);
        });
        seen.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        clickedAt = performance.now();
        button.click();
      }),
  );
}

/** The same order by the button and by the bare call, one after the other. */
export async function clickGoal(url: string, page: Page, symbol: string): Promise<Figure> {
  const alice = await signIn(url, "alice", "terminal");
  const clicks: number[] = [];
  const bare: number[] = [];
  try {
    await page.getByTestId("use-open").click();
    for (let i = 0; i < orders; i += 1) {
      await page.getByTestId("ticket-price").fill(order.price);
      await page.getByTestId("ticket-size").fill(order.qty);
      await page.getByTestId("receipt-cost-long").filter({ hasText: /\d/ }).waitFor();
      clicks.push(await clickToAnswer(page));
      const since = performance.now();
      const placed = await alice.client.call("placeOrder", {
        symbol,
        side: "BUY",
        posSide: "LONG",
        type: "LIMIT",
        ...order,
      });
      bare.push(performance.now() - since);
      if (!placed.ok) throw new Error(placed.message);
      await alice.client.call("cancelAll", { symbol });
    }
  } finally {
    alice.close();
    await page.close();
  }
  const note = `${orders} orders, click ${median(clicks).toFixed(1)} ms, bare call ${median(bare).toFixed(1)} ms`;
  const figure = median(clicks) - median(bare);
  return { name: "terminal.click_over_bare_call_ms", figure, goal: 30, floor: 60, better: "less", note };
}
