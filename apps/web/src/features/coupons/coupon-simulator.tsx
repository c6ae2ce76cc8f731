import type { CouponRow } from "@tidemark/contracts";
import { DecimalField, finishedDecimal, Select, Unit } from "@tidemark/kit-ui";
import { useDeferredValue, useState } from "react";
import { shown } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { FactList } from "../../lib/markets/fact-list.tsx";
import { m } from "./coupon-messages.ts";
import { useCouponPreview } from "./use-coupons.ts";

type CouponSimulatorProps = { row: CouponRow; symbols: readonly string[] };

/** What a trade would count for a coupon, answered by the function that counts. */
export function CouponSimulator({ row, symbols }: CouponSimulatorProps) {
  const t = useTexts();
  const offered = row.symbols.length > 0 ? row.symbols : symbols;
  const [symbol, setSymbol] = useState(offered[0] ?? "");
  const [volume, setVolume] = useState("");
  const asked = useDeferredValue(finishedDecimal(volume));
  const { data } = useCouponPreview(row.id, symbol, asked);
  return (
    <section className="grid gap-3" data-testid="coupon-simulator">
      <h3 className="text-13 font-semibold">{t(m.simulator)}</h3>
      <Select
        label={t(m.market)}
        items={offered.map((id) => ({ id, label: id }))}
        selected={symbol}
        onSelect={setSymbol}
        testId="coupon-symbol"
      />
      <DecimalField label={t(m.tradeWorth)} value={volume} onChange={setVolume} decimals={2} testId="coupon-volume">
        <Unit>USDT</Unit>
      </DecimalField>
      {data !== undefined &&
        (data.isListed ? (
          <FactList
            facts={[
              {
                label: t(m.wouldCount),
                value: (
                  <span className="num" data-testid="coupon-would-count">
                    {shown(data.counted, 2)} USDT
                  </span>
                ),
              },
              ...(data.by === "CROSS" || data.by === "ISOLATED"
                ? [{ label: t(m.marginMode), value: <span data-testid="coupon-by">{t(m[data.by])}</span> }]
                : []),
              row.release === undefined
                ? { label: t(m.stillLeft), value: <span className="num">{shown(data.volumeLeft, 2)} USDT</span> }
                : { label: t(m.wouldRelease), value: <span className="num">{shown(data.releases, 2)} USDT</span> },
            ]}
          />
        ) : (
          <p className="text-13 text-muted">{t(m.notListed)}</p>
        ))}
    </section>
  );
}
