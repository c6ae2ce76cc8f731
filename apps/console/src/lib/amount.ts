/** A decimal text with its thousands apart; every digit stays. */
export function amountText(amount: string): string {
  const [whole = "", part] = amount.split(".");
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return part === undefined ? grouped : `${grouped}.${part}`;
}
