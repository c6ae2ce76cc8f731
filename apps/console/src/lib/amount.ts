import { parseUnits, printUnits } from "@tidemark/money";

/** A decimal text with its thousands apart; every digit stays. */
export function amountText(amount: string): string {
  const [whole = "", part] = amount.split(".");
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return part === undefined ? grouped : `${grouped}.${part}`;
}

/** The exact sum of decimal texts. */
export function sumText(amounts: readonly string[]): string {
  return printUnits(
    amounts.reduce((sum, amount) => {
      const units = parseUnits(amount);
      if (units === undefined) throw new Error(`${amount} is no amount`);
      return sum + units;
    }, 0n),
  );
}
