import { classNames } from "@tidemark/kit-ui";

export type FigureTextProps = { x: number; y: number; isEnd?: boolean; className?: string; children: string };

/** Words in a figure: the figure runs left to right, its words as their language does. */
export function FigureText({ x, y, isEnd = false, className, children }: FigureTextProps) {
  return (
    <text
      x={x}
      y={y}
      textAnchor={isEnd ? "end" : "start"}
      className={classNames("text-11 font-medium [unicode-bidi:plaintext]", className ?? "fill-muted")}
    >
      {children}
    </text>
  );
}

/** The box that a figure is drawn in; it grows with its place, and is pale where its numbers are old. */
export const figureClassName = (isStale: boolean): string =>
  classNames("block size-full overflow-visible tabular-nums transition-opacity", isStale && "opacity-50");
