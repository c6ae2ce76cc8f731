import type { DecidedWithdrawal } from "@tidemark/contracts";
import { classNames } from "@tidemark/kit-ui";
import { amountText } from "../../lib/amount.ts";
import { type Translate, useTexts } from "../../lib/texts.ts";
import { dayText, timeText } from "../../lib/time.ts";
import { m, payments, states } from "./withdrawal-messages.ts";

/** What the wallet last said of it: its state, what it waits for, and how deep it is in the chain. */
function paymentText(t: Translate, { payment }: DecidedWithdrawal): string {
  if (payment === null) return "–";
  const { state, reason, confirmations: count, needed } = payment;
  const depth = state === "MINED" || state === "PAID" ? t(m.confirmations, { count, needed }) : "";
  return [t(payments[state]), reason, depth].filter((text) => text !== "").join(" · ");
}

export function Decided({ list }: { list: readonly DecidedWithdrawal[] }) {
  const t = useTexts();
  const head = "h-8 px-2 text-start font-normal text-muted";
  const cell = "h-9 px-2";
  if (list.length === 0) return null;
  return (
    <section className="grid content-start gap-2 overflow-auto border-t border-line p-5">
      <h2 className="text-13 font-semibold">{t(m.decided)}</h2>
      <table aria-label={t(m.decided)} className="w-full border-collapse text-12">
        <thead>
          <tr>
            <th className={head}>{t(m.asked)}</th>
            <th className={head}>{t(m.account)}</th>
            <th className={classNames(head, "text-end!")}>{t(m.arrives)}</th>
            <th className={head}>{t(m.state)}</th>
            <th className={head}>{t(m.payment)}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <tr key={one.id} className="border-t border-line" data-testid="decided-row">
              <td className={classNames(cell, "num text-muted")}>{`${dayText(one.madeAt)} ${timeText(one.madeAt)}`}</td>
              <td className={classNames(cell, "num")}>{one.uid}</td>
              <td className={classNames(cell, "num text-end")}>{`${amountText(one.arrives)} ${one.asset}`}</td>
              <td className={cell}>{t(states[one.state])}</td>
              <td className={classNames(cell, "text-muted")} title={one.payment?.txid}>
                {paymentText(t, one)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
