import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useMove } from "react-aria/useMove";
import { classNames } from "../theme/class-names.ts";
import { growth, type SeparatorRange, type SeparatorSide, within } from "./separator-value.ts";

export type PanelSeparatorProps = {
  /** Says which panel it resizes. */
  label: string;
  orientation: SeparatorSide["orientation"];
  /** The panel that it resizes comes before it. */
  isBefore: boolean;
  range: SeparatorRange;
  /** The size of the panel now. */
  measure: () => number;
  /** While it moves: shown at once, not kept yet. */
  onMove: (size: number) => void;
  /** It has been moved. */
  onMoved: (size: number) => void;
  /** Back to the usual size: a double click. */
  onReset: () => void;
  /** Enter folds the panel, where it can be folded. */
  onFold?: () => void;
  testId?: string;
  className?: string;
};

/** The gutter between two panels: dragged, moved by arrow keys, Home and End, and reset by a double click. */
export function PanelSeparator(props: PanelSeparatorProps) {
  const { label, orientation, isBefore, range, measure, onMove, onMoved, onReset, onFold, testId, className } = props;
  const element = useRef<HTMLDivElement>(null);
  const size = useRef(0);
  const [shown, setShown] = useState<number>();
  useEffect(() => {
    // A screen reader says the size, which CSS decides until the panel is resized.
    setShown(within(range, measure()));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: afterwards every move says it
  }, []);
  const show = (next: number) => {
    setShown(within(range, next));
    onMove(within(range, next));
  };
  const { moveProps } = useMove({
    onMoveStart: () => (size.current = measure()),
    onMove({ deltaX, deltaY, pointerType }) {
      const isRightToLeft = getComputedStyle(element.current!).direction === "rtl";
      size.current += growth(
        { deltaX, deltaY, isKey: pointerType === "keyboard" },
        { orientation, isBefore, isRightToLeft },
      );
      show(size.current);
    },
    onMoveEnd: () => onMoved(within(range, size.current)),
  });
  const pressed = (event: KeyboardEvent) => {
    const edge = event.key === "Home" ? range.min : event.key === "End" ? range.max : undefined;
    if (edge !== undefined) {
      event.preventDefault();
      show(edge);
      onMoved(edge);
    } else if (event.key === "Enter") onFold?.();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator with a value is a control (ARIA 1.2)
    <div
      {...moveProps}
      ref={element}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a rule cannot hold a value
      role="separator"
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={shown ?? range.min}
      aria-valuemin={range.min}
      aria-valuemax={range.max}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      {...(testId === undefined ? {} : { "data-testid": testId })}
      onKeyDown={(event) => {
        moveProps.onKeyDown?.(event);
        pressed(event);
      }}
      onDoubleClick={() => {
        onReset();
        // After the panel has its usual size again.
        requestAnimationFrame(() => setShown(within(range, measure())));
      }}
      className={classNames(
        "z-4 grid touch-none place-items-center opacity-0 transition-opacity after:rounded-[1px] after:bg-brand hover:opacity-100 focus-visible:opacity-100 active:opacity-100",
        orientation === "horizontal"
          ? "h-2 w-full cursor-ns-resize after:h-0.5 after:w-8"
          : "h-full w-2 cursor-ew-resize after:h-8 after:w-0.5",
        className,
      )}
    />
  );
}
