import { BeforeAfter, IconButton, Note, Receipt, ReceiptLine, Segmented, Skeleton, Slider } from "@tidemark/kit-ui";
import { Minus, Plus } from "lucide-react";
import { Fragment, useState } from "react";
import { client } from "../../lib/client/client.ts";
import { usePreview } from "../../lib/client/use-preview.ts";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { RefusalNote } from "../../lib/dialogs/refusal-note.tsx";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { leverageText, type MarginSettings, type PositionSide } from "../../lib/markets/margin-settings.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { useMarginAccount } from "../../session/margin-account.ts";
import { useEngineFigures } from "../../session/position-figures.ts";
import { availableEffect, effectOn, type HeldPosition, largestAt, sidesOf } from "./leverage-effect.ts";
import { m } from "./margin-settings-messages.ts";

export type LeverageDialogProps = {
  market: ContractMarket;
  settings: MarginSettings;
  /** Those of this contract. */
  positions: readonly HeldPosition[];
  userId: string;
  onClose: () => void;
};

/** 1, the largest, and round numbers between. */
const stopsOf = (max: number): { value: number; text: string }[] =>
  [1, ...[25, 50, 75, 100].filter((value) => value < max), max].map((value) => ({ value, text: `${value}×` }));

export function LeverageDialog({ market, settings, positions, userId, onClose }: LeverageDialogProps) {
  const t = useTexts();
  const { mode } = settings;
  const [side, setSide] = useState<PositionSide | "BOTH">("BOTH");
  const [leverage, setLeverage] = useState(settings.leverage.LONG);
  const max = market.contract.maxLeverage;
  const ask = { symbol: market.symbol, leverage, ...(side === "BOTH" || mode === "CROSS" ? {} : { posSide: side }) };
  const { data, refusal, isRefused, isOld } = usePreview("previewLeverage", ask);
  const preview = isOld ? undefined : data;
  const figuresFor = useEngineFigures(userId, positions.length > 0);
  const account = useMarginAccount(market, userId);
  const { submit, isPending } = useSubmit({
    isWhole: true,
    doneText: t(m.leverageSet, { contract: market.title, leverage: `${leverage}×` }),
    onDone: onClose,
  });
  const change = (next: number) => setLeverage(Math.min(max, Math.max(1, next)));
  const sides = sidesOf(mode, side);
  const touched = positions.filter(({ posSide }) => sides.some((one) => one === posSide));
  const available = availableEffect(market, account?.figures.availIso, preview);
  const isSame = sides.every((one) => settings.leverage[one] === leverage);
  return (
    <FormDialog
      title={t(m.leverageTitle)}
      submitLabel={t(m.setLeverage, { leverage: `${leverage}×` })}
      isPending={isPending}
      isDisabled={isSame || isRefused || isOld}
      onSubmit={() => void submit((requestId) => client.call("setLeverage", { ...ask, requestId }), ask)}
      onClose={onClose}
      testId="leverage"
    >
      <p className="-mt-2 text-13 text-muted">
        {t(m.leverageOf, { contract: market.title, mode: t(m[mode]), leverage: leverageText(settings.leverage) })}
      </p>
      {mode === "ISOLATED" && (
        <Segmented<PositionSide | "BOTH">
          label={t(m.appliesTo)}
          items={[
            { id: "BOTH", label: t(m.both) },
            { id: "LONG", label: t(m.LONG) },
            { id: "SHORT", label: t(m.SHORT) },
          ]}
          selected={side}
          onSelect={(next) => {
            setSide(next);
            setLeverage(settings.leverage[next === "SHORT" ? "SHORT" : "LONG"]);
          }}
        />
      )}
      <div className="grid gap-4">
        <div className="flex items-center justify-between rounded-control bg-field p-1">
          <IconButton aria-label={t(m.lower)} isDisabled={leverage <= 1} onPress={() => change(leverage - 1)}>
            <Minus size={16} />
          </IconButton>
          <output className="num text-20 font-semibold" data-testid="leverage-value">
            {leverage}×
          </output>
          <IconButton aria-label={t(m.higher)} isDisabled={leverage >= max} onPress={() => change(leverage + 1)}>
            <Plus size={16} />
          </IconButton>
        </div>
        <Slider
          label={t(m.leverageTitle)}
          value={leverage}
          onChange={change}
          min={1}
          max={max}
          stops={stopsOf(max)}
          className="[--slider-ground:var(--layer)]"
        />
      </div>
      <Receipt>
        {touched.map((position) => {
          const sideName = t(m[position.posSide === "LONG" ? "LONG" : "SHORT"]);
          const figures = figuresFor(market.symbol, position.posSide);
          const effect = effectOn({ market, mode, position, figures, leverage, preview });
          return (
            <Fragment key={position.posSide}>
              <ReceiptLine label={t(m.margin, { side: sideName })} testId={`leverage-margin-${position.posSide}`}>
                <Changed {...effect.margin} />
              </ReceiptLine>
              <ReceiptLine label={t(m.liquidation, { side: sideName })} testId={`leverage-liq-${position.posSide}`}>
                <Changed {...effect.liquidation} />
              </ReceiptLine>
            </Fragment>
          );
        })}
        {available !== undefined && (
          <ReceiptLine label={t(m.available)} testId="leverage-available">
            <Changed {...available} />
          </ReceiptLine>
        )}
        <ReceiptLine label={t(m.largest, { asset: market.valueUnit })}>
          <Changed
            before={largestAt(market, settings.leverage[sides[0]!]) ?? "—"}
            after={largestAt(market, leverage) ?? "—"}
          />
        </ReceiptLine>
      </Receipt>
      {refusal === undefined ? (
        <Note>{t(mode === "CROSS" ? m.crossHint : m.isolatedHint)}</Note>
      ) : (
        <RefusalNote text={refusal} />
      )}
    </FormDialog>
  );
}

/** Before and after; one number where nothing changes, a bar until it is known. */
function Changed({ before, after }: { before?: string; after?: string }) {
  const t = useTexts();
  if (before === undefined || after === undefined) return <Skeleton>4,796.97</Skeleton>;
  if (before !== after) return <BeforeAfter before={before} after={after} label={t(m.becomes)} />;
  return (
    <>
      <span className="num">{after}</span> <span className="font-normal text-muted">{t(m.unchanged)}</span>
    </>
  );
}
