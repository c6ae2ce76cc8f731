import type { Pnl } from "@tidemark/contracts";
import { classNames } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { isZeroText, negated, shown, signedText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { m } from "./pnl-messages.ts";

/** What an analysis is about: an account and days of the browser's time zone, both included. */
export type PnlScope = {
  readonly product: 3 | 4;
  readonly asset: string;
  readonly decimals: number;
  readonly from: string;
  readonly to: string;
};

/** The lists that figures open into. */
export type PnlList = "positions" | "fills" | "funding";

type FigureLinkProps = {
  scope: PnlScope;
  list: PnlList;
  symbol?: string | undefined;
  /** Only this day of the range. */
  day?: string;
  label?: string;
  className?: string;
  testId?: string;
  children: ReactNode;
};

/** A figure that opens what it was made of. */
export function FigureLink({ scope, list, symbol, day, label, className, testId, children }: FigureLinkProps) {
  const { product, from, to } = scope;
  return (
    <Link
      to="/personal/orders/$kind"
      params={{ kind: list }}
      search={{ product, from: day ?? from, to: day ?? to, ...(symbol === undefined ? {} : { symbol }) }}
      aria-label={label}
      data-testid={testId}
      className={className}
    >
      {children}
    </Link>
  );
}

export const toneOf = (text: string): string =>
  isZeroText(text) ? "" : text.startsWith("-") ? "text-fall" : "text-rise";

/** Net = price PNL − fees ± funding ± what was forced. */
export function PnlSum({ total, scope }: { total: Pnl["total"]; scope: PnlScope }) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const print = (text: string) => own(signedText(text, scope.decimals));
  const terms = [
    { id: "pricePnl", label: t(m.pricePnl), text: total.pricePnl, list: "positions" },
    { id: "fees", label: t(m.fees), text: negated(total.fees), list: "fills" },
    { id: "funding", label: t(m.funding), text: total.funding, list: "funding" },
    ...(isZeroText(total.forced)
      ? []
      : [{ id: "forced", label: t(m.forced), text: total.forced, list: "positions" } as const]),
  ] as const;
  return (
    <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
      <div className="grid">
        <span className="text-12 text-muted">{t(m.net, { asset: scope.asset })}</span>
        <span data-testid="pnl-net" className={classNames("num text-40 leading-11 font-semibold", toneOf(total.net))}>
          {print(total.net)}
        </span>
      </div>
      {terms.map(({ id, label, text, list }, at) => (
        <div key={id} className="flex items-end gap-5">
          <span aria-hidden className="pb-0.5 text-20 text-muted">
            {at === 0 ? "=" : text.startsWith("-") ? "−" : "+"}
          </span>
          <div className="grid">
            <span className="text-12 text-muted">{label}</span>
            <FigureLink
              scope={scope}
              list={list}
              label={`${label}: ${print(text)}`}
              className="hint num text-20 leading-7 font-semibold hover:decoration-brand"
              testId={`pnl-${id}`}
            >
              {at === 0 ? print(text) : own(shown(text.replace(/^-/, ""), scope.decimals))}
            </FigureLink>
          </div>
        </div>
      ))}
    </div>
  );
}
