import type { AskOf } from "@tidemark/kit-client";
import { toast } from "@tidemark/kit-ui";
import { group, printUnits } from "@tidemark/money";
import { useRef } from "react";
import { client } from "../../../lib/client/client.ts";
import { isUnknownOutcome } from "../../../lib/client/unknown-outcome.ts";
import { requireUnits } from "../../../lib/format/require-units.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { MarginMarket } from "../../../lib/markets/market.ts";
import type { FirstStep } from "../shell/use-placing.ts";
import { m } from "./margin-messages.ts";

type Doubt = { readonly form: object; readonly ask: AskOf<"borrow"> };
type Filled = { readonly side: string; readonly filledQty: string; readonly filledValue: string; readonly fee: string };

/** What an order brought after its fee, which is paid in the asset received. */
const receivedOf = ({ side, filledQty, filledValue, fee }: Filled): bigint =>
  requireUnits(side === "BUY" ? filledQty : filledValue) - requireUnits(fee);

/** The command before an order and the one after it. The engine has one for each, so that each has an outcome of its own. */
export function useLoanSteps(market: MarginMarket) {
  const t = useTexts();
  /** A loan whose outcome is unknown: the next press of the same form asks about it under the same key, so that no second one is taken. */
  const inDoubt = useRef<Doubt | undefined>(undefined);

  async function borrow(form: object, asset: string, amount: bigint): Promise<FirstStep | undefined> {
    const doubted = inDoubt.current?.form === form ? inDoubt.current.ask : undefined;
    if (amount === 0n && doubted === undefined) return { keptText: undefined };
    const requestId = crypto.randomUUID();
    const ask = doubted ?? { symbol: market.symbol, asset, amount: printUnits(amount), requestId };
    const outcome = await client.call("borrow", ask);
    const isUnknown = isUnknownOutcome(outcome);
    inDoubt.current = isUnknown ? { form, ask } : undefined;
    if (outcome.ok) return { keptText: t(m.loanStays, { amount: group(ask.amount), asset }) };
    if (isUnknown) toast.error(t(m.borrowUnknown), { description: t(m.borrowAgain) });
    else toast.error(t(m.notBorrowed), { description: outcome.message });
    return undefined;
  }

  /** Repays with what the order has brought by now, at most the debt. */
  async function repayWith(orderId: string, asset: string, debt: bigint): Promise<void> {
    const found = await client.call("order", { orderId });
    if (!found.ok) return toast.error(t(m.notRepaid), { description: found.message });
    const received = receivedOf(found.value.order);
    if (received <= 0n) return toast.info(t(m.nothingFilled));
    const amount = printUnits(received < debt ? received : debt);
    const ask = { symbol: market.symbol, asset, amount, requestId: crypto.randomUUID() };
    const outcome = await client.call("repay", ask);
    if (outcome.ok) toast.success(t(m.repaidDone, { amount: group(amount), asset }));
    else toast.error(t(m.notRepaid), { description: outcome.message });
  }
  return { borrow, repayWith };
}
