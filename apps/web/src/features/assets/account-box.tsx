import { type BalanceRow, productIds } from "@tidemark/contracts";
import { Button, IconButton, Skeleton } from "@tidemark/kit-ui";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import type { SpotMarket } from "../../lib/markets/market.ts";
import { type Live, useLive } from "../../lib/client/live.ts";
import { shownUnits } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./assets-messages.ts";
import { holdingOf } from "./balances.ts";

export type AccountBoxProps = { balances: Live<BalanceRow> | undefined; market: SpotMarket; onTransfer: () => void };

/** The spot balances of the two coins of this market. */
export function AccountBox({ balances, market, onTransfer }: AccountBoxProps) {
  const t = useTexts();
  const { state, rows } = useLive(balances);
  const [isHidden, setIsHidden] = useState(false);
  const coins = [
    { asset: market.base, decimals: market.baseAsset.displayDecimals },
    { asset: market.quote, decimals: market.quoteDecimals },
  ];
  const number = (units: bigint, decimals: number) => (isHidden ? "••••••" : shownUnits(units, decimals));
  return (
    <section
      aria-label={t(m.spotAccount)}
      className="grid flex-none gap-1.75 border-t border-line px-3 pt-2.5 pb-3 text-12 max-w768:border-0"
    >
      <h2 className="flex items-center justify-between font-medium">
        {t(m.spotAccount)}
        <IconButton
          size="sm"
          aria-label={t(isHidden ? m.show : m.hide)}
          onPress={() => setIsHidden(!isHidden)}
          className="-my-1 -me-1.5"
        >
          {isHidden ? <EyeOff size={14} /> : <Eye size={14} />}
        </IconButton>
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
