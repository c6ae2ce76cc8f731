/** Shares in tenths of a percent that add up to exactly 1000: what is cut off goes to those that lost most. All are zero without a sum. */
export function sharesOf(values: readonly bigint[]): number[] {
  let sum = 0n;
  for (const value of values) sum += value;
  if (sum === 0n) return values.map(() => 0);
  const cut = values.map((value) => Number((value * 1_000n) / sum));
  let missing = 1_000 - cut.reduce((all, share) => all + share, 0);
  const byLoss = values
    .map((value, index) => ({ index, lost: (value * 1_000n) % sum }))
    .toSorted((a, b) => (a.lost === b.lost ? a.index - b.index : a.lost > b.lost ? -1 : 1));
  for (const { index } of byLoss) {
    if (missing === 0) break;
    cut[index]! += 1;
    missing -= 1;
  }
  return cut;
}
