import { classNames } from "@tidemark/kit-ui";
import { group } from "@tidemark/money";
import { Check, X } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { Market } from "../../../lib/markets/market.ts";
import type { AxisLine, ChartPort } from "../port/chart-port.ts";
import { chipPlacer } from "./chip-placer.ts";
import { MoveCard } from "./move-card.tsx";
import { canMove, type OwnLine } from "./own-line.ts";
import { m } from "./own-lines-messages.ts";
import { type Moving, useLineMove } from "./use-line-move.ts";

function axisLinesOf(lines: readonly OwnLine[], moving: Moving | undefined): AxisLine[] {
  return lines.flatMap(({ id, kind, price, tone }): AxisLine[] => {
    const dash = kind === "position" ? "solid" : kind === "order" ? "dotted" : "dashed";
    const still: AxisLine = { id, price: Number(price), tone, dash };
    if (moving?.id !== id) return [still];
    // The old line stays as a ghost until the move is confirmed.
    return [
      { ...still, id: `${id} before`, tone: "ghost" },
      { ...still, price: Number(moving.price), dash: "solid" },
    ];
  });
}

type OwnLinesProps = { port: ChartPort; market: Market; lines: readonly OwnLine[] };

/** The user's lines with their chips, which follow the price scale. */
export function OwnLines({ port, market, lines }: OwnLinesProps) {
  const layer = useRef<HTMLDivElement>(null);
  const band = useRef<HTMLElement>(null);
  const move = useLineMove(port, market, lines, () => layer.current?.getBoundingClientRect().top ?? 0);
  const { moving } = move;

  useEffect(() => port.setAxisLines(axisLinesOf(lines, moving)), [port, lines, moving]);
  useEffect(() => () => port.setAxisLines([]), [port]);
  useLayoutEffect(() => {
    if (layer.current === null || lines.length === 0) return;
    const place = chipPlacer(layer.current, band.current, port.scale, lines, moving);
    place();
    return port.onScaleChange(place);
  }, [port, lines, moving]);

  return (
    <div ref={layer} className="pointer-events-none absolute inset-0 z-2 overflow-hidden">
      {moving !== undefined && <i ref={band} aria-hidden className="absolute start-0 top-0 bg-brand-soft" />}
      {lines.map((line) => (
        <LineChip key={line.id} line={line} move={move} isMoving={moving?.id === line.id} />
      ))}
      {moving !== undefined && move.line !== undefined && !moving.isHeld && (
        <MoveCard port={port} line={move.line} price={moving.price} onConfirm={move.confirm} onCancel={move.cancel} />
      )}
    </div>
  );
}

type LineChipProps = { line: OwnLine; move: ReturnType<typeof useLineMove>; isMoving: boolean };

function LineChip({ line, move, isMoving }: LineChipProps) {
  const t = useTexts();
  const { name, value, price, tone, valueTone, kind } = line;
  const shownPrice = group(isMoving ? (move.moving?.price ?? price) : price);
  const shownValue = isMoving ? (line.move?.valueAt?.(move.moving!.price) ?? value) : value;
  return (
    <div
      data-chip={line.id}
      data-testid={`own-line-${kind}`}
      // The chip itself is dragged; its buttons are the same for the keyboard.
      onPointerDown={move.press(line)}
      className={classNames(
        "pointer-events-auto invisible absolute start-0 top-0 flex touch-none items-stretch overflow-hidden rounded-tag bg-surface text-11 font-medium whitespace-nowrap text-ink ring-1 ring-inset select-none",
        isMoving ? "h-6 leading-6 shadow-raised" : "h-5 leading-5",
        tone === "brand" ? "ring-brand" : "ring-warn",
        canMove(line) && "cursor-ns-resize",
      )}
    >
      <ChipName line={line} label={t(m.moveLine, { name, price: shownPrice })} onKeyDown={move.key(line)}>
        {name}
      </ChipName>
      {shownValue !== "" && (
        <span
          className={classNames(
            "num pe-1.5 max-w768:hidden",
            kind === "position" && "ps-1.5",
            valueTone === "rise" && "text-rise",
            valueTone === "fall" && "text-fall",
          )}
        >
          {shownValue}
        </span>
      )}
      {isMoving && (
        <ChipButton label={t(m.confirm)} onPress={move.confirm} className="w-6 bg-brand-solid text-on-brand">
          <Check size={12} />
        </ChipButton>
      )}
      {line.acts?.map(({ id, label, icon, onAct }) => (
        <ChipButton
          key={id}
          label={label}
          onPress={onAct}
          className="w-6 text-muted hover:text-ink max-w768:hidden"
          testId={`own-line-${id}`}
        >
          {icon}
        </ChipButton>
      ))}
      {!isMoving && line.onCancel !== undefined && (
        <ChipButton
          label={t(m.cancelLine, { name, price: shownPrice })}
          onPress={line.onCancel}
          className="w-6 text-muted hover:text-ink max-w768:hidden"
        >
          <X size={10} />
        </ChipButton>
      )}
    </div>
  );
}

type ChipNameProps = {
  line: OwnLine;
  label: string;
  onKeyDown: ReturnType<ReturnType<typeof useLineMove>["key"]>;
  children: ReactNode;
};

/** A line that moves is reached by keyboard; the others are only read. */
function ChipName({ line, label, onKeyDown, children }: ChipNameProps) {
  const look = classNames(
    "px-1.5 font-semibold",
    line.kind === "position" ? "bg-brand-solid text-on-brand" : line.tone === "brand" ? "text-brand" : "text-warn",
  );
  if (!canMove(line)) return <span className={look}>{children}</span>;
  return (
    <button
      type="button"
      data-chip-move
      aria-label={label}
      onKeyDown={onKeyDown}
      className={classNames(look, "cursor-ns-resize focus-visible:-outline-offset-2")}
    >
      {children}
    </button>
  );
}

type ChipButtonProps = {
  label: string;
  onPress: () => void;
  className: string;
  testId?: string;
  children: ReactNode;
};

function ChipButton({ label, onPress, className, testId, children }: ChipButtonProps) {
  return (
    <button
      type="button"
      data-chip-button
      data-testid={testId}
      aria-label={label}
      title={label}
      onClick={onPress}
      className={classNames("grid cursor-pointer place-items-center focus-visible:-outline-offset-2", className)}
    >
      {children}
    </button>
  );
}
