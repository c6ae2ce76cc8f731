/** The network's smallest units of units of a ledger with this scale; what the network cannot carry stays with the exchange. */
export function chainUnitsOf(units: bigint, scale: number, decimals: number): bigint {
  return decimals >= scale ? units * 10n ** BigInt(decimals - scale) : units / 10n ** BigInt(scale - decimals);
}

/** The ledger's minor units of an amount on a chain; what is finer stays in custody and is not booked. */
export function ledgerUnitsOf(amount: bigint, decimals: number, scale: number): bigint {
  return chainUnitsOf(amount, decimals, scale);
}
