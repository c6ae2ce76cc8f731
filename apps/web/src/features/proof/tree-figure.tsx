import { classNames } from "@tidemark/kit-ui";
import type { ReactNode } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./own-leaf-messages.ts";
import type { TreeBox, TreeDrawing } from "./tree-drawing.ts";

const rowPx = 78;
const boxPx = 44;

const looks = {
  root: "border-[1.5px] border-brand bg-surface",
  own: "border border-brand bg-surface",
  leaf: "border-[1.5px] border-brand bg-[color-mix(in_srgb,var(--brand)_14%,var(--surface))] font-semibold",
  given: "border border-dashed border-line-strong bg-surface",
} as const;

type TreeFigureProps = {
  drawing: TreeDrawing;
  /** The computed root is another than the published one. */
  isBroken?: boolean;
  nameOf: (box: TreeBox) => ReactNode;
  sumOf: (box: TreeBox) => ReactNode;
};

/** A way through the tree. First and second stand as they are hashed, in every language. */
export function TreeFigure({ drawing, isBroken = false, nameOf, sumOf }: TreeFigureProps) {
  const t = useTexts();
  const { boxes, lines, rows, gap } = drawing;
  const height = (rows - 1) * rowPx + boxPx;
  const y = (row: number): number => row * rowPx + boxPx / 2;
  return (
    <figure
      dir="ltr"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here; the list of steps has the same as text
      role="img"
      aria-label={t(m.drawing)}
      className="relative"
      style={{ blockSize: height }}
    >
      <svg aria-hidden className="absolute inset-0 size-full overflow-visible">
        {lines.map(({ from, to, isOwn }) => (
          <line
            key={`${from.x} ${from.row} ${to.x} ${to.row}`}
            x1={`${from.x}%`}
            y1={y(from.row)}
            x2={`${to.x}%`}
            y2={y(to.row)}
            strokeWidth={isOwn ? 1.5 : 1}
            className={isOwn ? "stroke-brand" : "stroke-line-strong"}
          />
        ))}
      </svg>
      {gap !== undefined && (
        <span
          className="absolute -translate-1/2 bg-canvas px-2 text-12 whitespace-nowrap text-muted [unicode-bidi:plaintext]"
          style={{ insetInlineStart: `${gap.x}%`, insetBlockStart: y(gap.row) }}
        >
          {t(m.levelsMore, { count: gap.levels })}
        </span>
      )}
      {boxes.map((box) => (
        <span
          key={`${box.kind} ${box.level}`}
          data-testid="tree-box"
          data-kind={box.kind}
          className={classNames(
            "absolute grid min-w-16 -translate-1/2 content-center justify-items-center rounded-control px-2 text-11 leading-4 whitespace-nowrap w768:px-2.5 w768:text-12",
            looks[box.kind],
            isBroken && box.kind === "root" && "border-warn!",
          )}
          style={{ insetInlineStart: `${box.x}%`, insetBlockStart: y(box.row), blockSize: boxPx }}
        >
          <small className="text-11 font-normal text-muted [unicode-bidi:plaintext]">{nameOf(box)}</small>
          <span className="num">{sumOf(box)}</span>
        </span>
      ))}
    </figure>
  );
}
