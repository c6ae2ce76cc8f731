import { type BalanceRow, productIds } from "@tidemark/contracts";
import { Button, Skeleton } from "@tidemark/kit-ui";
import type { SpotMarket } from "../../lib/markets/market.ts";
import { type Live, useLive } from "../../lib/client/live.ts";
import { shownUnits } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { HideAmounts } from "./hide-amounts.tsx";
import { m } from "./assets-messages.ts";
import { holdingOf } from "./balances.ts";

export type AccountBoxProps = { balances: Live<BalanceRow> | undefined; market: SpotMarket; onTransfer: () => void };

/** The spot balances of the two coins of this market. */
export function AccountBox({ balances, market, onTransfer }: AccountBoxProps) {
  const t = useTexts();
  const { state, rows } = useLive(balances);
  const { own } = useOwnAmounts();
  const coins = [
    { asset: market.base, decimals: market.baseAsset.displayDecimals },
    { asset: market.quote, decimals: market.quoteDecimals },
  ];
  const number = (units: bigint, decimals: number) => own(shownUnits(units, decimals));
  return (
    <section
      aria-label={t(m.spotAccount)}
      className="grid flex-none gap-1.75 border-t border-line px-3 pt-2.5 pb-3 text-12 max-w768:border-0"
    >
      <h2 className="flex items-center justify-between font-medium">
        {t(m.spotAccount)}
        <HideAmounts />
      </h2>
      {coins.map(({ asset, decimals }) => {
        const { avail } = holdingOf(rows, productIds.spot, asset);
        return (
          <div key={asset} className="flex justify-between">
            <span className="text-muted">{asset}</span>
            {state === "loading" ? (
              <Skeleton>53,214.80</Skeleton>
            ) : (
              <span className="num font-medium" data-testid={`balance-${asset}`}>
                {number(avail, decimals)}
              </span>
            )}
          </div>
        );
      })}
      <div className="flex justify-between gap-3">
        <span className="text-muted">{t(m.inOrders)}</span>
        {state === "loading" ? (
          <Skeleton>36,112.00 USDT</Skeleton>
        ) : (
          <span className="flex flex-wrap justify-end gap-x-3">
            {coins.map(({ asset, decimals }) => (
              <span key={asset}>
                <span className="num font-medium" data-testid={`hold-${asset}`}>
                  {number(holdingOf(rows, productIds.spot, asset).hold, decimals)}
                </span>{" "}
                <span className="text-muted">{asset}</span>
              </span>
            ))}
          </span>
        )}
      </div>
      <Button onPress={onTransfer} className="mt-0.5 max-w768:h-9">
        {t(m.transfer)}
      </Button>
    </section>
  );
}
