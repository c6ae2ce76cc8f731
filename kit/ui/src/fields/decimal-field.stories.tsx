import { useState } from "react";
import { useStoryTexts } from "../../workshop/texts.ts";
import { Button } from "../buttons/button.tsx";
import { DecimalField, type DecimalFieldProps, Unit } from "./decimal-field.tsx";
import { FieldLine } from "./text-field.tsx";

export default { title: "Fields/Decimal" };

function StatefulField({ start, ...props }: Omit<DecimalFieldProps, "value" | "onChange"> & { start: string }) {
  const [text, setText] = useState(start);
  return <DecimalField {...props} value={text} onChange={setText} />;
}

function Numbers({ isInside }: { isInside: boolean }) {
  const t = useStoryTexts();
  const max = (
    <>
      <Unit>USDT</Unit>
      <FieldLine />
      <Button look="link" size="sm" className="-mx-2">
        {t.max}
      </Button>
    </>
  );
  const available = (
    <>
      {t.available} <span className="num text-ink">8,212.06 USDT</span>
      <a href="#deposit" className="font-medium text-brand">
        {t.deposit}
      </a>
    </>
  );
  return (
    <div className={isInside ? "grid max-w-75 gap-2 text-12" : "grid gap-5 w768:grid-cols-2"}>
      <StatefulField label={t.amount} start="" placeholder="0.00" decimals={8} isLabelInside={isInside}>
        <Unit>USDT</Unit>
      </StatefulField>
      <StatefulField label={t.amount} start="2500.00" decimals={2} isLarge action={available} isLabelInside={isInside}>
        {max}
      </StatefulField>
      <StatefulField label={t.amount} start="9000" decimals={2} problem={t.balanceShort} isLabelInside={isInside}>
        {max}
      </StatefulField>
      <StatefulField label={t.price} start="104286412000.4" decimals={1} isLabelInside={isInside}>
        <Unit>USDT</Unit>
      </StatefulField>
      <StatefulField label={t.size} start="0.00000001" decimals={8} isLabelInside={isInside}>
        <Unit>BTC</Unit>
      </StatefulField>
      <StatefulField
        label={t.leverage}
        start="40"
        decimals={0}
        min="1"
        max="125"
        hint={<span className="num">1–125×</span>}
        isLabelInside={isInside}
      >
        <Unit>×</Unit>
      </StatefulField>
      <StatefulField label={t.price} start="104286.4" decimals={1} isDisabled isLabelInside={isInside}>
        <Unit>USDT</Unit>
      </StatefulField>
    </div>
  );
}

export const Page = { render: () => <Numbers isInside={false} /> };
export const Ticket = {
  parameters: { density: "terminal" },
  render: () => (
    <div className="w-fit rounded-panel bg-surface p-3">
      <Numbers isInside />
    </div>
  ),
};
