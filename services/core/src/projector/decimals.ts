import { printUnits } from "@tidemark/money";

/** Units of 1e-8 with the decimals of a step, or with as many as they need: a rejected price may fit no tick. */
export function fixed(units: bigint, step: string | undefined): string {
  const decimals = step?.split(".")[1]?.length ?? 0;
  return units % 10n ** BigInt(8 - decimals) === 0n ? printUnits(units, 8, decimals) : printUnits(units);
}
