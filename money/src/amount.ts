/** An amount knows its asset, so that two assets cannot be added by mistake. */
export type Amount = { readonly asset: string; readonly units: bigint };

export function plus(a: Amount, b: Amount): Amount {
  sameAsset(a, b);
  return { asset: a.asset, units: a.units + b.units };
}

export function minus(a: Amount, b: Amount): Amount {
  sameAsset(a, b);
  return { asset: a.asset, units: a.units - b.units };
}

function sameAsset(a: Amount, b: Amount): void {
  if (a.asset !== b.asset) throw new TypeError(`${a.asset} and ${b.asset} do not add up`);
}
