import { classNames } from "@tidemark/kit-ui";

export type FigureTextProps = { x: number; y: number; isEnd?: boolean; className?: string; children: string };

/** Text in a figure: the figure runs left to right, its text in the direction of its language. */
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

/** The box of a figure; it grows with its element and is pale if its numbers are old. */
export const figureClassName = (isStale: boolean): string =>
  classNames("block size-full overflow-visible tabular-nums transition-opacity", isStale && "opacity-50");
