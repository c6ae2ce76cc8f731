import type { CouponDetail } from "@tidemark/contracts";
import { amountText } from "../../lib/amount.ts";
import { useTexts } from "../../lib/texts.ts";
import { m } from "./coupon-messages.ts";

type Props = Pick<CouponDetail, "coupon" | "invalidation">;

/** Profit that the coupon's bonus made: what invalidating would take of it, and once it is decided what was taken and what is lacking. */
export function Clawback({ coupon: { asset }, invalidation }: Props) {
  const t = useTexts();
  const { how, clawback, decided } = invalidation;
  if (decided === null && how === "NOT_POSSIBLE") return null;
  if (decided === null && clawback === null)
    return (
      <p className="text-12 text-muted" data-testid="clawback">
        {t(m.profitUnknown)}
      </p>
    );
  const { profit } = decided ?? clawback!;
  if (Number(profit) === 0 && how !== "RECALL") return null;
  const [took, lacks] = decided === null ? [clawback!.takes, clawback!.lacks] : [decided.taken, decided.receivable];
  const rows = [
    [m.profit, profit],
    [decided === null ? m.wouldTake : m.took, took],
    [m.receivable, lacks],
  ] as const;
  return (
    <dl className="grid w-full gap-1 text-12" data-testid="clawback">
      {rows.map(([title, amount]) => (
        <div key={title.id} className="flex justify-between gap-3">
          <dt className="text-muted">{t(title)}</dt>
          <dd className="num">{amount === null ? t(m.notSaid) : `${amountText(amount)} ${asset}`}</dd>
        </div>
      ))}
    </dl>
  );
}
