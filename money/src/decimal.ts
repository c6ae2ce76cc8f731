/** Integer divisions, each named by its rounding. BigInt `/` truncates, which is wrong for negatives. */
export const floorDiv = (a: bigint, b: bigint): bigint => {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
};

export const ceilDiv = (a: bigint, b: bigint): bigint => -floorDiv(-a, b);

/** For reference prices only: no money moves by it. `b` must be positive. */
export const roundHalfUp = (a: bigint, b: bigint): bigint => floorDiv(2n * a + b, 2n * b);

/** A division that must come out even: a remainder is our mistake, not the user's. */
export const divExact = (a: bigint, b: bigint): bigint => {
  if (a % b !== 0n) throw new RangeError(`${a} / ${b} leaves a remainder`);
  return a / b;
};

/** Stored money is i64 with room to spare: a result outside stops the command before anything changes. */
export const moneyLimit: bigint = 2n ** 62n;

export const isMoney = (units: bigint): boolean => units < moneyLimit && units > -moneyLimit;

/** Every seeded asset has eight decimals. */
export const moneyScale = 8;
