/** Id of the element of the static first paint. */
export const firstPaintId = "first-paint";

/** Id of the outline in the first HTML. */
export const outlineId = "outline";

/**
 * Removes the static first paint once the page or its error is rendered. A separate file, so that the bundle does not contain the drawing
 * code.
 */
export function removeFirstPaint(): void {
  document.getElementById(firstPaintId)?.remove();
  document.getElementById(outlineId)?.remove();
}
