import type { CouponRow } from "@tidemark/contracts";
import { exactText, shown, signedText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./coupon-messages.ts";
import { heldFiguresOf } from "./held-rules.ts";
import { releaseFiguresOf } from "./release-rules.ts";

/** What a coupon that pays by fees, losses, profits or volume has brought, and what it asks for. */
export function HeldFigures({ row }: { row: CouponRow }) {
  const t = useTexts();
  const figures = [
    ...heldFiguresOf(row).map(([label, amount, unit]) =>
      unit === "%"
        ? ([label, `${amount}%`, ""] as const)
        : ([label, label === "totalResult" ? signedText(amount, 2) : shown(amount, 2), "USDT"] as const),
    ),
    // What one trade releases may be less than a cent, and can be claimed.
    ...releaseFiguresOf(row).map(([label, amount]) => [label, exactText(amount, 2), "USDT"] as const),
  ];
  if (figures.length === 0) return null;
  return (
    <dl className="grid gap-1 text-12" data-testid="coupon-figures">
      {figures.map(([label, amount, unit]) => (
        <div key={label} className="flex justify-between gap-3">
          <dt className="text-muted">{t(m[label])}</dt>
          <dd>
            <span className="num">{amount}</span> {unit}
          </dd>
        </div>
      ))}
    </dl>
  );
}
