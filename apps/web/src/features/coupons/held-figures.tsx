import type { CouponRow } from "@tidemark/contracts";
import { shown } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./coupon-messages.ts";
import { heldFiguresOf } from "./held-rules.ts";

/** What a coupon that pays by fees, losses or profits has brought, and what it asks for. */
export function HeldFigures({ row }: { row: CouponRow }) {
  const t = useTexts();
  const figures = heldFiguresOf(row);
  if (figures.length === 0) return null;
  return (
    <dl className="grid gap-1 text-12" data-testid="coupon-figures">
      {figures.map(([label, amount]) => (
        <div key={label} className="flex justify-between gap-3">
          <dt className="text-muted">{t(m[label])}</dt>
          <dd>
            <span className="num">{shown(amount, 2)}</span> USDT
          </dd>
        </div>
      ))}
    </dl>
  );
}
