import { EmptyState, Segmented } from "@tidemark/kit-ui";
import { group, printUnits } from "@tidemark/money";
import { Layers } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { marketLive, useDrawing } from "../../../lib/client/live.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { Market } from "../../../lib/markets/market.ts";
import { lotsOf, ticksOf } from "../../../lib/markets/market-value.ts";
import type { OwnLine } from "../own-lines/own-line.ts";
import {
  depthAt,
  depthCurve,
  type DepthLevel,
  depthPath,
  type DepthStep,
  type DepthWidth,
  depthWidths,
} from "./depth-curve.ts";
import { m } from "./depth-messages.ts";

type Depth = {
  readonly middle: number;
  readonly spread: number;
  readonly bids: readonly DepthStep[];
  readonly asks: readonly DepthStep[];
};

const redrawMs = 250;
const [headRoom, footRoom] = [56, 26];

/** The book as two curves, followed at a pace that can be read. */
function useDepth(market: Market, percent: number): Depth | "empty" | undefined {
  const live = marketLive("depth", market.symbol);
  const [rows, setRows] = useState(live.change.rows);
  const [isLoaded, setIsLoaded] = useState(false);
  const drawnAt = useRef(0);
  const later = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const take = () => {
    later.current = undefined;
    drawnAt.current = performance.now();
    setRows([...live.change.rows]);
    setIsLoaded(live.change.state !== "loading");
  };
  useDrawing([live], () => {
    const left = drawnAt.current + redrawMs - performance.now();
    // What comes too early is drawn later: the last change of a quiet book would be missing otherwise.
    if (left <= 0) take();
    else later.current ??= setTimeout(take, left);
  });
  useEffect(() => () => clearTimeout(later.current), []);
  return useMemo(() => {
    const side = (name: "BUY" | "SELL"): DepthLevel[] =>
      rows
        .filter((row) => row.side === name)
        .map((row) => ({ ticks: ticksOf(market, row.price), lots: lotsOf(market, row.qty) }))
        .filter(({ lots }) => lots > 0);
    const [bids, asks] = [side("BUY"), side("SELL")];
    if (bids.length === 0 || asks.length === 0) return isLoaded ? "empty" : undefined;
    const [bestBid, bestAsk] = [
      Math.max(...bids.map(({ ticks }) => ticks)),
      Math.min(...asks.map(({ ticks }) => ticks)),
    ];
    const middle = (bestBid + bestAsk) / 2;
    return {
      middle,
      spread: bestAsk - bestBid,
      bids: depthCurve(bids, middle, percent, market.kind === "INVERSE"),
      asks: depthCurve(asks, middle, percent, market.kind === "INVERSE"),
    };
  }, [rows, market, percent, isLoaded]);
}

type Size = { readonly width: number; readonly height: number };

/** Bids and asks summed up by their distance from the middle, with the user's orders as pins. */
export function DepthView({ market, lines }: { market: Market; lines: readonly OwnLine[] }) {
  const t = useTexts();
  const [percent, setPercent] = useState<DepthWidth>(1.2);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const box = useRef<HTMLDivElement>(null);
  const depth = useDepth(market, percent);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const watch = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return (
    <section aria-label={t(m.label)} data-testid="depth" className="relative min-h-0 flex-1">
      <div ref={box} dir="ltr" className="absolute inset-0">
        {depth === "empty" && (
          <div className="grid h-full place-items-center">
            <EmptyState icon={<Layers size={24} strokeWidth={1.5} />} title={t(m.empty)} hint={t(m.emptyHint)} />
          </div>
        )}
        {typeof depth === "object" && size.width > 0 && (
          <Curves market={market} lines={lines} depth={depth} percent={percent} size={size} />
        )}
      </div>
      <Segmented
        label={t(m.width)}
        size="tool"
        className="absolute end-3 top-2"
        items={depthWidths.map((each) => ({ id: String(each), label: <span className="num">{each}%</span> }))}
        selected={String(percent)}
        onSelect={(id) => setPercent(Number(id) as DepthWidth)}
      />
    </section>
  );
}

type CurvesProps = { market: Market; lines: readonly OwnLine[]; depth: Depth; percent: number; size: Size };

function Curves({ market, lines, depth, percent, size }: CurvesProps) {
  const t = useTexts();
  const [pointerX, setPointerX] = useState<number>();
  const { middle, bids, asks } = depth;
  const { width, height } = size;
  const ground = height - footRoom;
  const reach = (middle * percent) / 100;
  const most = Math.max(bids.at(-1)?.lots ?? 0, asks.at(-1)?.lots ?? 0, 1);
  const plotWidth = width - 64;
  const xOf = (ticks: number): number => plotWidth / 2 + ((ticks - middle) / reach) * (plotWidth / 2 - 8);
  const yOf = (lots: number): number => ground - (lots / most) * (ground - headRoom);
  const priceText = (ticks: number): string =>
    group(printUnits(BigInt(Math.round(ticks)) * market.tick, 8, market.priceDecimals));
  // The middle may lie between two ticks.
  const middleText = group(
    printUnits((BigInt(Math.round(middle * 2)) * market.tick) / 2n, 8, market.priceDecimals + 1),
  );
  const sizeText = (lots: number): string =>
    group(printUnits(BigInt(Math.round(lots)) * market.lot, 8, Math.min(2, market.sizeDecimals)));
  const [bidPath, askPath] = [
    depthPath(bids, xOf, yOf, xOf(middle - reach)),
    depthPath(asks, xOf, yOf, xOf(middle + reach)),
  ];
  const distance =
    pointerX === undefined
      ? undefined
      : Math.min(reach, (Math.abs(pointerX - plotWidth / 2) / (plotWidth / 2 - 8)) * reach);
  const percentText = `${percent}%`;
  return (
    <>
      <dl className="num absolute start-3 top-2 flex flex-wrap gap-x-6 text-11 text-muted">
        <Figure label={t(m.bidsWithin, { percent: percentText })} tone="text-rise">
          {sizeText(bids.at(-1)?.lots ?? 0)} {market.sizeUnit}
        </Figure>
        <Figure label={t(m.asksWithin, { percent: percentText })} tone="text-fall">
          {sizeText(asks.at(-1)?.lots ?? 0)} {market.sizeUnit}
        </Figure>
        <Figure label={t(m.mid)}>{middleText}</Figure>
        <Figure label={t(m.spread)}>
          {priceText(depth.spread)} · {((depth.spread / middle) * 100).toFixed(4)}%
        </Figure>
      </dl>
      <svg
        aria-hidden
        width={width}
        height={height}
        className="absolute inset-0"
        onPointerMove={(event) => setPointerX(event.clientX - event.currentTarget.getBoundingClientRect().left)}
        onPointerLeave={() => setPointerX(undefined)}
      >
        {[1, 0.75, 0.5, 0.25].map((share) => (
          <g key={share} className="fill-muted text-11">
            <path d={`M0 ${yOf(most * share)}H${plotWidth}`} stroke="var(--grid)" />
            <text x={width - 10} y={yOf(most * share) + 4} textAnchor="end" className="num">
              {sizeText(most * share)}
            </text>
          </g>
        ))}
        <path d={`M${xOf(middle)} ${headRoom}V${ground}`} stroke="var(--line-strong)" strokeDasharray="2 3" />
        <path d={bidPath.area} fill="var(--depth-rise)" />
        <path d={bidPath.line} fill="none" stroke="var(--rise)" strokeWidth="1.5" />
        <path d={askPath.area} fill="var(--depth-fall)" />
        <path d={askPath.line} fill="none" stroke="var(--fall)" strokeWidth="1.5" />
        <path d={`M0 ${ground + 0.5}H${width}`} stroke="var(--line)" />
        {[-1, -0.66, -0.33, 0, 0.33, 0.66, 1].map((share) => (
          <text
            key={share}
            x={xOf(middle + reach * share)}
            y={ground + 17}
            textAnchor={share === -1 ? "start" : share === 1 ? "end" : "middle"}
            className="num fill-muted text-11"
          >
            {priceText(middle + reach * share)}
          </text>
        ))}
        {lines
          .filter(({ kind }) => kind === "order")
          .map(({ id, price }) => ({ id, x: xOf(ticksOf(market, price)) }))
          .filter(({ x }) => x >= 0 && x <= plotWidth)
          .map(({ id, x }) => (
            <g key={id}>
              <path d={`M${x} ${ground}v-14`} stroke="var(--brand)" strokeWidth="2" />
              <circle cx={x} cy={ground - 16} r="3" fill="var(--brand)" />
            </g>
          ))}
        {distance !== undefined &&
          ([-1, 1] as const).map((sign) => {
            const step = depthAt(sign < 0 ? bids : asks, middle, distance);
            const x = xOf(middle + sign * distance);
            return (
              <g key={sign}>
                <path d={`M${x} ${headRoom}V${ground}`} stroke="var(--faint)" strokeDasharray="3 3" />
                <circle
                  cx={x}
                  cy={yOf(step?.lots ?? 0)}
                  r="4"
                  fill="var(--surface)"
                  stroke={sign < 0 ? "var(--rise)" : "var(--fall)"}
                  strokeWidth="1.5"
                />
              </g>
            );
          })}
      </svg>
      {distance !== undefined &&
        ([-1, 1] as const).map((sign) => {
          const step = depthAt(sign < 0 ? bids : asks, middle, distance);
          const x = xOf(middle + sign * distance);
          return (
            <dl
              key={sign}
              className="layer num pointer-events-none absolute grid w-41 grid-cols-[auto_auto] justify-between gap-x-3 gap-y-0.5 rounded-panel px-2.5 py-2 text-11 shadow-raised"
              // Towards the middle, so that both stay inside.
              style={{
                top: headRoom + 12,
                // sides of the screen: prices run from left to right in every language
                left: sign < 0 ? Math.min(x + 8, plotWidth / 2 - 168) : Math.max(x - 172, plotWidth / 2 + 4),
              }}
            >
              <Pair label={t(m.price)}>{priceText(middle + sign * distance)}</Pair>
              <Pair label={t(m.fromMid)}>
                {sign < 0 ? "−" : "+"}
                {((distance / middle) * 100).toFixed(2)}%
              </Pair>
              <Pair label={t(sign < 0 ? m.sellTo : m.buyTo)}>
                {sizeText(step?.lots ?? 0)} {market.sizeUnit}
              </Pair>
              <Pair label={t(m.average)}>{step === undefined ? "—" : priceText(step.averageTicks)}</Pair>
            </dl>
          );
        })}
    </>
  );
}

function Figure({ label, tone = "text-ink", children }: { label: string; tone?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={`font-medium ${tone}`}>{children}</dd>
    </div>
  );
}

function Pair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="text-end font-medium">{children}</dd>
    </>
  );
}
