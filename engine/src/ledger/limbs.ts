/** Money beyond a plain number: high · 2^52 + low with 0 ≤ low < 2^52, exact to 2^62 and one branch in the common case. */
export const limb = 4_503_599_627_370_496;
export const limbBig = 4_503_599_627_370_496n;

export const joinMoney = (high: number, low: number): bigint => BigInt(high) * limbBig + BigInt(low);

/** The limbs of an amount, as events carry them; whoever reads them joins them again, whatever the sign. */
export const highOf = (units: bigint): number => Number(units / limbBig);
export const lowOf = (units: bigint): number => Number(units % limbBig);
