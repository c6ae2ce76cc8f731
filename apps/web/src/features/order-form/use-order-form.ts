import type { BalanceRow } from "@tidemark/contracts";
import { productIds } from "@tidemark/contracts";
import { toast } from "@tidemark/kit-ui";
import { parseUnits } from "@tidemark/money";
import { useEffect, useReducer, useRef, useState } from "react";
import { client } from "../../lib/client.ts";
import type { SpotMarket } from "../../lib/directory.ts";
import { type Live, marketLive, useLive } from "../../lib/live.ts";
import { useWords } from "../../lib/words.ts";
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

type Ask = Exclude<ReturnType<typeof askOf>, undefined>;

const bestEveryMs = 250;

/** The best prices for estimates: a few times a second is as often as a reader can follow. */
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
    .reduce((sum, row) => sum + (parseUnits(row.amount) ?? 0n), 0n);

export type PickedPrice = { readonly price: string };
export type OrderFormBinding = {
  market: SpotMarket;
  balances: Live<BalanceRow> | undefined;
  /** A price chosen in the book or chart; a new object each time. */
  picked: PickedPrice | undefined;
};

export function useOrderForm({ market, balances, picked }: OrderFormBinding) {
  const t = useWords();
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

  // The first price is the market's; from then on the field is the trader's alone.
  const hasPrice = useRef(false);
  useEffect(() => {
    if (hasPrice.current || best.bestBid === undefined || best.bestAsk === undefined) return;
    hasPrice.current = true;
    if (form.price === "") step({ type: "price", text: form.side === "BUY" ? best.bestBid : best.bestAsk });
  }, [best, form.price, form.side]);

  const summary = summaryOf(form, market, facts);
  const problems = problemsOf(form, market, facts);

  /** The order whose fate is not known: pressing the button again asks about it under the same key instead of placing a second one. */
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
    // How an immediate order ended is told by its own notice; only what waits needs a word here.
    if (form.type === "LIMIT" && form.tif === "GTC" && "qty" in ask)
      toast.success(t(m.placed, { side: t(form.side === "BUY" ? m.buy : m.sell), size: ask.qty, asset: market.base }));
    step({ type: "placed" });
  }

  return {
    form,
    step,
    summary,
    /** What is missing is said when the trader wants to send; what is wrong, at once. */
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
