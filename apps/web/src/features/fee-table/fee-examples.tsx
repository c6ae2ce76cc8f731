import type { FeeLevelRow } from "@tidemark/contracts";
import { PageTable } from "@tidemark/kit-ui";
import { feeOf } from "@tidemark/money";
import { percentOfRate, shownUnits } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { FactList } from "../../lib/markets/fact-list.tsx";
import type { SpotMarket } from "../../lib/markets/market.ts";
import { useMarketRules } from "../../lib/markets/market-rules.ts";
import { m } from "./fee-messages.ts";

/** 100,000 in 1e-8. */
const exampleValue = 10_000_000_000_000n;

/** The first contract's, where all have the same: undefined until loaded. */
function useLiquidationFee(): number | undefined {
  const { data } = useMarketRules();
  return data?.rows.find(({ contract }) => contract !== undefined)?.contract?.liquidationFeeRate;
}

export type FeeExamplesProps = { level: FeeLevelRow; pairs: readonly SpotMarket[] };

/** What the rates mean in money, and what costs nothing or something else. */
export function FeeExamples({ level, pairs }: FeeExamplesProps) {
  const t = useTexts();
  const liquidationFee = useLiquidationFee();
  const pair = pairs.find(({ marginPair }) => marginPair !== undefined);
  const products = [
    { name: t(m.spot), maker: level.spotMaker, taker: level.spotTaker },
    { name: t(m.contracts), maker: level.contractMaker, taker: level.contractTaker },
  ];
  const cost = (rate: number, times = 1n) => (
    <span className="num">{shownUnits(feeOf(exampleValue, rate) * times, 2)}</span>
  );
  return (
    <div className="mt-10 grid gap-10 w980:grid-cols-2 w980:gap-12">
      <section>
        <h2 className="text-16 font-semibold">{t(m.costs)}</h2>
        <p className="text-12 text-muted">{t(m.costsAt, { level: String(level.level) })}</p>
        <PageTable
          isDense
          label={t(m.costs)}
          columns={[
            { id: "product", label: t(m.product), isLabelHidden: true },
            { id: "maker", label: t(m.maker), align: "end" },
            { id: "taker", label: t(m.taker), align: "end" },
            { id: "both", label: t(m.inAndOut), align: "end" },
          ]}
          rows={products}
          keyOf={({ name }) => name}
          cellOf={(product, column) => {
            if (column === "product") return product.name;
            if (column === "both") return cost(product.taker, 2n);
            return cost(column === "maker" ? product.maker : product.taker);
          }}
        />
      </section>
      <section>
        <h2 className="pb-2 text-16 font-semibold">{t(m.beside)}</h2>
        <FactList
          facts={[
            { label: t(m.funding), value: t(m.fundingText) },
            {
              label: t(m.liquidation),
              value: liquidationFee === undefined ? "—" : t(m.liquidationText, { rate: percentOfRate(liquidationFee) }),
            },
            ...(pair?.marginPair === undefined
              ? []
              : [
                  {
                    label: t(m.interest),
                    value: t(m.interestText, { rate: percentOfRate(pair.marginPair.quoteRate), asset: pair.quote }),
                  },
                ]),
            { label: t(m.transfer), value: <span className="num">0</span> },
            { label: t(m.withdrawal), value: t(m.withdrawalText) },
          ]}
        />
      </section>
    </div>
  );
}
