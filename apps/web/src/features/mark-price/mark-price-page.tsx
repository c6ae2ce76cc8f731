import { EmptyState, Skeleton, Tag } from "@tidemark/kit-ui";
import { useQuery } from "@tanstack/react-query";
import { Gauge } from "lucide-react";
import type { ReactNode } from "react";
import { answerOf } from "../../lib/client/answer.ts";
import { countdownText } from "../../lib/format/countdown-text.ts";
import { percentOfRate, shown } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { ContractPicker } from "../../lib/markets/contract-picker.tsx";
import { FactList } from "../../lib/markets/fact-list.tsx";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { useMarketRules } from "../../lib/markets/market-rules.ts";
import { FundingHistory } from "./funding-history.tsx";
import { IndexSources } from "./index-sources.tsx";
import { MarkMedian } from "./mark-median.tsx";
import { m } from "./mark-price-messages.ts";

/** Marks are made every second. */
const askEveryMs = 1_000;
const meta = { isQuiet: true };

function useMark(symbol: string) {
  const parts = useQuery({
    queryKey: ["mark-parts", symbol],
    queryFn: ({ signal }) => answerOf("markParts", { symbol }, signal),
    refetchInterval: askEveryMs,
    meta,
  });
  const { data: contracts } = useQuery({
    queryKey: ["contract", symbol],
    queryFn: ({ signal }) => answerOf("contracts", { symbol }, signal),
    refetchInterval: askEveryMs,
    meta,
  });
  const { data: rules } = useMarketRules(symbol);
  return { parts, contract: contracts?.rows[0], limits: rules?.rows[0]?.contract };
}

export type MarkPriceProps = {
  contracts: readonly ContractMarket[];
  market: ContractMarket;
  onSelect: (market: ContractMarket) => void;
  /** Beside the title: a link to the contract's rules. */
  children?: ReactNode;
};

/** Where the mark of a contract comes from: its sources, the three prices it is the middle of, and funding. */
export function MarkPricePage({ contracts, market, onSelect, children }: MarkPriceProps) {
  const t = useTexts();
  return (
    <main className="wrap pt-8 pb-4">
      <h1 className="text-28 leading-tight font-semibold tracking-[-0.02em]">{t(m.title)}</h1>
      <p className="mt-1 max-w-[64ch] text-14 text-pretty text-muted">{t(m.lead)}</p>
      <div className="mt-7 grid gap-6 w980:grid-cols-[200px_minmax(0,1fr)] w980:gap-12">
        <ContractPicker
          label={t(m.contracts)}
          searchLabel={t(m.search)}
          contracts={contracts}
          selected={market}
          onSelect={onSelect}
          sideOf={({ contract }) => contract.settle}
        />
        <OfContract key={market.symbol} market={market}>
          {children}
        </OfContract>
      </div>
    </main>
  );
}

function OfContract({ market, children }: { market: ContractMarket; children: ReactNode }) {
  const t = useTexts();
  const { parts, contract, limits } = useMark(market.symbol);
  const { data, dataUpdatedAt } = parts;
  if (data === undefined && parts.isError)
    return <EmptyState icon={<Gauge size={28} />} title={t(m.failed)} hint={t(m.failedHint)} />;
  const price = (text: string | undefined): ReactNode =>
    text === undefined ? (
      <Skeleton>000,000.0</Skeleton>
    ) : (
      <span className="num">{text === "" ? "—" : shown(text, market.priceDecimals)}</span>
    );
  const state = contract?.markState ?? "FRESH";
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-10">
      <section aria-label={market.title}>
        <div className="flex flex-wrap items-baseline justify-between gap-3">
          <h2 className="num text-20 font-semibold">{market.title}</h2>
          {children}
        </div>
        <dl className="mt-3 grid grid-cols-2 gap-4 w768:grid-cols-4">
          {[
            { label: t(m.mark), value: price(data?.mark), isFirst: true },
            { label: t(m.index), value: price(data?.index) },
            { label: t(m.last), value: price(data?.last) },
            {
              label: t(m.nextFunding),
              value:
                contract === undefined || data === undefined ? (
                  <Skeleton>00:00:00</Skeleton>
                ) : (
                  <span className="num">{countdownText(contract.nextFundingAt - dataUpdatedAt)}</span>
                ),
            },
          ].map(({ label, value, isFirst }) => (
            <div key={label}>
              <dt className="text-13 text-muted">{label}</dt>
              <dd
                data-testid={isFirst === true ? "mark-now" : undefined}
                className={`text-20 leading-7 font-semibold ${isFirst === true ? "text-brand" : ""}`}
              >
                {value}
              </dd>
            </div>
          ))}
        </dl>
        {state !== "FRESH" && (
          <p className="mt-3">
            <Tag tone="warn">{t(m[state])}</Tag>
          </p>
        )}
      </section>
      <MarkMedian market={market} parts={data} lastRate={contract?.lastRate} clampRate={limits?.markClamp} />
      <IndexSources market={market} sources={data?.sources} />
      <section>
        <h2 className="text-16 font-semibold">{t(m.funding)}</h2>
        <p className="mt-1 pb-2 text-13 text-muted">{t(m.fundingLead)}</p>
        <FactList
          isWide
          facts={[
            {
              label: t(m.premium),
              value: <Premium premium={data?.premium} samples={data?.premiumSamples} />,
            },
            { label: t(m.interest), value: <Rate rate={limits?.interestRate} /> },
            {
              label: t(m.rate),
              value: (
                <Rate rate={contract === undefined ? undefined : Number(requireUnits(contract.figures.fundingRate))} />
              ),
            },
            { label: t(m.cap), value: <Rate rate={limits?.fundingCap} prefix="±" /> },
          ]}
        />
        <p className="num mt-2 text-12 text-muted">{t(m.rateFormula)}</p>
      </section>
      <FundingHistory market={market} />
    </div>
  );
}

function Rate({ rate, prefix = "" }: { rate: number | undefined; prefix?: string }) {
  return <span className="num">{rate === undefined ? "—" : `${prefix}${percentOfRate(rate)}`}</span>;
}

function Premium({ premium, samples }: { premium: string | undefined; samples: number | undefined }) {
  const t = useTexts();
  if (premium === undefined || premium === "" || samples === undefined) return "—";
  return (
    <>
      <span className="num">{percentOfRate(Number(requireUnits(premium)))}</span>{" "}
      <span className="font-normal text-muted">{t(m.premiumMinutes, { count: String(samples) })}</span>
    </>
  );
}
