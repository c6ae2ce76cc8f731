import type { PublishedAsset } from "@tidemark/contracts";

/** Accounts with a line of their own, in the order of the page; all others are one line. */
const namedAccounts = [
  "insurance",
  "promo",
  "fees",
  "funding",
  "liq",
  "earn",
  "lending",
  "treasury",
  "rounding",
] as const;
type PartId = (typeof namedAccounts)[number] | "other";
type SystemPart = { readonly id: PartId; readonly units: bigint };

const named: ReadonlySet<string> = new Set(namedAccounts);

/** What of a sum belongs to the exchange itself, by account. With the customers' part it comes to the sum of the root. */
export function systemParts({ system }: Pick<PublishedAsset, "system">): readonly SystemPart[] {
  const sumOf = (isIn: (account: string) => boolean): bigint => {
    let sum = 0n;
    for (const { account, units } of system) if (isIn(account)) sum += BigInt(units);
    return sum;
  };
  return [
    ...namedAccounts.map((id) => ({ id, units: sumOf((account) => account === id) })),
    { id: "other" as const, units: sumOf((account) => !named.has(account)) },
  ].filter(({ units }) => units !== 0n);
}
