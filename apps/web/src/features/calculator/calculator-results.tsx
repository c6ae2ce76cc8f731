import { classNames, Receipt, ReceiptLine, TideRule } from "@tidemark/kit-ui";
import { floorDiv, printUnits } from "@tidemark/money";
import type { ReactNode } from "react";
import { priceOfTicks } from "../../lib/exits/exit-entry.ts";
import { percentOfRate, shown, shownUnits, signedUnitsText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { ticksOf } from "../../lib/markets/market-value.ts";
import { m } from "./calculator-messages.ts";
import { liquidationFormula } from "./formula-text.ts";
import type { CalculatorBinding } from "./use-calculator.ts";

type ResultsProps = { market: ContractMarket; binding: CalculatorBinding };

/** The result first, then what it consists of. */
export function CalculatorResults(props: ResultsProps) {
  switch (props.binding.tab) {
    case "pnl":
      return <PnlResults {...props} />;
    case "target":
      return <TargetResults {...props} />;
    case "liquidation":
      return <LiquidationResults {...props} />;
    case "average":
      return <AverageResults {...props} />;
  }
}

function Figure({ label, value, note, tone }: { label: string; value: string; note?: ReactNode; tone?: string }) {
  return (
    <div className="grid">
      <span className="text-12 text-muted">{label}</span>
      <output
        className={classNames("num text-28 leading-9 font-semibold tracking-[-0.02em]", tone)}
        data-testid="calc-result"
      >
        {value}
      </output>
      {note !== undefined && <span className="num text-12 text-muted">{note}</span>}
    </div>
  );
}

const none = "—";

function useMoney(market: ContractMarket) {
  const { scale } = market.settleAsset;
  return {
    money: (units: bigint): string => shownUnits(units, market.valueDecimals, scale),
    signed: (units: bigint): string => signedUnitsText(units, market.valueDecimals, scale),
    price: (ticks: number): string => shown(priceOfTicks(market, ticks), market.priceDecimals),
  };
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <ReceiptLine label={label}>
    <span className="num">{children}</span>
  </ReceiptLine>
);

/** How far a price is from the entry, in percent with its sign. */
const distance = (ticks: number, entry: number): string =>
  `${signedUnitsText(floorDiv((BigInt(ticks) - BigInt(entry)) * 10_000n, BigInt(entry)), 2, 2)}%`;

function PnlResults({ market, binding: { pnl } }: ResultsProps) {
  const t = useTexts();
  const { money, signed } = useMoney(market);
  if (pnl === undefined) return <Figure label={t(m.resultPnl)} value={none} note={t(m.empty)} />;
  return (
    <>
      <Figure
        label={`${t(m.resultPnl)} (${market.valueUnit})`}
        value={signed(pnl.pnl)}
        note={t(m.roe, { roe: `${signedUnitsText(pnl.roeBasisPoints, 2, 2)}%` })}
        tone={pnl.pnl < 0n ? "text-fall" : "text-rise"}
      />
      <Receipt>
        <Line label={t(m.margin)}>{money(pnl.margin)}</Line>
        <Line label={t(m.entryValue)}>{money(pnl.entryValue)}</Line>
        <Line label={t(m.exitValue)}>{money(pnl.exitValue)}</Line>
        <Line label={t(m.fees)}>{signed(-pnl.fees)}</Line>
        <Line label={t(m.net)}>{signed(pnl.net)}</Line>
      </Receipt>
    </>
  );
}

function TargetResults({ market, binding: { position, targetTicks, fields } }: ResultsProps) {
  const t = useTexts();
  const { price } = useMoney(market);
  if (position === undefined || targetTicks === undefined)
    return (
      <Figure
        label={t(m.resultTarget)}
        value={none}
        note={t(position === undefined || fields.wanted === "" ? m.empty : m.noTarget)}
      />
    );
  return (
    <>
      <Figure
        label={t(m.resultTarget)}
        value={price(targetTicks)}
        note={t(m.fromEntry, { percent: distance(targetTicks, position.entryTicks) })}
      />
      <TideRule
        label={t(m.rule)}
        prices={[
          {
            id: "entry",
            label: t(m.entry),
            text: price(position.entryTicks),
            ticks: position.entryTicks,
            tone: "entry",
          },
          { id: "target", label: t(m.resultTarget), text: price(targetTicks), ticks: targetTicks, tone: "exit" },
        ]}
      />
    </>
  );
}

function LiquidationResults({ market, binding: { position, liquidation: found } }: ResultsProps) {
  const t = useTexts();
  const { money, signed, price } = useMoney(market);
  if (position === undefined || found === undefined)
    return <Figure label={t(m.resultLiquidation)} value={none} note={t(position === undefined ? m.empty : m.never)} />;
  const { tier } = found;
  return (
    <>
      <Figure
        label={t(m.resultLiquidation)}
        value={price(found.ticks)}
        note={t(m.fromEntry, { percent: distance(found.ticks, position.entryTicks) })}
      />
      <TideRule
        label={t(m.rule)}
        prices={[
          { id: "liq", label: t(m.liqShort), text: price(found.ticks), ticks: found.ticks, tone: "liquidation" },
          {
            id: "entry",
            label: t(m.entry),
            text: price(position.entryTicks),
            ticks: position.entryTicks,
            tone: "entry",
          },
          ...(found.bankruptcyPrice === undefined
            ? []
            : [
                {
                  id: "bankrupt",
                  label: t(m.bankrupt),
                  text: shown(found.bankruptcyPrice, market.priceDecimals),
                  ticks: ticksOf(market, found.bankruptcyPrice),
                  tone: "plain" as const,
                },
              ]),
        ]}
      />
      <Receipt>
        <Line label={t(m.margin)}>{money(found.margin)}</Line>
        <Line label={t(m.valueThere)}>{money(found.valueThere)}</Line>
        <Line label={t(m.tier)}>
          {found.tierNumber}{" "}
          <span className="font-normal text-muted">
            {money(tier.floor)}–{money(tier.cap)}
          </span>
        </Line>
        <Line label={t(m.maintenance)}>
          {percentOfRate(tier.mmr)} − {money(tier.cum)} = {money(found.maintenance)}
        </Line>
        <Line label={t(m.lossThere)}>{signed(found.lossThere)}</Line>
      </Receipt>
      <div className="grid gap-1 text-12 text-muted">
        <h3>{t(m.worked)}</h3>
        <p className="num" dir="ltr" data-testid="calc-formula">
          {liquidationFormula(market, position, found)}
        </p>
      </div>
    </>
  );
}

function AverageResults({ market, binding: { average } }: ResultsProps) {
  const t = useTexts();
  const { money } = useMoney(market);
  if (average === undefined) return <Figure label={t(m.resultAverage)} value={none} note={t(m.empty)} />;
  return (
    <>
      <Figure label={t(m.resultAverage)} value={shown(average.price, market.priceDecimals)} />
      <Receipt>
        <Line label={t(m.totalSize)}>
          {shown(printUnits(BigInt(average.lots) * market.lot), market.sizeDecimals)} {market.sizeUnit}
        </Line>
        <Line label={t(m.totalValue)}>
          {money(average.value)} {market.valueUnit}
        </Line>
      </Receipt>
    </>
  );
}
