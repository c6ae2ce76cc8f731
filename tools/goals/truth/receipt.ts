import type { Page } from "@playwright/test";
import type { Client } from "@tidemark/kit-client";
import { systemClock } from "@tidemark/kit-node";
import { type Difference, isSame, numberIn } from "./compare.ts";
import { between, priceNear, type Random, sizeOf, symbol } from "./play.ts";

// On a busy machine a receipt comes late: that is no wrong figure.
const waitMaxMs = 20_000;

async function until<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
  const giveUpAt = systemClock.steady() + waitMaxMs;
  for (;;) {
    const found = await look();
    if (found !== undefined || systemClock.steady() > giveUpAt) return found;
    await systemClock.sleep(50);
  }
}

const textOf = async (page: Page, id: string): Promise<string> => (await page.getByTestId(id).textContent()) ?? "";

/**
 * A limit order that rests is typed, its receipt read, the order sent by its button and filled at its price by another trader: the position
 * then has the receipt's liquidation price, and the order reserved the receipt's cost.
 */
export async function checkReceipt(
  page: Page,
  alice: Client,
  others: readonly Client[],
  random: Random,
  index: bigint,
): Promise<{ figures: number; differences: Difference[] }> {
  // Orders at better prices would be filled before it.
  for (const client of [alice, ...others]) await client.call("cancelAll", { symbol });
  const posSide = random() < 0.5 ? "LONG" : "SHORT";
  const side = posSide === "LONG" ? "BUY" : "SELL";
  const beyond = posSide === "LONG" ? -2_500 : 2_500;
  const price = priceNear(index, beyond + between(random, -200, 200));
  const qty = sizeOf(between(random, 10, 200));
  await page.getByTestId("use-open").click();
  await page.getByRole("tab", { name: "Limit", exact: true }).click();
  await page.getByTestId("ticket-price").fill(price);
  await page.getByTestId("ticket-size").fill(qty);
  const name = posSide.toLowerCase();
  const read = async (id: string): Promise<string> => numberIn(await textOf(page, `receipt-${id}-${name}`));
  // The receipt is old until the core has answered for this order; what is typed becomes a question after a moment.
  await page.waitForTimeout(500);
  const ask = { symbol, side, posSide, type: "LIMIT", price, qty } as const;
  const reserveNow = async (): Promise<string> => {
    const reserved = await alice.call("previewOrder", ask);
    return reserved.ok ? reserved.value.reserve : reserved.message;
  };
  // The receipt is asked for every few seconds, and a mark may have moved since: both are read until they are of the same state.
  let [cost, reserve]: [string | undefined, string] = [undefined, ""];
  await until(async () => {
    const text = await read("cost");
    const isOld = (await page.getByTestId(`receipt-cost-${name}`).getAttribute("data-old")) !== null;
    if (text === "" || isOld) return undefined;
    [cost, reserve] = [text, await reserveNow()];
    return isSame(cost, reserve) ? true : undefined;
  });
  if (cost === undefined)
    return { figures: 1, differences: [{ what: "receipt", screen: "no cost", engine: `${price} ${qty}` }] };
  const liquidation = await read("liquidation");
  const before = await alice.call("openOrders", {});
  const known = new Set(before.ok ? before.value.rows.map(({ orderId }) => orderId) : []);
  await page.getByTestId(`open-${name}`).click();
  const order = await until(async () => {
    const open = await alice.call("openOrders", {});
    return open.ok ? open.value.rows.find(({ orderId }) => !known.has(orderId)) : undefined;
  });
  if (order === undefined)
    return { figures: 1, differences: [{ what: "receipt order", screen: `${price} ${qty}`, engine: "no order" }] };
  const taking =
    side === "BUY" ? ({ side: "SELL", posSide: "SHORT" } as const) : ({ side: "BUY", posSide: "LONG" } as const);
  // After minutes of play somebody may have no margin left: then the next one fills it.
  for (const other of others)
    if ((await other.call("placeOrder", { symbol, ...taking, type: "LIMIT", price, qty, tif: "IOC" })).ok) break;
  const isFilled = await until(async () => {
    const open = await alice.call("openOrders", {});
    return open.ok && open.value.rows.every(({ orderId }) => orderId !== order.orderId) ? true : undefined;
  });
  if (isFilled === undefined) {
    await alice.call("cancelOrder", { orderId: order.orderId });
    return { figures: 1, differences: [{ what: "receipt order", screen: "filled", engine: "not filled" }] };
  }
  const after = await alice.call("positions", {});
  const position = after.ok
    ? after.value.rows.find((row) => row.posSide === posSide && row.symbol === symbol)
    : undefined;
  const engine = position?.figures.liquidationPrice ?? "no position";
  const differences: Difference[] = [];
  if (!isSame(liquidation, engine))
    differences.push({ what: `receipt liquidation ${name}`, screen: liquidation, engine });
  if (!isSame(cost, reserve)) differences.push({ what: `receipt cost ${name}`, screen: cost, engine: reserve });
  return { figures: 2, differences };
}
