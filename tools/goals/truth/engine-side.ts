import type { Client } from "@tidemark/kit-client";
import { systemClock } from "@tidemark/kit-node";
import { symbol } from "./play.ts";
import type { Level, Rows } from "./screen.ts";

type Outcome<T> = { ok: true; value: T } | { ok: false; message: string; refusal?: string };
const busyTriesMax = 10;

/** A machine that is used up answers BUSY now and then; then it is asked again. */
export async function answered<T>(ask: () => Promise<Outcome<T>>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.ok) return answer.value;
    if (answer.refusal !== "BUSY" || tries >= busyTriesMax) throw new Error(answer.message);
    await systemClock.sleep(500);
  }
}

/** The dock has the orders and positions of its product, of which only this contract is traded in the play. */
const isShown = (row: { readonly symbol: string }): boolean => row.symbol === symbol;
const title = (side: string): string => (side === "LONG" ? "Long" : "Short");

/** The core's answers, in the names of the page's rows. */
export async function enginePositions(client: Client): Promise<{ seq: number; rows: Rows }> {
  const { seq, rows } = await answered(() => client.call("positions", {}));
  return {
    seq,
    rows: new Map(
      rows.filter(isShown).map(({ posSide, qty, entryPrice, realisedPnl, figures }) => [
        title(posSide),
        {
          size: qty,
          value: figures.markValue,
          entry: entryPrice,
          mark: figures.markPrice,
          liquidation: figures.liquidationPrice,
          margin: figures.margin,
          ratio: figures.marginRatio,
          pnl: figures.uPnl,
          roe: figures.roe,
          realised: realisedPnl,
        },
      ]),
    ),
  };
}

export async function engineOrders(client: Client): Promise<Rows> {
  const { rows } = await answered(() => client.call("openOrders", {}));
  return new Map(
    rows
      .filter(isShown)
      .map(({ orderId, price, qty, filledQty }) => [orderId, { price, size: qty, filled: filledQty }]),
  );
}

export async function engineTriggers(client: Client): Promise<Rows> {
  const { rows } = await answered(() => client.call("triggerOrders", {}));
  return new Map(
    rows.filter(isShown).map(({ orderId, triggerPrice, qty }) => [orderId, { trigger: triggerPrice, size: qty }]),
  );
}

export async function engineAccount(client: Client): Promise<Readonly<Record<string, string>>> {
  const { rows } = await answered(() => client.call("marginAccounts", {}));
  const account = rows.find(({ asset, product }) => asset === "USDT" && product === 4);
  if (account === undefined) throw new Error("no margin account");
  const { equity, availOpen, uPnl, marginRatio } = account.figures;
  return { equity, available: availOpen, pnl: uPnl, ratio: marginRatio };
}

export async function engineBook(client: Client): Promise<{ asks: Level[]; bids: Level[] }> {
  const { rows } = await answered(() => client.call("depth", { symbol }));
  const side = (name: string, sign: number): Level[] =>
    rows
      .filter((row) => row.side === name)
      .map(({ price, qty }) => ({ price, qty }))
      .toSorted((a, b) => (Number(a.price) - Number(b.price)) * sign);
  return { asks: side("SELL", 1), bids: side("BUY", -1) };
}
