import type { PublishedAsset } from "@tidemark/contracts";
import { Receipt, ReceiptLine } from "@tidemark/kit-ui";
import type { ReactNode } from "react";
import { exactUnits } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m, systemNames } from "./proof-messages.ts";
import { systemParts } from "./system-parts.ts";

const Hinted = ({ text, hint }: { text: string; hint: string }): ReactNode => (
  <>
    {text}
    <small className="block text-12 font-normal text-muted">{hint}</small>
  </>
);

/** The sum of a root line by line, and how it stands against the coins that came and went by the ledger. */
export function SumParts({ asset, decimals }: { asset: PublishedAsset; decimals: number }) {
  const t = useTexts();
  const { scale } = asset;
  const amount = (units: bigint) => {
    const size = exactUnits(units < 0n ? -units : units, decimals, scale);
    return <span className="num">{units < 0n ? `−${size}` : size}</span>;
  };
  return (
    <section data-testid="sum-parts">
      <h2 className="text-16 font-semibold">{t(m.parts, { asset: asset.asset })}</h2>
      <p className="mt-0.5 pb-4 text-13 text-pretty text-muted">{t(m.partsHint)}</p>
      <Receipt>
        <ReceiptLine label={t(m.customers)}>{amount(BigInt(asset.customers))}</ReceiptLine>
        {systemParts(asset).map(({ id, units }) => (
          <ReceiptLine key={id} label={t(systemNames[id])} testId={`part-${id}`}>
            {amount(units)}
          </ReceiptLine>
        ))}
        <ReceiptLine label={t(m.sum)} isTotal testId="part-sum">
          {amount(BigInt(asset.sum))}
        </ReceiptLine>
        <ReceiptLine label={<Hinted text={t(m.uncovered)} hint={t(m.uncoveredHint)} />}>
          {amount(BigInt(asset.uncovered))}
        </ReceiptLine>
        <ReceiptLine label={<Hinted text={t(m.custody)} hint={t(m.custodyHint)} />} testId="part-custody">
          {amount(BigInt(asset.custody))}
        </ReceiptLine>
      </Receipt>
    </section>
  );
}
