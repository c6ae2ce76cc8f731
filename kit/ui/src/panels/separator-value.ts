/** The limits of a panel's size and its size at the moment, in the unit of the panel. */
export type SeparatorRange = { readonly min: number; readonly max: number };

/** How far one press of an arrow key moves a separator, in pixels. */
export const keyStep = 16;

export const within = ({ min, max }: SeparatorRange, size: number): number =>
  Math.round(Math.min(max, Math.max(min, size)));

export type Move = {
  /** On the screen, to the right and down. */
  readonly deltaX: number;
  readonly deltaY: number;
  readonly isKey: boolean;
};
export type SeparatorSide = {
  readonly orientation: "horizontal" | "vertical";
  /** The panel is before the separator, so that it grows when the separator moves towards the end. */
  readonly isBefore: boolean;
  readonly isRightToLeft: boolean;
};

/** The pixels by which a move makes the panel larger. Columns mirror in right-to-left languages, rows do not. */
export function growth(
  { deltaX, deltaY, isKey }: Move,
  { orientation, isBefore, isRightToLeft }: SeparatorSide,
): number {
  const forward = orientation === "horizontal" ? deltaY : isRightToLeft ? -deltaX : deltaX;
  return (isBefore ? forward : -forward) * (isKey ? keyStep : 1);
}
