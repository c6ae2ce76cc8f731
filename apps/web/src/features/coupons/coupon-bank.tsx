import { Note } from "@tidemark/kit-ui";
import { Ticket } from "lucide-react";
import type { ReactNode } from "react";
import { exactText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./coupon-messages.ts";
import { ClaimCoupon } from "./claim-coupon.tsx";
import { bankTermOf, depositTermOf } from "./coupon-rules.ts";
import { usePendingDeposit } from "./use-coupons.ts";

/** What the first deposit coupon that waits can bring, with the way to use it; nothing without one. */
export function CouponBank({ children }: { children: ReactNode }) {
  const t = useTexts();
  const first = usePendingDeposit();
  if (first === undefined) return null;
  const [hint, values] = bankTermOf(first);
  return (
    <div
      className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-panel bg-brand-soft px-4 py-3"
      data-testid="coupon-bank"
    >
      <Ticket aria-hidden size={20} className="flex-none text-brand" />
      <div className="min-w-0 flex-1">
        <p className="text-14 font-semibold">{t(m.back, { amount: exactText(first.couponAmount, 0) })}</p>
        <p className="text-13 text-pretty text-muted">{t(m[hint], values)}</p>
      </div>
      {first.isClaimable ? <ClaimCoupon id={first.couponId} testId="coupon-bank-claim" /> : children}
    </div>
  );
}

/** The same beside the addresses of a deposit, with the way to a claim: what arrives earns only by a transfer into derivatives. */
export function DepositCouponNote({ children }: { children: ReactNode }) {
  const t = useTexts();
  const first = usePendingDeposit();
  if (first === undefined) return null;
  const [text, values] = depositTermOf(first);
  return (
    <Note tone="brand" icon={<Ticket aria-hidden size={16} />}>
      <span data-testid="deposit-coupon">
        {t(m[text], values)} {first.isClaimable && children}
      </span>
    </Note>
  );
}
