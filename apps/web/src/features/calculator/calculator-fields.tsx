import { Button, DecimalField, Segmented, Select, Unit } from "@tidemark/kit-ui";
import { useTexts } from "../../lib/i18n/texts.ts";
import { positionSides } from "../../lib/markets/margin-settings.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { m } from "./calculator-messages.ts";
import { type CalculatorBinding, fillsMax } from "./use-calculator.ts";

type FieldsProps = { market: ContractMarket; binding: CalculatorBinding };

const leverages = [1, 2, 3, 5, 10, 20, 25, 50, 75, 100, 125] as const;

/** What the calculation starts from. */
export function CalculatorFields({ market, binding }: FieldsProps) {
  const t = useTexts();
  const { tab, fields, set, last } = binding;
  if (tab === "average") return <FillFields market={market} binding={binding} />;
  return (
    <div className="grid content-start gap-2.5 text-12">
      <Segmented
        label={t(m.side)}
        items={positionSides.map((id) => ({ id, label: t(m[id]), testId: `calc-${id.toLowerCase()}` }))}
        selected={fields.posSide}
        onSelect={set.posSide}
      />
      <Select
        label={t(m.leverage)}
        size="field"
        items={leverages
          .filter((leverage) => leverage <= market.contract.maxLeverage)
          .map((leverage) => ({ id: String(leverage), label: `${leverage}×` }))}
        selected={String(fields.leverage)}
        onSelect={(leverage) => set.leverage(Number(leverage))}
        testId="calc-leverage"
      />
      <DecimalField
        isLabelInside
        label={t(m.entry)}
        value={fields.entry}
        onChange={set.entry}
        decimals={market.priceDecimals}
        testId="calc-entry"
      >
        <Button
          look="link"
          size="sm"
          onPress={() => set.entry(last)}
          className="-me-1 h-5! bg-brand-soft px-1.5! text-11! font-semibold!"
        >
          {t(m.last)}
        </Button>
      </DecimalField>
      {tab === "pnl" && (
        <DecimalField
          isLabelInside
          label={t(m.exit)}
          value={fields.exit}
          onChange={set.exit}
          decimals={market.priceDecimals}
          testId="calc-exit"
        >
          <Unit>{market.priceUnit}</Unit>
        </DecimalField>
      )}
      {tab === "target" && (
        <DecimalField
          isLabelInside
          label={t(m.want)}
          value={fields.wanted}
          onChange={set.wanted}
          decimals={2}
          testId="calc-wanted"
        >
          <Unit>%</Unit>
        </DecimalField>
      )}
      <DecimalField
        isLabelInside
        label={t(m.size)}
        value={fields.size}
        onChange={set.size}
        decimals={market.sizeDecimals}
        testId="calc-size"
      >
        <Unit>{market.sizeUnit}</Unit>
      </DecimalField>
      {tab === "liquidation" && (
        <>
          <DecimalField
            isLabelInside
            label={t(m.extra)}
            value={fields.extra}
            onChange={set.extra}
            decimals={market.valueDecimals}
            testId="calc-extra"
          >
            <Unit>{market.valueUnit}</Unit>
          </DecimalField>
          <p className="text-11 text-muted">{t(m.isolatedHint)}</p>
        </>
      )}
    </div>
  );
}

function FillFields({ market, binding: { fields, set } }: FieldsProps) {
  const t = useTexts();
  const change = (at: number, part: Partial<(typeof fields.fills)[number]>) =>
    set.fills(fields.fills.map((fill, i) => (i === at ? { ...fill, ...part } : fill)));
  return (
    <div className="grid content-start gap-2.5 text-12">
      {fields.fills.map((fill, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines are only added at the end
        <fieldset key={at} className="grid grid-cols-2 gap-2">
          <legend className="pb-1 text-muted">{t(m.fill, { number: String(at + 1) })}</legend>
          <DecimalField
            isLabelInside
            label={t(m.price)}
            value={fill.price}
            onChange={(price) => change(at, { price })}
            decimals={market.priceDecimals}
            testId={`calc-fill-price-${at}`}
          />
          <DecimalField
            isLabelInside
            label={t(m.size)}
            value={fill.size}
            onChange={(size) => change(at, { size })}
            decimals={market.sizeDecimals}
            testId={`calc-fill-size-${at}`}
          />
        </fieldset>
      ))}
      {fields.fills.length < fillsMax && (
        <Button size="sm" onPress={() => set.fills([...fields.fills, { price: "", size: "" }])}>
          {t(m.addFill)}
        </Button>
      )}
    </div>
  );
}
