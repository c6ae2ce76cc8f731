import { BeforeAfter, Receipt, ReceiptLine, Skeleton, type TidePrice, TideRule } from "@tidemark/kit-ui";
import type { ReactNode } from "react";
import { useLive } from "../../../lib/client/live.ts";
import type { Preview } from "../../../lib/client/use-preview.ts";
import { RefusalNote } from "../../../lib/dialogs/refusal-note.tsx";
import { shown, shownUnits } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { PositionSide } from "../../../lib/markets/margin-settings.ts";
import type { ContractMarket } from "../../../lib/markets/market.ts";
import { ticksOf, valueOf } from "../../../lib/markets/market-value.ts";
import { useEngineFigures } from "../../../session/position-figures.ts";
import { askKindOf } from "../shell/ask-kind.ts";
import { ConfirmDialog } from "../shell/confirm-dialog.tsx";
import { m } from "../shell/confirm-messages.ts";
import {
  contractAskOf,
  type ContractFacts,
  type ContractForm,
  type ContractSummary,
  sideFor,
} from "./contract-form.ts";
import { intentText, m as contractTexts } from "./contract-messages.ts";
import type { ContractTicketTopics } from "./use-contract-form.ts";

export type ContractConfirmProps = {
  market: ContractMarket;
  posSide: PositionSide;
  form: ContractForm;
  facts: ContractFacts;
  summary: ContractSummary;
  preview: Preview<"previewOrder">;
  topics: ContractTicketTopics;
  onConfirm: () => void;
  onClose: () => void;
};

const none = "—";

/** What the order would do to the position, as the engine's preview answers, before it is sent. */
export function ContractConfirm(props: ContractConfirmProps) {
  const { market, posSide, form, facts, summary, preview, topics, onConfirm, onClose } = props;
  const t = useTexts();
  const ask = contractAskOf(form, market, facts, posSide);
  const held = useLive(topics.positions).rows.find((row) => row.symbol === market.symbol && row.posSide === posSide);
  const figures = useEngineFigures(topics.userId, held !== undefined)(market.symbol, posSide);
  if (ask === undefined) return null;
  const price = (text: string | undefined): string =>
    text === undefined || text === "" ? none : shown(text, market.priceDecimals);
  const size = shown(ask.qty, market.sizeDecimals);
  const orderPrice = "price" in ask ? ask.price : undefined;
  const exits = "tp" in ask || "sl" in ask ? { tp: ask.tp?.triggerPrice, sl: ask.sl?.triggerPrice } : undefined;
  const before = { liquidation: figures?.liquidationPrice, entry: held?.entryPrice, qty: held?.qty };
  const intent = t(intentText(form.use, posSide));
  const about = `${market.title} · ${t(m[ask.type])} · ${t(contractTexts[facts.mode])} ${facts.leverage[posSide]}×`;
  return (
    <ConfirmDialog
      title={intent}
      size={
        <>
          <span className="num">{size}</span> {market.sizeUnit}
        </>
      }
      about={about}
      price={orderPrice === undefined ? t(m.atMarket) : price(orderPrice)}
      kind={askKindOf(form, form.use) as "limit"}
      look={sideFor(form.use, posSide) === "BUY" ? "buy" : "sell"}
      submitLabel={t(m.buttonSize, { intent, size, asset: market.sizeUnit })}
      isRefused={preview.isRefused}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <OrderRule
        market={market}
        prices={{ ...exits, order: orderPrice ?? ask.triggerPrice, mark: facts.mark }}
        before={before}
        after={preview.data?.position}
      />
      {preview.refusal !== undefined && <RefusalNote text={preview.refusal} />}
      <Receipt isPlain>
        <OrderMoney {...{ market, posSide, form, facts, summary, preview }} />
        {preview.data?.position !== undefined && (
          <>
            <Change
              label={t(m.position)}
              before={
                before.qty === undefined ? shown("0", market.sizeDecimals) : shown(before.qty, market.sizeDecimals)
              }
              after={`${shown(preview.data.position.qty, market.sizeDecimals)} ${market.sizeUnit}`}
              testId="confirm-position"
            />
            <Change label={t(m.entry)} before={price(before.entry)} after={price(preview.data.position.entryPrice)} />
            <Change
              label={t(m.liquidation)}
              before={price(before.liquidation)}
              after={price(preview.data.position.liquidationPrice)}
              testId="confirm-liquidation"
            />
          </>
        )}
        <Ratio preview={preview} />
        {exits !== undefined && (
          <ReceiptLine label={t(m.exits)} testId="confirm-exits">
            <span className="num">
              {price(exits.tp)} / {price(exits.sl)}
            </span>
          </ReceiptLine>
        )}
      </Receipt>
    </ConfirmDialog>
  );
}

type RuleProps = {
  market: ContractMarket;
  prices: {
    tp?: string | undefined;
    sl?: string | undefined;
    order: string | undefined;
    mark: string | undefined;
  };
  before: { liquidation: string | undefined; entry: string | undefined };
  after: { readonly liquidationPrice: string; readonly entryPrice: string } | undefined;
};

/** Liquidation, mark and what the order brings always stay; the entry is left out first. */
function OrderRule({ market, prices, before, after }: RuleProps) {
  const t = useTexts();
  const at = (
    id: string,
    label: string,
    text: string | undefined,
    tone: TidePrice["tone"],
    from?: string,
  ): TidePrice[] =>
    text === undefined || text === ""
      ? []
      : [
          {
            id,
            label,
            text: shown(text, market.priceDecimals),
            ticks: ticksOf(market, text),
            tone,
            ...(from === undefined || from === ""
              ? {}
              : { from: { ticks: ticksOf(market, from), text: shown(from, market.priceDecimals) } }),
          },
        ];
  return (
    <TideRule
      label={t(m.prices)}
      prices={[
        ...at("liquidation", t(m.liqShort), after?.liquidationPrice, "liquidation", before.liquidation),
        ...at("mark", t(m.markShort), prices.mark, "mark"),
        ...at("tp", t(m.tpShort), prices.tp, "exit"),
        ...at("sl", t(m.slShort), prices.sl, "exit"),
        ...at("order", t(m.priceShort), prices.order, "entry"),
        ...(prices.order === after?.entryPrice ? [] : at("entry", t(m.entryShort), after?.entryPrice, "plain")),
      ]}
    />
  );
}

type MoneyProps = Pick<ContractConfirmProps, "market" | "posSide" | "form" | "facts" | "summary" | "preview">;

function OrderMoney({ market, posSide, form, facts, summary, preview }: MoneyProps) {
  const t = useTexts();
  const { ticks, lots, reserve } = summary[posSide];
  const { scale } = market.settleAsset;
  const decimals = Math.max(4, market.valueDecimals);
  const value = valueOf(market, ticks, lots);
  const margin = reserve?.initialMargin;
  const unit = <span className="font-normal text-muted">{market.valueUnit}</span>;
  const money = (text: string | undefined): ReactNode =>
    text !== undefined ? (
      <>
        <span className="num">{text === "" ? none : shown(text, decimals)}</span> {unit}
      </>
    ) : preview.refusal === undefined ? (
      <Skeleton>1,046.8100</Skeleton>
    ) : (
      none
    );
  return (
    <>
      <ReceiptLine label={t(m.value)} testId="confirm-value">
        <span className="num">{value === undefined ? none : shownUnits(value, market.valueDecimals, scale)}</span>{" "}
        {unit}
      </ReceiptLine>
      {form.use === "open" && margin !== undefined && (
        <ReceiptLine label={t(m.margin, { leverage: String(facts.leverage[posSide]) })} testId="confirm-margin">
          <span className="num">{shownUnits(margin, decimals, scale)}</span> {unit}
        </ReceiptLine>
      )}
      {form.use === "close" && (
        <ReceiptLine label={t(m.realised)} testId="confirm-pnl">
          {money(preview.data === undefined ? undefined : (preview.data.realisedPnl ?? ""))}
        </ReceiptLine>
      )}
      <ReceiptLine label={t(m.fee)} testId="confirm-fee">
        {money(preview.data?.fee)}
      </ReceiptLine>
      {form.use === "open" && (
        <ReceiptLine label={t(form.trigger === undefined ? m.cost : contractTexts.reservedNow)} testId="confirm-cost">
          {money(preview.data?.reserve)}
        </ReceiptLine>
      )}
    </>
  );
}

function Ratio({ preview }: { preview: Preview<"previewOrder"> }) {
  const t = useTexts();
  const ratio = preview.data?.marginRatio;
  if (ratio === undefined || (ratio.before === "" && ratio.after === "")) return null;
  const percent = (text: string) => (text === "" ? none : `${text}%`);
  return (
    <Change
      label={t(m.marginRatio)}
      before={percent(ratio.before)}
      after={percent(ratio.after)}
      testId="confirm-ratio"
    />
  );
}

function Change({ label, testId, ...values }: { label: string; before: string; after: string; testId?: string }) {
  const t = useTexts();
  return (
    <ReceiptLine label={label} {...(testId === undefined ? {} : { testId })}>
      {values.before === values.after ? (
        <span className="num">{values.after}</span>
      ) : (
        <BeforeAfter {...values} label={t(m.becomes)} />
      )}
    </ReceiptLine>
  );
}
