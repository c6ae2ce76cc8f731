import type { Pnl } from "@tidemark/contracts";
import { classNames, Explained, PanelButton, Receipt, ReceiptLine } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { isZeroText, shown, signedText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { m } from "./pnl-messages.ts";
import { partsOf, type PnlList, type PnlPart } from "./pnl-model.ts";

/** What an analysis is about: an account and days of the browser's time zone, both included. */
export type PnlScope = {
  readonly product: 3 | 4;
  readonly asset: string;
  readonly decimals: number;
  readonly from: string;
  readonly to: string;
  /** The market of an account that has only one: lists are of a product, whose other accounts settle in other coins. */
  readonly only?: string | undefined;
};

/** A part of what the scope is about: a day, a market. */
type PnlPlace = { readonly symbol?: string | undefined; readonly day?: string };

type FigureLinkProps = PnlPlace & {
  scope: PnlScope;
  list: PnlList;
  label?: string;
  className?: string;
  testId?: string;
  children: ReactNode;
};

/** A figure that opens what it was made of. */
export function FigureLink({ scope, list, symbol, day, label, className, testId, children }: FigureLinkProps) {
  const { product, from, to, only } = scope;
  const market = symbol ?? only;
  return (
    <Link
      to="/personal/orders/$kind"
      params={{ kind: list }}
      search={{ product, from: day ?? from, to: day ?? to, ...(market === undefined ? {} : { symbol: market }) }}
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

/** The name of a part; what liquidations are is explained. */
function PartName({ id }: Pick<PnlPart, "id">) {
  const t = useTexts();
  if (id !== "forced") return t(m[id]);
  return (
    <Explained label={t(m.forced)} explanation={t(m.forcedHint)}>
      {t(m.forced)}
    </Explained>
  );
}

type NetPanelProps = PnlPlace & {
  sums: Pnl["total"];
  scope: PnlScope;
  label: string;
  face: ReactNode;
  faceClassName: string;
  testId: string;
};

/** A net amount that opens its parts, each with the list of its addends. */
export function NetPanel({ sums, scope, symbol, day, label, face, faceClassName, testId }: NetPanelProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const print = (text: string) => own(signedText(text, scope.decimals));
  return (
    <PanelButton
      label={label}
      face={face}
      faceClassName={faceClassName}
      panelClassName="w768:min-w-60"
      placement="bottom end"
      testId={testId}
    >
      {() => (
        <div className="px-4 pt-1 pb-5 w768:px-3.5 w768:py-3" data-testid="pnl-parts">
          <Receipt isPlain>
            {partsOf(sums).map(({ id, text, list }) => (
              <ReceiptLine key={id} label={<PartName id={id} />}>
                {list === undefined ? (
                  <span className="num">{print(text)}</span>
                ) : (
                  <FigureLink
                    scope={scope}
                    list={list}
                    symbol={symbol}
                    {...(day === undefined ? {} : { day })}
                    label={`${t(m[id])}: ${print(text)}`}
                    className="hint num hover:decoration-brand"
                    testId={`pnl-part-${id}`}
                  >
                    {print(text)}
                  </FigureLink>
                )}
              </ReceiptLine>
            ))}
            <ReceiptLine label={t(m.netPnl)} isTotal>
              <span className={classNames("num", toneOf(sums.net))}>{print(sums.net)}</span>
            </ReceiptLine>
          </Receipt>
        </div>
      )}
    </PanelButton>
  );
}

/** The net amount, and beside it the sum that it is. */
export function PnlSum({ total, scope }: { total: Pnl["total"]; scope: PnlScope }) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const print = (text: string) => own(signedText(text, scope.decimals));
  const face = "num text-20 leading-7 font-semibold";
  return (
    <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
      <div className="grid">
        <span className="text-12 text-muted">{t(m.net, { asset: scope.asset })}</span>
        <span data-testid="pnl-net" className={classNames("num text-40 leading-11 font-semibold", toneOf(total.net))}>
          {print(total.net)}
        </span>
      </div>
      {partsOf(total).map(({ id, text, list }, at) => {
        const amount = at === 0 ? print(text) : own(shown(text.replace(/^-/, ""), scope.decimals));
        return (
          <div key={id} className="flex items-end gap-5">
            <span aria-hidden className="pb-0.5 text-20 text-muted">
              {at === 0 ? "=" : text.startsWith("-") ? "−" : "+"}
            </span>
            <div className="grid justify-items-start">
              <span className="text-12 text-muted">
                <PartName id={id} />
              </span>
              {list === undefined ? (
                <span className={face} data-testid={`pnl-${id}`}>
                  <span className="sr-only">{print(text)}</span>
                  <span aria-hidden>{amount}</span>
                </span>
              ) : (
                <FigureLink
                  scope={scope}
                  list={list}
                  label={`${t(m[id])}: ${print(text)}`}
                  className={`hint hover:decoration-brand ${face}`}
                  testId={`pnl-${id}`}
                >
                  {amount}
                </FigureLink>
              )}
            </div>
          </div>
        );
      })}
    </div>
  );
}
