import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { shortText } from "@tidemark/money";
import { useEffect, useRef } from "react";
import { answerOf } from "../../lib/client/answer.ts";
import { marketLive, useDrawing } from "../../lib/client/live.ts";
import { pathInExchange } from "../../lib/client/page-hosts.ts";
import { percentOfRate, shown, unknownPrice } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { m } from "./contract-stats-messages.ts";
import { countdownText } from "../../lib/format/countdown-text.ts";
import { liveNumberClass, Stat } from "./stat.tsx";

/** The rate of the running interval and the open interest move slowly. */
const askEveryMs = 5_000;

function useContractFigures(symbol: string) {
  const { data } = useQuery({
    queryKey: ["contract", symbol],
    queryFn: ({ signal }) => answerOf("contracts", { symbol }, signal),
    refetchInterval: askEveryMs,
    meta: { isQuiet: true },
  });
  return data?.rows[0]?.figures;
}

type LivePriceProps = { market: ContractMarket; of: "mark" | "index"; testId: string };

/** Mark or index, drawn outside React: they change every second. */
function LivePrice({ market, of, testId }: LivePriceProps) {
  const t = useTexts();
  const text = useRef<HTMLSpanElement>(null);
  const contract = marketLive("contract", market.symbol);
  useDrawing([contract], () => {
    const row = contract.change.rows[0];
    if (text.current === null || row === undefined) return;
    const isStale = of === "mark" && row.markState !== "FRESH";
    text.current.dataset.known = "";
    text.current.textContent = row[of] === "" ? "—" : shown(row[of], market.priceDecimals);
    text.current.dataset.stale = String(isStale);
    text.current.title = isStale ? t(m.markStale) : "";
  });
  return (
    <span ref={text} data-testid={testId} className={liveNumberClass}>
      {unknownPrice}
    </span>
  );
}

/** The time to the next funding. */
function Countdown({ symbol }: { symbol: string }) {
  const text = useRef<HTMLSpanElement>(null);
  const contract = marketLive("contract", symbol);
  useEffect(() => {
    const write = () => {
      const next = contract.change.rows[0]?.nextFundingAt;
      if (text.current !== null && next !== undefined) text.current.textContent = countdownText(next - Date.now());
    };
    write();
    const timer = setInterval(write, 1_000);
    return () => clearInterval(timer);
  }, [contract]);
  return <span ref={text}>--:--:--</span>;
}

/** The name of a figure that the page about the mark price explains: its sources, its parts and the history of the funding. */
function Explaining({ symbol, label }: { symbol: string; label: string }) {
  return (
    <Link
      to={pathInExchange("/contract/content/markPrice")}
      search={{ symbol }}
      className="hint rounded-control hover:decoration-brand"
    >
      {label}
    </Link>
  );
}

export function ContractStats({ market }: { market: ContractMarket }) {
  const t = useTexts();
  const figures = useContractFigures(market.symbol);
  return (
    <>
      <Stat label={<Explaining symbol={market.symbol} label={t(m.mark)} />}>
        <LivePrice market={market} of="mark" testId="mark-price" />
      </Stat>
      <Stat label={<Explaining symbol={market.symbol} label={t(m.index)} />}>
        <LivePrice market={market} of="index" testId="index-price" />
      </Stat>
      <Stat label={<Explaining symbol={market.symbol} label={t(m.funding)} />}>
        <span className="num" data-testid="funding">
          {figures === undefined ? "—" : percentOfRate(Number(requireUnits(figures.fundingRate)))} /{" "}
          <Countdown symbol={market.symbol} />
        </span>
      </Stat>
      <Stat label={t(m.openInterest, { asset: market.sizeUnit })}>
        <span className="num">{figures === undefined ? "—" : shortText(figures.openInterest)}</span>
      </Stat>
    </>
  );
}
