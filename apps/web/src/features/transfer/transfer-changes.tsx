import type { AnswerOf } from "@tidemark/kit-client";
import { BeforeAfter, Receipt, ReceiptLine } from "@tidemark/kit-ui";
import { assetText } from "../../lib/format/asset-text.ts";
import { shown } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { m } from "./transfer-messages.ts";

type TransferPreview = AnswerOf<"previewTransfer">;
type Line = { readonly id: string; readonly label: string; readonly before: string; readonly after: string };

/** What the transfer would change besides the two balances, in the numbers of the command that performs it. */
export function TransferChanges({ preview, decimals }: { preview: TransferPreview; decimals: number }) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const amount = (text: string) => own(shown(text, decimals));
  const isForfeited = Number(preview.forfeited) > 0;
  const orNone = (text: string, suffix = "") => (text === "" ? "--" : `${text}${suffix}`);
  const lines: Line[] = [
    ...(isForfeited ? [{ id: "bonus", label: t(m.bonus), before: amount(preview.forfeited), after: amount("0") }] : []),
    ...preview.margins.flatMap(({ product, equity, marginRatio }) => [
      { id: `equity-${product}`, label: t(m.equity), before: amount(equity.before), after: amount(equity.after) },
      {
        id: `ratio-${product}`,
        label: t(m.marginRatio),
        before: orNone(marginRatio.before, "%"),
        after: orNone(marginRatio.after, "%"),
      },
    ]),
    ...preview.positions.map(({ symbol, posSide, liquidationPrice }) => ({
      id: `liquidation-${symbol}-${posSide}`,
      label: t(m.liquidation, {
        position: `${symbol.replace(/-PERP$/, "")} ${t(posSide === "SHORT" ? m.SHORT : m.LONG)}`,
      }),
      before: orNone(liquidationPrice.before),
      after: orNone(liquidationPrice.after),
    })),
    ...preview.pairs.map(({ symbol, level }) => ({
      id: `level-${symbol}`,
      label: t(m.level, { pair: symbol }),
      before: orNone(level.before === "" ? "" : shown(level.before, 2)),
      after: orNone(level.after === "" ? "" : shown(level.after, 2)),
    })),
  ];
  if (lines.length === 0) return null;
  return (
    <section className="grid gap-2" data-testid="transfer-changes">
      <h3 className="text-13 font-semibold">{t(m.changes)}</h3>
      <Receipt>
        {lines.map(({ id, label, before, after }) => (
          <ReceiptLine key={id} label={label} testId={`transfer-change-${id}`}>
            <BeforeAfter before={before} after={after} label={t(m.becomes)} />
          </ReceiptLine>
        ))}
      </Receipt>
      {isForfeited && <p className="text-12 text-muted">{t(m.bonusLost)}</p>}
    </section>
  );
}

type BonusAskProps = { type: "IN" | "OUT"; amount: string; asset: string; decimals: number };

/** The sentence of the question before bonus money is forfeited, or earned. */
export function BonusAsk({ type, amount, asset, decimals }: BonusAskProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  return (
    <p>
      {t(type === "OUT" ? m.bonusAsk : m.bonusEarned, {
        amount: own(shown(amount, decimals)),
        asset: assetText(asset),
      })}
    </p>
  );
}
