import type { AppConfig } from "@tidemark/contracts";
import { Button, EmptyState, Note, Segmented, Skeleton } from "@tidemark/kit-ui";
import { group } from "@tidemark/money";
import { useQuery } from "@tanstack/react-query";
import { ShieldAlert } from "lucide-react";
import { useState } from "react";
import { answerOf } from "../../lib/client/answer.ts";
import { shown } from "../../lib/format/number-text.ts";
import { currentLang } from "../../lib/i18n/languages.ts";
import { assetText } from "../../lib/format/asset-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { FactList } from "../../lib/markets/fact-list.tsx";
import { advertisedAmount } from "../../lib/plot/fund-line.ts";
import { FundPlot } from "../../lib/plot/fund-plot.tsx";
import { FundDays } from "./fund-days.tsx";
import { FundLosses } from "./fund-losses.tsx";
import { m } from "./fund-messages.ts";
import { dayLineOf, deleveragingsOf, type Fund } from "./fund-rules.ts";

const askEveryMs = 30_000;
const ranges = { month: 30, quarter: 120, year: 365 } as const;
type Range = keyof typeof ranges;
const rangeNames = Object.keys(ranges) as readonly Range[];

function useFundDays(fund: Fund | undefined, days: number) {
  return useQuery({
    queryKey: ["insurance-fund-days", fund?.id, days],
    queryFn: ({ signal }) =>
      answerOf("insuranceFundDays", { product: fund!.product, asset: fund!.asset, days }, signal),
    enabled: fund !== undefined,
    refetchInterval: askEveryMs,
    meta: { isQuiet: true },
  });
}

export type FundPageProps = {
  /** Undefined until loaded. */
  funds: readonly Fund[] | undefined;
  /** How a fund is called: its product and asset. */
  nameOf: (fund: Fund) => string;
  /** What is advertised, if anything; shown only once the balance of the fund in that asset stands beside it. */
  promise: AppConfig["project"]["insuranceFund"] | undefined;
};

/** The insurance fund: its balance from the ledger, its days as sums, and what happens when it cannot pay. */
export function FundPage({ funds, nameOf, promise }: FundPageProps) {
  const t = useTexts();
  const [chosen, setChosen] = useState<string>();
  const [range, setRange] = useState<Range>("quarter");
  const fund = funds?.find(({ id }) => id === chosen) ?? funds?.[0];
  const { data, dataUpdatedAt, isError, refetch } = useFundDays(fund, ranges[range]);
  const line = data === undefined ? undefined : dayLineOf(data.rows, dataUpdatedAt);
  const decimals = fund?.decimals ?? 2;
  const promised = data !== undefined && fund?.asset === promise?.asset ? promise : undefined;
  const isUnavailable = data === undefined && isError;
  return (
    <main className="wrap pt-8 pb-4">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-28 leading-tight font-semibold tracking-[-0.02em]">{t(m.title)}</h1>
          <p className="mt-1 max-w-[56ch] text-14 text-pretty text-muted">{t(m.lead)}</p>
        </div>
        {funds !== undefined && fund !== undefined && (
          <Segmented
            label={t(m.funds)}
            size="switch"
            items={funds.map((one) => ({ id: one.id, label: nameOf(one) }))}
            selected={fund.id}
            onSelect={setChosen}
            className="max-w-full overflow-x-auto"
          />
        )}
      </header>
      {isUnavailable ? (
        <EmptyState icon={<ShieldAlert size={28} />} title={t(m.failed)} hint="">
          <Button onPress={() => void refetch()}>{t(m.retry)}</Button>
        </EmptyState>
      ) : (
        <>
          <div className="mt-7 grid gap-8 w1024:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] w1024:gap-12">
            <section aria-label={t(m.balanceNow)}>
              <div className="flex flex-wrap items-end justify-between gap-3 pb-4">
                <div>
                  <p className="text-13 text-muted">{t(m.balanceNow)}</p>
                  <p
                    className="text-28 leading-[1.15] font-semibold tracking-[-0.03em] w768:text-40"
                    data-testid="fund-balance"
                  >
                    {data === undefined ? (
                      <Skeleton>50,000,000.00</Skeleton>
                    ) : (
                      <span className="num">{shown(data.balance, decimals)}</span>
                    )}{" "}
                    <span className="text-16 font-normal tracking-normal text-muted">
                      {assetText(fund?.asset ?? "")}
                    </span>
                  </p>
                </div>
                <Segmented
                  label={t(m.range)}
                  size="switch"
                  items={rangeNames.map((id) => ({ id, label: t(m[id]) }))}
                  selected={range}
                  onSelect={setRange}
                />
              </div>
              <FundPlot
                line={line}
                label={t(m.course)}
                isStale={isError}
                isUnavailable={data !== undefined && line === undefined}
              />
            </section>
            <section>
              <h2 className="pb-1 text-16 font-semibold">{t(m.behind)}</h2>
              <FactList
                facts={[
                  {
                    label: t(m.ledgerBalance),
                    value:
                      data === undefined ? (
                        <Skeleton>50,000,000.00</Skeleton>
                      ) : (
                        <Num text={shown(data.balance, decimals)} />
                      ),
                  },
                  ...(promised === undefined
                    ? []
                    : [
                        {
                          label: t(m.promised),
                          value: <Num text={group(advertisedAmount(promised, currentLang()))} />,
                        },
                      ]),
                  {
                    label: t(m.highest),
                    value: line === undefined ? "—" : <Num text={shown(line.highest.balance, decimals)} />,
                  },
                  {
                    label: t(m.deleveragings),
                    value: data === undefined ? "—" : <Num text={String(deleveragingsOf(data.rows))} />,
                  },
                ]}
              />
              {promised !== undefined && (
                <Note tone="info" className="mt-4">
                  {t(m.promiseNote)}
                </Note>
              )}
            </section>
          </div>
          <FundDays
            key={`${fund?.id} ${range}`}
            days={data?.rows}
            asset={assetText(fund?.asset ?? "")}
            decimals={decimals}
          />
          <FundLosses losses={data?.losses} asset={assetText(fund?.asset ?? "")} decimals={decimals} />
        </>
      )}
    </main>
  );
}

const Num = ({ text }: { text: string }) => <span className="num">{text}</span>;
