import type { AppConfig } from "@tidemark/contracts";
import { classNames, Skeleton } from "@tidemark/kit-ui";
import { cutText } from "@tidemark/money";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { useConnection } from "../../../lib/client/connection.ts";
import { currentLang } from "../../../lib/i18n/languages.ts";
import { shown } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { amountText } from "../../../lib/format/amount-text.ts";
import { advertisedAmount, type FundLine, fundLineOf } from "../../../lib/plot/fund-line.ts";
import { FundPlot } from "../../../lib/plot/fund-plot.tsx";
import { m } from "../home-messages.ts";
import { HomeSection, SectionLead } from "../home-section.tsx";
import { useContractsNow, useFundChanges } from "../home-queries.ts";
import { textWith } from "../text-with.tsx";
import { useNearViewport } from "../use-near-viewport.ts";

const fundDecimals = 2;
/** It opens its explanation, so it is dotted like everything that does. */
const balanceClassName =
  "hint rounded-control decoration-line-strong! underline-offset-[0.22em]! hover:decoration-brand!";
const placeholderFunds = "000 BTC, 0,000 ETH";

export type InsuranceFundProps = { config: AppConfig["project"]["insuranceFund"]; fundPath: string };

/** The advertised amount, the ledger's balance and its course. The advertised amount is never shown alone. */
export function InsuranceFund({ config, fundPath }: InsuranceFundProps) {
  const t = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const isNear = useNearViewport(box);
  const { data, dataUpdatedAt, isError } = useFundChanges(config.asset, isNear);
  const isConnected = useConnection(({ state }) => state !== "stale");
  const line = data === undefined ? undefined : fundLineOf(data.list, dataUpdatedAt);
  const isUnavailable = line === undefined && (isError || data !== undefined);
  const isStale = line !== undefined && (isError || !isConnected);
  const promised = amountText(advertisedAmount(config, currentLang()), config.asset);
  const lead = isUnavailable
    ? t(m.fundSilent)
    : textWith(
        t,
        m.fundLead,
        "amount",
        line === undefined ? <Skeleton>{promised}</Skeleton> : <span className="num">{promised}</span>,
      );
  return (
    <HomeSection>
      <div ref={box} className="grid items-end gap-8 w1024:grid-cols-[4fr_7fr] w1024:gap-16">
        <SectionLead title={t(m.fundTitle)} lead={lead}>
          <Balance
            line={line}
            isUnavailable={isUnavailable}
            isStale={isStale}
            asset={config.asset}
            address={fundPath}
          />
          <OtherFunds isWanted={isNear} asset={config.asset} />
        </SectionLead>
        <FundPlot line={line} label={t(m.fundCourse)} isStale={isStale} isUnavailable={isUnavailable} />
      </div>
    </HomeSection>
  );
}

type BalanceProps = {
  line: FundLine | undefined;
  isUnavailable: boolean;
  isStale: boolean;
  asset: string;
  address: string;
};

function Balance({ line, isUnavailable, isStale, asset, address }: BalanceProps) {
  const t = useTexts();
  return (
    <div className="mt-8">
      <div className="flex items-center gap-2 text-13 text-muted">
        <span
          aria-hidden
          className={classNames(
            "size-1.5 rounded-full",
            isStale || isUnavailable ? "bg-warn" : line === undefined ? "bg-faint" : "animate-live bg-brand text-brand",
          )}
        />
        {t(m.fundNow)}
        {isStale && <span className="text-warn">{t(m.stale)}</span>}
      </div>
      <div className="text-28 leading-[1.1] font-semibold tracking-[-0.03em] whitespace-nowrap w768:text-40">
        <span className="num">
          {line === undefined ? (
            isUnavailable ? (
              "—"
            ) : (
              <Skeleton className="my-0! h-[0.7em]! align-middle">50,318,204.66</Skeleton>
            )
          ) : (
            <Link to={address} className={balanceClassName} data-testid="home-fund">
              {shown(line.now.balance, fundDecimals)}
            </Link>
          )}{" "}
          <span className="text-16 font-normal tracking-normal text-muted">{asset}</span>
        </span>
      </div>
    </div>
  );
}

/** Contracts settled in a coin have a fund in that coin; each fund is listed once. */
function OtherFunds({ isWanted, asset }: { isWanted: boolean; asset: string }) {
  const t = useTexts();
  const { data } = useContractsNow(isWanted);
  const byAsset = new Map(data?.rows.map(({ figures }) => [figures.settle, figures.insuranceFund]));
  byAsset.delete(asset);
  const texts = [...byAsset].map(([settle, balance]) => amountText(trimmed(balance), settle));
  if (data !== undefined && texts.length === 0) return null;
  // Until loaded, a text of similar length keeps the space.
  const funds = data === undefined ? placeholderFunds : texts.join(", ");
  return (
    <p className={classNames("mt-3 text-13 text-pretty text-muted", data === undefined && "invisible")}>
      {t(m.fundOthers, { funds })}
    </p>
  );
}

/** Two decimals, where there are any. */
const trimmed = (balance: string): string => cutText(balance, fundDecimals).replace(/\.00$/, "");
