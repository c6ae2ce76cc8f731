import { ChevronDown, TicketPercent } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { assetText } from "../../../lib/format/asset-text.ts";
import { shown } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../../lib/markets/market.ts";
import { useVouchers } from "./use-vouchers.ts";
import { m } from "./voucher-messages.ts";

const VoucherDialog = lazy(async () => ({ default: (await import("./voucher-dialog.tsx")).VoucherDialog }));

type VoucherRowProps = { market: ContractMarket; userId: string };

/** The vouchers of a trader that open a position here; nothing where there is none. */
export function VoucherRow({ market, userId }: VoucherRowProps) {
  const t = useTexts();
  const { vouchers, refresh } = useVouchers(market, userId);
  const [isOpen, setIsOpen] = useState(false);
  const [first] = vouchers;
  if (first === undefined) return null;
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="flex h-(--field-height) w-full items-center gap-2 rounded-control bg-brand-soft px-2.5 text-start"
        data-testid="ticket-voucher"
      >
        <TicketPercent aria-hidden size={16} className="flex-none text-brand" />
        <span className="min-w-0 truncate">{t(m.voucher)}</span>
        <span className="ms-auto flex-none text-muted">
          {t(m.covers, { amount: `${shown(first.bonusAmount, 2)} ${assetText(first.asset)}` })}
        </span>
        <ChevronDown aria-hidden size={14} className="flex-none text-muted" />
      </button>
      {isOpen && (
        <Suspense>
          <VoucherDialog
            market={market}
            vouchers={vouchers}
            onDone={() => {
              setIsOpen(false);
              refresh();
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
