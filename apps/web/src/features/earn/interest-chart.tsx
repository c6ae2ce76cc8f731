import type { AnswerOf } from "@tidemark/kit-client";
import { Segmented } from "@tidemark/kit-ui";
import { useState } from "react";
import { assetText } from "../../lib/format/asset-text.ts";
import { exactUnits } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { SumChart } from "../../lib/plot/sum-chart.tsx";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { m } from "./earn-messages.ts";

/** Interest of a coin added up over a range. */
export function InterestChart({ days }: { days: AnswerOf<"earnStatus">["days"] }) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const assets = [...new Set(days.map(({ asset }) => asset))];
  const [chosen, setChosen] = useState("");
  const asset = assets.includes(chosen) ? chosen : (assets[0] ?? "");
  const ofAsset = days
    .filter((one) => one.asset === asset)
    .map(({ day, amount }) => ({ day, units: requireUnits(amount) }));
  return (
    <SumChart
      title={t(m.interest)}
      days={ofAsset}
      sumText={(units) => t(m.highest, { amount: own(exactUnits(units, 2)), asset: assetText(asset) })}
      rangeLabel={t(m.range)}
      rangeTexts={{ "30D": t(m.days, { count: 30 }), "90D": t(m.days, { count: 90 }), "1Y": t(m.days, { count: 365 }) }}
      choices={
        assets.length > 1 && (
          <Segmented
            label={t(m.coin)}
            size="switch"
            items={assets.map((id) => ({ id, label: assetText(id) }))}
            selected={asset}
            onSelect={setChosen}
          />
        )
      }
      empty={<p className="self-center text-13 text-muted">{t(m.noInterest)}</p>}
      testId="earn-chart"
    />
  );
}
