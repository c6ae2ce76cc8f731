/** So many steps on each side of zero. */
const stepsPerSide = 9;

/** The smallest 1, 2 or 5 times a power of ten that is not below `least`. */
function roundStep(least: bigint): bigint {
  for (let power = 1n; ; power *= 10n)
    for (const step of [power, 2n * power, 5n * power]) if (step >= least) return step;
}

/** How many amounts are in each step, from the deepest loss to the largest gain; zero belongs to the first step above. */
export function positionBins(amounts: readonly bigint[]): { step: bigint; counts: number[] } {
  let most = 1n;
  for (const amount of amounts) {
    const size = amount < 0n ? -amount : amount;
    if (size > most) most = size;
  }
  const step = roundStep(most / BigInt(stepsPerSide) + 1n);
  const counts = Array.from({ length: 2 * stepsPerSide }, () => 0);
  for (const amount of amounts) {
    const down = amount < 0n && amount % step !== 0n ? 1n : 0n;
    counts[Number(amount / step - down) + stepsPerSide]! += 1;
  }
  return { step, counts };
}
