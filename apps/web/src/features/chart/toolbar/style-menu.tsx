import type { CandlePrice } from "@tidemark/contracts";
import { classNames, PanelButton, Segmented, Switch } from "@tidemark/kit-ui";
import { Check, ChevronDown } from "lucide-react";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { useChartChoices } from "../chart-choices.ts";
import { m } from "../chart-messages.ts";
import { chartStyles } from "../styles/chart-styles.ts";
import { StyleGlyph } from "../styles/style-glyph.tsx";
import { toolClass } from "./tool-class.ts";

/** The seven styles, which price is drawn, and the volume. */
export function StyleMenu({ prices, price }: { prices: readonly CandlePrice[]; price: CandlePrice }) {
  const t = useTexts();
  const style = useChartChoices((state) => state.style);
  const hasVolume = useChartChoices((state) => state.hasVolume);
  return (
    <PanelButton
      label={t(m.style)}
      face={
        <>
          <StyleGlyph style={style} />
          <ChevronDown size={14} />
        </>
      }
      faceClassName={toolClass}
      panelClassName="w768:w-62"
      testId="chart-style"
    >
      {(close) => (
        <div className="py-1.5">
          {chartStyles.map((id) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === style}
              data-testid={`style-${id}`}
              onClick={() => {
                useChartChoices.setState({ style: id });
                close();
              }}
              className={classNames(
                "flex min-h-8 w-full items-center gap-3 px-3 text-start text-ink hover:bg-hover focus-visible:-outline-offset-2",
                id === style && "bg-hover",
              )}
            >
              <StyleGlyph style={id} />
              <span className="flex-1">{t(m[id])}</span>
              {id === style ? (
                <Check size={14} className="text-brand" />
              ) : (
                id === "heikinAshi" && <span className="text-12 text-muted">{t(m.averaged)}</span>
              )}
            </button>
          ))}
          <div className="mt-1.5 grid gap-1 border-t border-line px-3 pt-2">
            <div className="flex items-center justify-between">
              <span>{t(m.price)}</span>
              <Segmented
                label={t(m.price)}
                size="mini"
                items={prices.map((id) => ({ id, label: t(m[id]) }))}
                selected={price}
                onSelect={(id) => useChartChoices.setState({ price: id })}
              />
            </div>
            <Switch
              isOn={hasVolume}
              onChange={(isOn) => useChartChoices.setState({ hasVolume: isOn })}
              className="min-h-7"
            >
              {t(m.showVolume)}
            </Switch>
          </div>
        </div>
      )}
    </PanelButton>
  );
}
