/** The figure's box and the position of the entry in it. */
export const figure = { width: 368, height: 176, entryX: 147.2, entryY: 94 } as const;

const firstRatio = 0.6;
const lastRatio = 1.6;
const steps = 24;
/** Pixels of a profit as large as the position. */
const risePx = 96;

const across = (ratio: number): number => ((ratio - firstRatio) / (lastRatio - firstRatio)) * figure.width;
const pathOf = (from: number, to: number, profitAt: (ratio: number) => number): string => {
  const points = Array.from({ length: steps + 1 }, (_, index) => {
    const ratio = from + ((to - from) * index) / steps;
    return `${across(ratio).toFixed(1)},${(figure.entryY - profitAt(ratio) * risePx).toFixed(1)}`;
  });
  return `M${points.join("L")}`;
};

/** Profit of a long in parts of its size, by price over entry: of a contract that settles in the coin, and of one in dollars. */
export const coinProfitAt = (ratio: number): number => 1 - 1 / ratio;
const dollarProfitAt = (ratio: number): number => ratio - 1;

export type CoinCurve = { readonly loss: string; readonly gain: string; readonly inDollars: string };

/** Both courses through the entry: the one in the coin bends, because the coin in which it is counted moves too. */
export const coinCurve = (): CoinCurve => ({
  loss: pathOf(firstRatio, 1, coinProfitAt),
  gain: pathOf(1, lastRatio, coinProfitAt),
  inDollars: pathOf(firstRatio, lastRatio, dollarProfitAt),
});
