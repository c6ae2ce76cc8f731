import { classNames, EmptyState, Skeleton } from "@tidemark/kit-ui";
import { printUnits, shortText } from "@tidemark/money";
import { Link } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { shown, signedText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./overview-messages.ts";
import { heatRowsOf, type MarketFigures } from "./overview-rules.ts";
import { areaOf, isNearHigh, strengthOf, type Tile, treemapOf } from "./treemap.ts";

/** The part of the full colour from which on white is easier to read than the text's own colour. */
const strongFrom = 0.85;
const gapPx = 3;

/** Markets that have traded, as tiles: links in the order of their volume, each named in words. */
export function HeatMap({ rows }: { /** Undefined until loaded. */ rows: readonly MarketFigures[] | undefined }) {
  const t = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      setSize({ width: Math.floor(width), height: Math.floor(height) });
    });
    watcher.observe(box.current!);
    return () => watcher.disconnect();
  }, []);
  const traded = heatRowsOf(rows) ?? [];
  const isLoading = heatRowsOf(rows) === undefined;
  const areas = traded.map(({ volume }) => areaOf(Number(volume)));
  const tiles = treemapOf(areas, size.width + gapPx, size.height + gapPx);
  return (
    <figure className="mt-4">
      <div ref={box} dir="ltr" aria-busy={isLoading} className="relative h-120 w768:h-140" data-testid="heat-map">
        {isLoading && <Skeleton className="size-full!">.</Skeleton>}
        {!isLoading && traded.length === 0 && (
          <div dir="auto" className="grid h-full content-center">
            <EmptyState icon={<SearchX size={28} />} title={t(m.nothing)} hint={t(m.nothingHint)} />
          </div>
        )}
        <ul aria-label={t(m.heatLabel)}>
          {tiles.map((tile, index) => (
            <HeatTile key={traded[index]!.market.symbol} row={traded[index]!} tile={tile} />
          ))}
        </ul>
      </div>
      <figcaption className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-12 text-muted">
        <span dir="ltr" aria-hidden className="num flex items-center gap-2">
          −4%
          <span className="h-1.5 w-36 rounded-tag bg-linear-to-r from-fall-solid via-surface to-rise-solid" />
          +4%
        </span>
        {t(m.heatLegend)}
      </figcaption>
    </figure>
  );
}

function HeatTile({ row, tile }: { row: MarketFigures; tile: Tile }) {
  const t = useTexts();
  const { market, volume } = row;
  const { change, last, high } = row.day!;
  const strength = strengthOf(Number(change));
  const solid = change.startsWith("-") ? "var(--fall-solid)" : "var(--rise-solid)";
  const isHigh = isNearHigh(Number(last), Number(high));
  const price = shown(last, market.priceDecimals);
  const changeText = `${signedText(change, 2)}%`;
  const volumeText = shortText(printUnits(volume!));
  const label = t(m.tile, { pair: market.title, price, change: changeText, volume: `${volumeText} USDT` });
  return (
    <li
      className="absolute [container-type:size]"
      style={{
        insetInlineStart: tile.x,
        insetBlockStart: tile.y,
        inlineSize: Math.max(0, tile.width - gapPx),
        blockSize: Math.max(0, tile.height - gapPx),
      }}
    >
      <Link
        to={market.path}
        aria-label={isHigh ? `${label}, ${t(m.nearHigh)}` : label}
        title={isHigh ? `${label}, ${t(m.nearHigh)}` : label}
        style={{ background: `color-mix(in srgb, ${solid} ${Math.round(8 + 92 * strength)}%, var(--surface))` }}
        className={classNames(
          "flex size-full flex-col justify-between overflow-hidden rounded-tag px-2.5 py-1.5 transition-[filter] hover:brightness-110 focus-visible:z-1 focus-visible:outline-offset-0",
          "@max-[70px]:px-1 @max-[70px]:py-0.5",
          strength >= strongFrom ? "text-on-solid" : "text-ink",
          isHigh && "border-t-2 border-ink",
        )}
      >
        <span className="grid leading-tight">
          <span className="truncate text-13 font-semibold @min-[220px]:text-28 @max-[50px]:text-11">{market.base}</span>
          <span className="num truncate text-12 opacity-85 @max-[110px]:hidden">{price}</span>
          {/* A tile without room for its change still has its direction, and not by colour alone. */}
          <span aria-hidden className="hidden text-11 @max-[44px]:block [@container(max-height:44px)]:block">
            {strength === 0 ? "" : change.startsWith("-") ? "▼" : "▲"}
          </span>
        </span>
        <span className="grid leading-tight @max-[44px]:hidden [@container(max-height:44px)]:hidden">
          <span className="num truncate text-13 font-medium @min-[220px]:text-20 @max-[70px]:text-11">
            {changeText}
          </span>
          <span className="num truncate text-11 opacity-85 @max-[110px]:hidden [@container(max-height:100px)]:hidden">
            {volumeText}
          </span>
        </span>
      </Link>
    </li>
  );
}
