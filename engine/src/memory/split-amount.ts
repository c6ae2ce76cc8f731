/** Money beyond a plain number: high · 2^52 + low with 0 ≤ low < 2^52, exact to 2^62 and one branch in the common case. */
export const splitBase = 4_503_599_627_370_496;
export const splitBaseBig = 4_503_599_627_370_496n;

export const joinMoney = (high: number, low: number): bigint => BigInt(high) * splitBaseBig + BigInt(low);

const isPlain = (plain: number): boolean => plain < splitBase && plain > -splitBase;

/** The two numbers of an amount, as events carry it; joined again they give it, whatever the sign. Nearly every amount is below 2^52. */
export function highOf(units: bigint): number {
  return isPlain(Number(units)) ? 0 : Number(units / splitBaseBig);
}
export function lowOf(units: bigint): number {
  const plain = Number(units);
  return isPlain(plain) ? plain : Number(units % splitBaseBig);
}
