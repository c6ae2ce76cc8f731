/** A candle's change in percent with its sign; what rounds to zero has none. */
export function changeText(percent: number): string {
  const text = Math.abs(percent).toFixed(2);
  return `${text === "0.00" ? "" : percent < 0 ? "−" : "+"}${text}%`;
}
