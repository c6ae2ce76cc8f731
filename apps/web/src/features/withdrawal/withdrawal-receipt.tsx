import { Gauge, Receipt, ReceiptLine, Skeleton } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import { exactUnits, shown } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import type { Counted, WithdrawalInfo } from "./withdrawal-form.ts";
import { m } from "./withdrawal-messages.ts";

export type AssetLook = { readonly asset: string; readonly scale: number; readonly displayDecimals: number };

/** An amount of the asset, in full, with its unit. */
export function Money({ units, of }: { units: bigint | undefined; of: AssetLook }) {
  return (
    <span className="whitespace-nowrap">
      <span className="num">{units === undefined ? "--" : exactUnits(units, of.displayDecimals, of.scale)}</span>{" "}
      <span className="font-normal text-muted">{of.asset}</span>
    </span>
  );
}

/** What is left of the day's limit, as a stock that drains. */
function Limit({ info, counted }: { info: WithdrawalInfo; counted: Counted | undefined }) {
  const t = useTexts();
  const limit = requireUnits(info.dayLimit);
  const share = limit === 0n ? 0 : Number((requireUnits(info.dayLeft) * 1_000n) / limit) / 1_000;
  const valueText = t(m.limitOf, { rest: shown(info.dayLeft, 2), limit: shown(info.dayLimit, 2) });
  return (
    <div className="grid gap-2 border-t border-line pt-4 text-13">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-muted">{t(m.limitLeft)}</span>
        <span className="font-medium" data-testid="withdrawal-limit">
          {valueText}
        </span>
      </div>
      <Gauge kind="left" label={t(m.limitLeft)} share={share} valueText={valueText} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-12 text-muted">
        <Link
          to="/personal/settings/profile"
          search={{ part: "verification" }}
          className="underline decoration-dotted underline-offset-3 hover:text-ink"
          data-testid="withdrawal-level"
        >
          {t(m.level, { level: String(info.level) })}
        </Link>
        {counted?.value !== undefined && (
          <span>
            {t(m.counts)} <span className="num">{exactUnits(counted.value, 2)}</span> USDT
          </span>
        )}
      </div>
    </div>
  );
}

type WithdrawalReceiptProps = {
  /** Undefined until loaded. */
  info: WithdrawalInfo | undefined;
  counted: Counted | undefined;
  /** Of the chosen network, as decimal text. */
  fee: string | undefined;
  of: AssetLook;
};

/** What the withdrawal comes to, counted while typing by the functions that the exchange decides by. */
export function WithdrawalReceipt({ info, counted, fee, of }: WithdrawalReceiptProps) {
  const t = useTexts();
  const { isHidden, own } = useOwnAmounts();
  const feeUnits = fee === undefined ? undefined : requireUnits(fee, of.scale);
  const isReviewed =
    info !== undefined && counted?.value !== undefined && counted.value >= requireUnits(info.reviewFrom);
  return (
    <div className="grid gap-4">
      <div>
        <p className="text-13 text-muted">{t(m.arrives)}</p>
        <p className="flex flex-wrap items-baseline gap-x-2 text-40 leading-tight font-semibold tracking-[-0.03em]">
          <span className={counted === undefined ? "num text-muted" : "num"} data-testid="withdrawal-arrives">
            {counted === undefined
              ? shown("0", of.displayDecimals)
              : exactUnits(counted.arrives, of.displayDecimals, of.scale)}
          </span>
          <span className="text-16 font-normal tracking-normal text-muted">{of.asset}</span>
        </p>
      </div>
      <Receipt isPlain>
        <ReceiptLine label={t(m.sent)} testId="withdrawal-sent">
          <Money units={counted?.amount} of={of} />
        </ReceiptLine>
        <ReceiptLine label={t(m.networkFee)} testId="withdrawal-fee">
          <Money units={feeUnits} of={of} />
        </ReceiptLine>
        <ReceiptLine label={t(m.rest)} testId="withdrawal-left">
          {isHidden ? (
            own("")
          ) : (
            <Money units={counted === undefined || counted.rest < 0n ? undefined : counted.rest} of={of} />
          )}
        </ReceiptLine>
      </Receipt>
      {info === undefined ? (
        <p className="border-t border-line pt-4 text-13">
          <Skeleton>{t(m.limitLeft)}</Skeleton>
        </p>
      ) : (
        <Limit info={info} counted={counted} />
      )}
      {isReviewed && (
        <p className="text-12 text-pretty text-muted" data-testid="withdrawal-will-review">
          {t(m.willReview, { amount: shown(info.reviewFrom, 2) })}
        </p>
      )}
    </div>
  );
}
