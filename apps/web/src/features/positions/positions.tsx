import { Button, Cell, classNames, EmptyState, Row, Skeleton, Table, Tag } from "@tidemark/kit-ui";
import { Layers, Zap } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { type Live, marketLive, useLive } from "../../lib/client/live.ts";
import { useWidthFrom } from "../../lib/device/use-width.ts";
import { shown } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import { type Held, heldIn, type Position } from "./held-positions.ts";
import { figuresOf, signed } from "./position-figures.ts";
import { m } from "./positions-messages.ts";
import { type EngineFigures, useEngineFigures } from "../../session/position-figures.ts";

const FlashClose = lazy(async () => ({ default: (await import("./flash-close.tsx")).FlashClose }));

export type PositionsProps = { positions: Live<Position>; userId: string; scope: OrderScope };

export function Positions({ positions, userId, scope }: PositionsProps) {
  const t = useTexts();
  const { state, rows } = useLive(positions);
  const held = heldIn(scope, rows);
  const figuresFor = useEngineFigures(userId, held.length > 0);
  const isWide = useWidthFrom(768);
  const [closing, setClosing] = useState<Held>();
  if (state !== "loading" && held.length === 0)
    return <EmptyState icon={<Layers size={24} strokeWidth={1.5} />} title={t(m.emptyTitle)} hint={t(m.emptyHint)} />;
  const lines = held.map((one) => ({
    ...one,
    key: `${one.position.symbol} ${one.position.posSide}`,
    engine: figuresFor(one.position.symbol, one.position.posSide),
    onFlash: () => setClosing(one),
  }));
  return (
    <>
      {isWide ? (
        <Table
          label={t(m.title)}
          columns={[
            { id: "contract", label: t(m.contract) },
            { id: "size", label: t(m.size) },
            { id: "value", label: t(m.value) },
            { id: "entry", label: t(m.entry) },
            { id: "mark", label: t(m.mark) },
            { id: "liquidation", label: t(m.liquidation) },
            { id: "margin", label: t(m.margin) },
            { id: "pnl", label: t(m.pnl) },
            { id: "realised", label: t(m.realised) },
            { id: "actions", label: t(m.actions) },
          ]}
        >
          {lines.map(({ key, ...line }) => (
            <PositionLine key={key} {...line} />
          ))}
        </Table>
      ) : (
        <ul aria-label={t(m.title)} className="text-12">
          {lines.map(({ key, ...line }) => (
            <PositionCard key={key} {...line} />
          ))}
        </ul>
      )}
      {closing !== undefined && (
        <Suspense>
          <FlashClose
            market={closing.market}
            posSide={closing.position.posSide === "LONG" ? "LONG" : "SHORT"}
            qty={closing.position.qty}
            onClose={() => setClosing(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

type LineProps = Held & { engine: EngineFigures | undefined; onFlash: () => void };

/** The texts of one position, live with its contract's mark. */
function usePositionTexts({ market, position, engine }: Omit<LineProps, "onFlash">) {
  const t = useTexts();
  const mark = useLive(marketLive("contract", market.symbol)).rows[0]?.mark;
  const leverage = engine?.leverage;
  const figures = leverage === undefined ? undefined : figuresOf(market, position, mark, leverage);
  const { scale } = market.settleAsset;
  const price = (text: string | undefined) =>
    text === undefined ? undefined : text === "" ? "—" : shown(text, market.priceDecimals);
  const margin = engine?.mode === "ISOLATED" ? shown(position.isoMargin, market.valueDecimals) : figures?.crossMargin;
  return {
    side: t(m[position.posSide === "LONG" ? "LONG" : "SHORT"]),
    tone: position.posSide === "LONG" ? ("rise" as const) : ("fall" as const),
    settings: engine === undefined ? undefined : `${t(m[engine.mode])} ${engine.leverage}×`,
    size: shown(position.qty, market.sizeDecimals),
    value: figures?.value,
    entry: price(position.entryPrice) ?? "—",
    mark: price(mark),
    liquidation: price(engine?.liquidationPrice),
    margin,
    pnl: figures?.pnl,
    roe: figures?.roe,
    pnlClass: figures === undefined ? "" : figures.isGain ? "text-rise" : "text-fall",
    realised: signed(requireUnits(position.realisedPnl, scale), market.valueDecimals, scale),
  };
}

/** A number, or a bar as wide until it is known. */
function Known({ text, like, className }: { text: string | undefined; like: string; className?: string }) {
  return text === undefined ? (
    <Skeleton>{like}</Skeleton>
  ) : (
    <span className={classNames("num", className)}>{text}</span>
  );
}

function FlashButton({ onPress, className }: { onPress: () => void; className?: string }) {
  const t = useTexts();
  return (
    <Button size="sm" onPress={onPress} data-testid="flash-close-open" className={classNames("text-11", className)}>
      <Zap aria-hidden size={12} className="text-warn" />
      {t(m.flash)}
    </Button>
  );
}

function PositionLine({ onFlash, ...line }: LineProps) {
  const texts = usePositionTexts(line);
  const { market } = line;
  return (
    <Row testId="position-row" tone={texts.tone}>
      <Cell align="start">
        <b className="block font-semibold">{market.title}</b>
        <small className="text-11 text-muted">
          <span className={texts.tone === "rise" ? "text-rise" : "text-fall"}>{texts.side}</span>
          {texts.settings !== undefined && ` · ${texts.settings}`}
        </small>
      </Cell>
      <Cell testId="position-size">
        <span className="num">{texts.size}</span> <span className="text-muted">{market.sizeUnit}</span>
      </Cell>
      <Cell>
        <Known text={texts.value} like="191,878.70" />
      </Cell>
      <Cell testId="position-entry">
        <span className="num">{texts.entry}</span>
      </Cell>
      <Cell>
        <Known text={texts.mark} like="104,281.9" />
      </Cell>
      <Cell testId="position-liquidation">
        <Known text={texts.liquidation} like="99,124.3" />
      </Cell>
      <Cell>
        <Known text={texts.margin} like="4,796.97" />
      </Cell>
      <Cell testId="position-pnl">
        <Known text={texts.pnl} like="+1,963.83" className={texts.pnlClass} />
        <small className="block text-11">
          <Known text={texts.roe} like="+41.36%" className={texts.pnlClass} />
        </small>
      </Cell>
      <Cell>
        <span className="num">{texts.realised}</span>
      </Cell>
      <Cell>
        <FlashButton onPress={onFlash} className="group-hover/row:bg-line-strong" />
      </Cell>
    </Row>
  );
}

/** The phone's shape of the same row. */
function PositionCard({ onFlash, ...line }: LineProps) {
  const t = useTexts();
  const texts = usePositionTexts(line);
  const { market } = line;
  const fields = [
    { label: `${t(m.size)} (${market.sizeUnit})`, text: texts.size, like: "1.840" },
    { label: t(m.margin), text: texts.margin, like: "4,796.97" },
    { label: t(m.liquidation), text: texts.liquidation, like: "99,124.3" },
    { label: t(m.entry), text: texts.entry, like: "103,214.6" },
    { label: t(m.mark), text: texts.mark, like: "104,281.9" },
    { label: t(m.realised), text: texts.realised, like: "−38.31" },
  ];
  return (
    <li data-testid="position-row" className="grid gap-3 border-t border-line p-3 first:border-0">
      <div className="flex flex-wrap items-center gap-1.5">
        <b className="text-14 font-semibold">{market.title}</b>
        <span className={texts.tone === "rise" ? "text-rise" : "text-fall"}>{texts.side}</span>
        {texts.settings !== undefined && <Tag>{texts.settings}</Tag>}
      </div>
      <div className="flex items-end justify-between gap-3">
        <span className="grid">
          <small className="text-11 text-muted">
            {t(m.pnl)} ({market.valueUnit})
          </small>
          <Known text={texts.pnl} like="+1,963.83" className={classNames("text-20 font-medium", texts.pnlClass)} />
        </span>
        <span className="grid justify-items-end">
          <small className="text-11 text-muted">{t(m.roe)}</small>
          <Known text={texts.roe} like="+41.36%" className={classNames("text-16 font-medium", texts.pnlClass)} />
        </span>
      </div>
      <dl className="grid grid-cols-3 gap-x-3 gap-y-2">
        {fields.map(({ label, text, like }, at) => (
          <div key={label} className={classNames("grid", at % 3 === 2 && "justify-items-end")}>
            <dt className="text-11 text-muted">{label}</dt>
            <dd>
              <Known text={text} like={like} />
            </dd>
          </div>
        ))}
      </dl>
      <FlashButton onPress={onFlash} className="h-9!" />
    </li>
  );
}
