import type { AnswerOf } from "@tidemark/kit-client";
import { BeforeAfter, Receipt, ReceiptLine, Skeleton, type TidePrice, TideRule } from "@tidemark/kit-ui";
import { printUnits } from "@tidemark/money";
import type { ReactNode } from "react";
import { useLive } from "../../../lib/client/live.ts";
import { usePreview } from "../../../lib/client/use-preview.ts";
import { RefusalNote } from "../../../lib/dialogs/refusal-note.tsx";
import { shown, shownUnits } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../../lib/markets/market.ts";
import { lotsOf, ticksOf, valueOf } from "../../../lib/markets/market-value.ts";
import { useEngineFigures } from "../../../session/position-figures.ts";
import { askKindOf } from "../shell/ask-kind.ts";
import { ConfirmDialog } from "../shell/confirm-dialog.tsx";
import { m } from "../shell/confirm-messages.ts";
import { type ContractFacts, type PressedOrder, sideFor } from "./contract-form.ts";
import { intentText, m as contractTexts } from "./contract-messages.ts";
import type { ContractTicketTopics } from "./use-contract-form.ts";

export type ContractConfirmProps = {
  market: ContractMarket;
  pressed: PressedOrder;
  facts: ContractFacts;
  topics: ContractTicketTopics;
  onConfirm: () => void;
  onClose: () => void;
};

const none = "—";

/** What the order would do to the position, as the engine's preview answers, before it is sent. */
export function ContractConfirm(props: ContractConfirmProps) {
  const { market, pressed, facts, topics, onConfirm, onClose } = props;
  const t = useTexts();
  const { ask, form, posSide } = pressed;
  const preview = usePreview("previewOrder", ask);
  const isAnswered = !preview.isOld && (preview.data !== undefined || preview.refusal !== undefined);
  const answer = preview.isOld ? undefined : preview.data;
  const after = answer?.position;
  // What waits for a price changes no position yet; any other order does, so its lines keep their place until they are known.
  const isPositionShown = after !== undefined || (!isAnswered && form.trigger === undefined);
  const held = useLive(topics.positions).rows.find((row) => row.symbol === market.symbol && row.posSide === posSide);
  const figures = useEngineFigures(topics.userId, held !== undefined)(market.symbol, posSide);
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
      kind={askKindOf(form, form.use)}
      look={sideFor(form.use, posSide) === "BUY" ? "buy" : "sell"}
      submitLabel={t(m.buttonSize, { intent, size, asset: market.sizeUnit })}
      isRefused={preview.isRefused}
      isWaiting={!isAnswered}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <OrderRule
        market={market}
        prices={{ ...exits, order: orderPrice ?? ask.triggerPrice, mark: facts.mark }}
        before={before}
        after={after}
      />
      {preview.refusal !== undefined && <RefusalNote text={preview.refusal} />}
      <Receipt isPlain>
        <OrderMoney {...{ market, pressed, facts, answer }} isRefused={preview.refusal !== undefined} />
        {isPositionShown && (
          <>
            <Change
              label={t(m.position)}
              before={shown(before.qty ?? "0", market.sizeDecimals)}
              after={after === undefined ? undefined : `${shown(after.qty, market.sizeDecimals)} ${market.sizeUnit}`}
              testId="confirm-position"
            />
            <Change
              label={t(m.entry)}
              before={price(before.entry)}
              after={after === undefined ? undefined : price(after.entryPrice)}
            />
            <Change
              label={t(m.liquidation)}
              before={price(before.liquidation)}
              after={after === undefined ? undefined : price(after.liquidationPrice)}
              testId="confirm-liquidation"
            />
          </>
        )}
        <Ratio answer={answer} />
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

type Answer = AnswerOf<"previewOrder"> | undefined;
type MoneyProps = Pick<ContractConfirmProps, "market" | "pressed" | "facts"> & { answer: Answer; isRefused: boolean };

function OrderMoney({ market, pressed, facts, answer, isRefused }: MoneyProps) {
  const t = useTexts();
  const { form, posSide, ask, ticks, marginIfSent } = pressed;
  const { scale } = market.settleAsset;
  const decimals = Math.max(4, market.valueDecimals);
  const value = valueOf(market, ticks, lotsOf(market, ask.qty));
  const unit = <span className="font-normal text-muted">{market.valueUnit}</span>;
  /** What an answer does not have is none, what is not answered yet is unknown. */
  const known = (text: string | undefined) => (answer === undefined ? undefined : (text ?? ""));
  const money = (text: string | undefined): ReactNode =>
    text !== undefined ? (
      <>
        <span className="num">{text === "" ? none : shown(text, decimals)}</span> {unit}
      </>
    ) : !isRefused ? (
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
      {form.use === "open" && (
        <ReceiptLine label={t(m.margin, { leverage: String(facts.leverage[posSide]) })} testId="confirm-margin">
          {money(marginIfSent === undefined ? known(answer?.initialMargin) : printUnits(marginIfSent, scale))}
        </ReceiptLine>
      )}
      {form.use === "close" && (
        <ReceiptLine label={t(m.realised)} testId="confirm-pnl">
          {money(known(answer?.realisedPnl))}
        </ReceiptLine>
      )}
      <ReceiptLine label={t(m.fee)} testId="confirm-fee">
        {money(answer?.fee)}
      </ReceiptLine>
      {form.use === "open" && (
        <ReceiptLine label={t(form.trigger === undefined ? m.cost : contractTexts.reservedNow)} testId="confirm-cost">
          {money(answer?.reserve)}
        </ReceiptLine>
      )}
    </>
  );
}

function Ratio({ answer }: { answer: Answer }) {
  const t = useTexts();
  const ratio = answer?.marginRatio;
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

type ChangeProps = { label: string; before: string; after: string | undefined; testId?: string };

function Change({ label, testId, before, after }: ChangeProps) {
  const t = useTexts();
  return (
    <ReceiptLine label={label} {...(testId === undefined ? {} : { testId })}>
      {after === undefined ? (
        <Skeleton>104,250.0</Skeleton>
      ) : before === after ? (
        <span className="num">{after}</span>
      ) : (
        <BeforeAfter before={before} after={after} label={t(m.becomes)} />
      )}
    </ReceiptLine>
  );
}
