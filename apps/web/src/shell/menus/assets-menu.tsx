import type { MenuEntry } from "@tidemark/contracts";
import { buttonClassName, Skeleton } from "@tidemark/kit-ui";
import { ChevronRight, Eye, EyeOff, Ticket } from "lucide-react";
import { isSimulatedPage } from "../../lib/client/page-hosts.ts";
import { ValuationSwitch } from "../../lib/accounts/valuation-switch.tsx";
import { hideBalance, useStored } from "../../lib/storage/choices.ts";
import { hiddenAmount } from "../../lib/storage/own-amounts.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { rowLook } from "../looks.ts";
import { MenuIcon } from "./menu-icon.tsx";
import { ComingSoonTag } from "./coming-soon-tag.tsx";
import { hrefOf, PageLink } from "../page-link.tsx";
import { m } from "./menus-messages.ts";
import { type AssetsTotal, From, type ShellSlots } from "../slots.tsx";
import { useEntryTexts, useMenu } from "./use-menu.ts";

type AssetsMenuProps = { slots: ShellSlots; close: () => void };

/** The user's assets, with deposit, withdrawal and transfer. */
export function AssetsMenu({ slots, close }: AssetsMenuProps) {
  const wallet = useMenu("wallet");
  const accounts = wallet.filter(({ product }) => product !== undefined);
  const rest = wallet.filter(({ id, product }) => product === undefined && id !== "deposit" && id !== "withdrawal");
  return (
    <From source={slots.total}>
      {(total) => (
        <>
          {slots.total !== undefined && <Total total={total} />}
          <Accounts accounts={accounts} total={total} hasTotal={slots.total !== undefined} close={close} />
          <Shortcuts wallet={wallet} slots={slots} close={close} />
          <From source={slots.couponAmount}>
            {(amount) => (amount === undefined ? null : <CouponBank amount={amount} close={close} />)}
          </From>
          <ul className="border-t border-line py-2">
            {rest.map((entry) => (
              <li key={entry.id}>
                <Row entry={entry} close={close} />
              </li>
            ))}
          </ul>
        </>
      )}
    </From>
  );
}

function Row({ entry, close }: { entry: MenuEntry; close: () => void }) {
  const textOf = useEntryTexts();
  return (
    <PageLink href={hrefOf(entry.path ?? "/")} onClick={close} className={rowLook}>
      <MenuIcon id={entry.id} />
      <span className="flex-1">{textOf(entry, "wallet")}</span>
      <ComingSoonTag path={entry.path} />
    </PageLink>
  );
}

export function HideButton() {
  const t = useTexts();
  const isHidden = useStored(hideBalance);
  return (
    <button
      type="button"
      aria-label={t(m.hideBalances)}
      aria-pressed={isHidden}
      onClick={() => hideBalance.set(!isHidden)}
      className="grid size-6 place-items-center rounded-control text-muted transition-colors hover:bg-hover hover:text-ink"
    >
      {isHidden ? <EyeOff aria-hidden size={14} /> : <Eye aria-hidden size={14} />}
    </button>
  );
}

function Total({ total }: { total: AssetsTotal | undefined }) {
  const t = useTexts();
  const isHidden = useStored(hideBalance);
  return (
    <div className="px-(--row-pad) pt-4 pb-3">
      <div className="flex items-center justify-between gap-3">
        <span className="flex items-center gap-1.5 text-13 text-muted">
          {t(m.totalValue)}
          <HideButton />
        </span>
        <ValuationSwitch />
      </div>
      <div className="num mt-1.5 w-fit text-28 leading-[1.15] font-semibold tracking-[-0.02em]">
        {total === undefined ? <Skeleton>00,000.00</Skeleton> : isHidden ? hiddenAmount : total.amount}
      </div>
      {(total === undefined || total.fiat !== undefined) && (
        <div className="num mt-0.5 w-fit text-13 text-muted">
          {total === undefined ? <Skeleton>≈ $00,000.00</Skeleton> : isHidden ? hiddenAmount : `≈ ${total.fiat}`}
        </div>
      )}
    </div>
  );
}

type AccountsProps = {
  accounts: readonly MenuEntry[];
  total: AssetsTotal | undefined;
  hasTotal: boolean;
  close: () => void;
};

function Accounts({ accounts, total, hasTotal, close }: AccountsProps) {
  const textOf = useEntryTexts();
  const isHidden = useStored(hideBalance);
  return (
    <ul className={hasTotal ? "pb-1" : "pt-2 pb-1"}>
      {accounts.map((entry) => {
        const amount = total?.byProduct[entry.product ?? 0];
        return (
          <li key={entry.id}>
            <PageLink
              href={hrefOf(entry.path ?? "/")}
              onClick={close}
              className="flex min-h-7.5 items-center justify-between gap-4 px-(--row-pad) text-13 text-muted transition-colors hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 max-w768:min-h-9"
            >
              <span className="flex-1">
                {textOf(entry, "wallet")}
                <ComingSoonTag path={entry.path} />
              </span>
              {hasTotal ? (
                <span className="num text-ink">
                  {total === undefined ? <Skeleton>00,000.00</Skeleton> : isHidden ? hiddenAmount : (amount ?? "--")}
                </span>
              ) : (
                <ChevronRight aria-hidden size={14} className="flip" />
              )}
            </PageLink>
          </li>
        );
      })}
    </ul>
  );
}

type ShortcutsProps = AssetsMenuProps & { wallet: readonly MenuEntry[] };

function Shortcuts({ wallet, slots, close }: ShortcutsProps) {
  const t = useTexts();
  const textOf = useEntryTexts();
  const { onTransfer } = slots;
  // Play money comes from no chain and leaves by none: on simulated pages the links would lead to real money.
  const links = isSimulatedPage ? [] : ["deposit", "withdrawal"].flatMap((id) => wallet.filter((one) => one.id === id));
  return (
    <div className="grid auto-cols-fr grid-flow-col gap-2 px-(--row-pad) pt-2 pb-4">
      {links.map((entry) => (
        <PageLink
          key={entry.id}
          href={hrefOf(entry.path ?? "/")}
          onClick={close}
          className={buttonClassName(entry.id === "deposit" ? "primary" : "ghost", "sm", "min-w-0 px-1!")}
        >
          <span className="truncate">{textOf(entry, "wallet")}</span>
        </PageLink>
      ))}
      {onTransfer !== undefined && (
        <button
          type="button"
          onClick={() => {
            close();
            onTransfer();
          }}
          data-testid="open-transfer"
          className={buttonClassName("ghost", "sm", "min-w-0 px-1!")}
        >
          <span className="truncate">{t(m.transfer)}</span>
        </button>
      )}
    </div>
  );
}

function CouponBank({ amount, close }: { amount: string; close: () => void }) {
  const t = useTexts();
  // The sentence is split at the amount, so that the amount can be styled in every language.
  const [before, after] = t(m.couponBack, { amount: "\u0000" }).split("\u0000");
  return (
    <PageLink
      href={hrefOf("/personal/coupon")}
      onClick={close}
      data-testid="coupon-back"
      className="flex items-center gap-3 bg-brand-soft px-(--row-pad) py-3 text-13 focus-visible:-outline-offset-2"
    >
      <Ticket aria-hidden size={16} className="flex-none text-brand" />
      <span className="flex-1">
        {before}
        <b className="num font-semibold text-brand">{amount}</b>
        {after}
      </span>
      <ChevronRight aria-hidden size={16} className="flip flex-none" />
    </PageLink>
  );
}
