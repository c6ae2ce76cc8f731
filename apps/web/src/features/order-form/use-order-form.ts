import type { BalanceRow } from "@tidemark/contracts";
import { productIds } from "@tidemark/contracts";
import { toast } from "@tidemark/kit-ui";
import { useEffect, useReducer, useRef, useState } from "react";
import { client } from "../../lib/client/client.ts";
import type { SpotMarket } from "../../lib/markets/instruments.ts";
import { type Live, marketLive, useLive } from "../../lib/client/live.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { type BestPrices, bestPricesOf } from "./best-prices.ts";
import {
  askOf,
  emptyForm,
  type FormFacts,
  isBlocking,
  nextForm,
  type OrderForm,
  problemsOf,
  stepPrice,
  summaryOf,
} from "./order-form.ts";
import { m } from "./order-form-messages.ts";
import { requireUnits } from "../../lib/format/require-units.ts";

type Ask = Exclude<ReturnType<typeof askOf>, undefined>;

const bestEveryMs = 250;

/** The best prices for estimates, updated a few times a second. */
function useBestPrices(symbol: string): BestPrices {
  const depth = marketLive("depth", symbol);
  const [best, setBest] = useState<BestPrices>({ bestBid: undefined, bestAsk: undefined });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = () => {
      timer = undefined;
      const next = bestPricesOf(depth.change.rows);
      setBest((before) => (before.bestBid === next.bestBid && before.bestAsk === next.bestAsk ? before : next));
    };
    const end = depth.subscribe(() => (timer ??= setTimeout(take, bestEveryMs)));
    take();
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [depth]);
  return best;
}

const amountIn = (rows: readonly BalanceRow[], product: number, asset: string): bigint =>
  rows
    .filter((row) => row.product === product && row.asset === asset && row.bucket === "avail")
    .reduce((sum, row) => sum + requireUnits(row.amount), 0n);

export type PickedPrice = { readonly price: string };
export type OrderFormBinding = {
  market: SpotMarket;
  balances: Live<BalanceRow> | undefined;
  /** A price chosen in the book or chart; a new object each time. */
  picked: PickedPrice | undefined;
};

export function useOrderForm({ market, balances, picked }: OrderFormBinding) {
  const t = useTexts();
  const [form, step] = useReducer(nextForm, emptyForm);
  const [isSending, setIsSending] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const best = useBestPrices(market.symbol);
  const { state, rows } = useLive(balances);
  const isKnown = balances !== undefined && (state !== "loading" || rows.length > 0);
  const facts: FormFacts = {
    ...best,
    availableBase: isKnown ? amountIn(rows, productIds.spot, market.base) : undefined,
    availableQuote: isKnown ? amountIn(rows, productIds.spot, market.quote) : undefined,
  };
  const walletHas =
    amountIn(rows, productIds.wallet, market.base) + amountIn(rows, productIds.wallet, market.quote) > 0n;

  useEffect(() => {
    if (picked !== undefined) step({ type: "price_picked", price: picked.price });
  }, [picked]);

  // The first price is the market's; from then on only the user changes the field.
  const hasPrice = useRef(false);
  useEffect(() => {
    if (hasPrice.current || best.bestBid === undefined || best.bestAsk === undefined) return;
    hasPrice.current = true;
    if (form.price === "") step({ type: "price", text: form.side === "BUY" ? best.bestBid : best.bestAsk });
  }, [best, form.price, form.side]);

  const summary = summaryOf(form, market, facts);
  const problems = problemsOf(form, market, facts);

  /** An order whose outcome is unknown: submitting again sends it under the same key, so that no second order is placed. */
  const inDoubt = useRef<{ ask: Ask; form: OrderForm } | undefined>(undefined);

  async function place(): Promise<void> {
    const doubted = inDoubt.current?.form === form ? inDoubt.current.ask : undefined;
    const ask = doubted ?? askOf(form, market, facts, crypto.randomUUID());
    if (ask === undefined) {
      setIsAsked(true);
      return;
    }
    setIsAsked(false);
    setIsSending(true);
    const outcome = await client.call("placeOrder", ask);
    setIsSending(false);
    const isUnknown = !outcome.ok && (outcome.code === 0 || outcome.refusal === "UNKNOWN_RESULT");
    inDoubt.current = isUnknown ? { ask, form } : undefined;
    if (!outcome.ok) {
      if (isUnknown) toast.error(t(m.unknown), { description: t(m.askAgain) });
      else toast.error(t(m.refused), { description: outcome.message });
      return;
    }
    // Immediate orders are reported by their own notice; only resting orders need a toast here.
    if (form.type === "LIMIT" && form.tif === "GTC" && "qty" in ask)
      toast.success(t(m.placed, { side: t(form.side === "BUY" ? m.buy : m.sell), size: ask.qty, asset: market.base }));
    step({ type: "placed" });
  }

  return {
    form,
    step,
    summary,
    /** Missing fields are reported on submit; invalid ones at once. */
    problems: problems.filter((problem) => isAsked || !isBlocking(problem)),
    place: () => void place(),
    isSending,
    takeBest: () => {
      const price = form.side === "BUY" ? best.bestBid : best.bestAsk;
      if (price !== undefined) step({ type: "price", text: price });
    },
    stepPrice: (direction: 1 | -1) => step({ type: "price", text: stepPrice(form.price, direction, market) }),
    isEmptyAccount: facts.availableBase === 0n && facts.availableQuote === 0n,
    walletHas,
  };
}
