import type { HoldingRow, MarginAccountNowRow } from "@tidemark/contracts";
import { Explained, Gauge } from "@tidemark/kit-ui";
import type { ReactNode } from "react";
import { assetText } from "../../lib/format/asset-text.ts";
import { shown, shownUnits, signedUnitsText, sumOf } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { m } from "./contract-messages.ts";
import type { StatementPart } from "./statement/statement-check.ts";

type EquityTermsProps = {
  row: HoldingRow;
  /** Undefined until loaded. */
  account: MarginAccountNowRow | undefined;
  decimals: number;
  onStatement: (part?: StatementPart) => void;
};

/** Equity of a contract account as a sum, and how much of it is bound. Terms that are in the ledger open their lines. */
export function EquityTerms({ row, account, decimals, onStatement }: EquityTermsProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const [total, uPnl] = [requireUnits(row.total), requireUnits(row.uPnl)];
  const [bonus, voucher] = [requireUnits(row.bonus), requireUnits(row.voucher)];
  const opened = (id: string, text: string, part?: StatementPart) => (
    <button
      type="button"
      onClick={() => onStatement(part)}
      className="num border-b border-dotted border-muted hover:border-ink"
      data-testid={`equity-${id}`}
    >
      {own(text)}
    </button>
  );
  const terms = [
    {
      id: "cash",
      label: t(m.ownCash),
      text: opened("cash", shownUnits(total - uPnl - bonus - voucher, decimals), "own"),
    },
    {
      id: "upnl",
      label: t(m.uPnl),
      text: (
        <span className="num" data-testid="equity-upnl">
          {own(signedUnitsText(uPnl, decimals, 8))}
        </span>
      ),
    },
    ...(bonus === 0n
      ? []
      : [{ id: "bonus", label: t(m.bonus), text: opened("bonus", shownUnits(bonus, decimals), "bonus") }]),
    ...(voucher === 0n
      ? []
      : [{ id: "voucher", label: t(m.voucher), text: opened("voucher", shownUnits(voucher, decimals), "voucher") }]),
  ];
  return (
    <div
      className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 border-y border-line py-4"
      data-testid={`equity-${row.product}-${row.asset}`}
    >
      <dl className="flex flex-wrap items-end gap-x-4 gap-y-3">
        {terms.map(({ id, label, text }, at) => (
          <Term key={id} label={label} {...(at > 0 ? { sign: "+" } : {})}>
            {text}
          </Term>
        ))}
        <Term sign="=" label={t(m.equity, { asset: assetText(row.asset) })}>
          {opened("total", shownUnits(total, decimals))}
        </Term>
      </dl>
      {account !== undefined && <MarginFigures row={row} account={account} decimals={decimals} />}
    </div>
  );
}

type TermProps = { label: ReactNode; /** What stands before it in the sum. */ sign?: string; children: ReactNode };

function Term({ label, sign, children }: TermProps) {
  return (
    <div className={sign === undefined ? undefined : "grid grid-cols-[auto_auto] gap-x-4"}>
      {sign !== undefined && (
        <span aria-hidden className="row-span-2 self-end pb-0.5 text-muted">
          {sign}
        </span>
      )}
      <dt className="text-12 text-muted">{label}</dt>
      <dd className="text-16 font-semibold">{children}</dd>
    </div>
  );
}

/** From this share on the engine warns; at 1 it liquidates. */
const warningShare = 0.8;

type MarginFiguresProps = { row: HoldingRow; account: MarginAccountNowRow; decimals: number };

function MarginFigures({ row, account, decimals }: MarginFiguresProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const { initialMargin, orderMargin, availOut, marginRatio } = account.figures;
  // What isolated positions and their orders bind has left the cross account.
  const inUse = shownUnits(sumOf([initialMargin, orderMargin, row.isolated, row.held]), decimals);
  const ratio = marginRatio === "" ? "—" : `${marginRatio}%`;
  return (
    <dl className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <Term label={t(m.marginInUse)}>
        <span className="num" data-testid="margin-in-use">
          {own(inUse)}
        </span>
      </Term>
      <Term label={t(m.canLeave)}>
        <span className="num" data-testid="margin-can-leave">
          {own(shown(availOut, decimals))}
        </span>
      </Term>
      <Term
        label={
          <Explained label={t(m.marginRatio)} explanation={t(m.ratioHint)}>
            {t(m.marginRatio)}
          </Explained>
        }
      >
        <span className="grid w-32 gap-1.5">
          <span className="num w-fit" data-testid="liquidation-ratio">
            {ratio}
          </span>
          <Gauge
            isPlain
            label={t(m.marginRatio)}
            share={marginRatio === "" ? 0 : Number(marginRatio) / 100}
            valueText={ratio}
            ticks={[warningShare]}
            className="mb-1"
          />
        </span>
      </Term>
    </dl>
  );
}
