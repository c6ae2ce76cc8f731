import { buttonClassName, Skeleton } from "@tidemark/kit-ui";
import { isSimulatedPage } from "../../lib/client/page-hosts.ts";
import { hideBalance, useStored, valuationAsset } from "../../lib/storage/choices.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { hiddenAmount } from "../../lib/storage/own-amounts.ts";
import { HideButton } from "../menus/assets-menu.tsx";
import { hrefOf, PageLink } from "../page-link.tsx";
import { m } from "../menus/menus-messages.ts";
import { type AssetsTotal, From, type ShellSlots } from "../slots.tsx";
import { useEntryTexts, useMenu } from "../menus/use-menu.ts";

type DrawerTotalProps = { slots: ShellSlots; close: () => void; transfer: (run: () => void) => void };

/** The user's total in one line, with deposit, withdrawal and transfer. */
export function DrawerTotal({ slots, close, transfer }: DrawerTotalProps) {
  const t = useTexts();
  const textOf = useEntryTexts();
  const deposit = useMenu("wallet").find(({ id }) => id === "deposit");
  const { onTransfer } = slots;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-(--row-pad) py-4">
      {slots.total !== undefined && <From source={slots.total}>{(total) => <Total total={total} />}</From>}
      <div className="flex flex-1 justify-end gap-2 *:flex-auto">
        {onTransfer !== undefined && (
          <button type="button" onClick={() => transfer(() => onTransfer())} className={buttonClassName("ghost", "sm")}>
            {t(m.transfer)}
          </button>
        )}
        {!isSimulatedPage && deposit?.path !== undefined && (
          <PageLink href={hrefOf(deposit.path)} onClick={close} className={buttonClassName("primary", "sm")}>
            {textOf(deposit, "wallet")}
          </PageLink>
        )}
      </div>
    </div>
  );
}

function Total({ total }: { total: AssetsTotal | undefined }) {
  const t = useTexts();
  const asset = useStored(valuationAsset);
  const isHidden = useStored(hideBalance);
  return (
    <div>
      <p className="flex items-center gap-1 text-12 text-muted">
        {t(m.totalValue)}
        <HideButton />
      </p>
      <p className="text-20 font-semibold whitespace-nowrap">
        <span className="num">
          {total === undefined ? <Skeleton>00,000.00</Skeleton> : isHidden ? hiddenAmount : total.amount}
        </span>{" "}
        <span className="text-12 font-normal text-muted">{asset}</span>
      </p>
    </div>
  );
}
