import type { Pnl } from "@tidemark/contracts";
import { classNames } from "@tidemark/kit-ui";
import { printUnits } from "@tidemark/money";
import { durationText } from "../../lib/format/duration-text.ts";
import { isZeroText, shownUnits, signedUnitsText } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { currentLang } from "../../lib/i18n/languages.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { FigureLink, type PnlScope } from "./pnl-figures.tsx";
import { percentText } from "./pnl-markets.tsx";
import { m } from "./pnl-messages.ts";
import { basisPoints } from "./pnl-model.ts";

const scale = 8;
/** Won and lost, how they are spread, and what an average one came to. */
export function PnlClosed({ pnl, scope }: { pnl: Pnl; scope: PnlScope }) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const { count, won, gains, losses, longestMs } = pnl.closed;
  const lost = count - won;
  const average = (sum: string, of: number) =>
    of === 0 ? "—" : own(signedUnitsText(requireUnits(sum) / BigInt(of), scope.decimals, scale));
  const costs = requireUnits(pnl.total.fees) - requireUnits(pnl.total.funding);
  const ratio =
    isZeroText(losses) || isZeroText(gains)
      ? "—"
      : `${shownUnits((requireUnits(gains) * 100n) / -requireUnits(losses), 2, 2)} : 1`;
  return (
    <section aria-label={t(m.positions)}>
      <h2 className="text-16 font-semibold">{t(m.positions)}</h2>
      <p className="mt-2 flex items-baseline justify-between text-13 text-muted">
        <span data-testid="pnl-won">{t(m.wonCount, { count: won })}</span>
        <FigureLink scope={scope} list="positions" className="num text-20 font-semibold text-ink" testId="pnl-win-rate">
          {percentText(basisPoints(won, count))}
        </FigureLink>
        <span>{t(m.lostCount, { count: lost })}</span>
      </p>
      <div aria-hidden dir="ltr" className="mt-1.5 flex h-1.5 gap-0.5 overflow-hidden rounded-control bg-hover">
        <span className="bg-rise-solid" style={{ width: `${count === 0 ? 0 : (won / count) * 100}%` }} />
        <span className="flex-1 bg-fall-solid" hidden={lost === 0} />
      </div>
      <Histogram closed={pnl.closed} scope={scope} />
      <dl className="mt-4 grid gap-2 text-13">
        {[
          { id: "averages", label: t(m.averages), text: `${average(gains, won)} / ${average(losses, lost)}` },
          { id: "ratio", label: t(m.ratio), text: ratio },
          { id: "longest", label: t(m.longest), text: count === 0 ? "—" : durationText(longestMs, currentLang()) },
          {
            id: "costs",
            label: t(m.costs, { asset: scope.asset }),
            text: isZeroText(gains) ? "—" : shownUnits((costs * 10_000n) / requireUnits(gains), 2, 2),
          },
        ].map(({ id, label, text }) => (
          <div key={id} className="flex justify-between gap-3">
            <dt className="text-muted">{label}</dt>
            <dd className="num font-medium">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Losses to the left of zero, gains to the right. */
function Histogram({ closed: { step, counts }, scope }: { closed: Pnl["closed"]; scope: PnlScope }) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const most = Math.max(...counts, 1);
  const half = counts.length / 2;
  const edge = (at: number) => own(signedUnitsText(BigInt(at - half) * requireUnits(step), scope.decimals, scale));
  const ends = [0, half, counts.length].map((at) => own(shortEdge(BigInt(at - half) * requireUnits(step))));
  return (
    <div dir="ltr" className="mt-4">
      <ul aria-label={t(m.histogram)} className="flex h-28 items-end gap-0.5" data-testid="pnl-histogram">
        {counts.map((count, at) => (
          <li
            key={at}
            title={t(m.bin, { count, from: edge(at), to: edge(at + 1) })}
            className={classNames("min-w-0 flex-1 rounded-t-tag", at < half ? "bg-fall-solid" : "bg-rise-solid")}
            style={{
              height: `${(count / most) * 100}%`,
              minHeight: count === 0 ? 1 : 3,
              opacity: count === 0 ? 0.25 : 0.85,
            }}
          >
            <span className="sr-only">{t(m.bin, { count, from: edge(at), to: edge(at + 1) })}</span>
          </li>
        ))}
      </ul>
      <div aria-hidden className="mt-1 flex justify-between border-t border-line-strong pt-1 text-11 text-muted">
        {ends.map((text, at) => (
          <span key={at} className="num">
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}

/** A round step needs no zeros behind it. */
function shortEdge(units: bigint): string {
  const text = printUnits(units < 0n ? -units : units, scale);
  if (units === 0n) return "0";
  return `${units < 0n ? "−" : "+"}${text}`;
}
