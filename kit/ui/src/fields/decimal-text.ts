/**
 * Typing a decimal number without ever making it a float: what is not a digit or the first point is dropped, decimals beyond
 * `decimals` are cut, leading zeros go. A lone "." and a trailing point survive, because the trader is still typing.
 */
export function typedDecimal(text: string, decimals: number, wholeDigitsMax = 18): string {
  // A comma is a point where it cannot be a separator of thousands: "0,5" as it is typed on many keyboards.
  const pointed = /^\d*,\d*$/.test(text) && !/^[1-9]\d{0,2},\d{3}$/.test(text) ? text.replace(",", ".") : text;
  const kept = westernDigits(pointed).replace(/[^\d.]/g, "");
  const at = kept.indexOf(".");
  const whole = (at < 0 ? kept : kept.slice(0, at)).replace(/^0+(?=\d)/, "").slice(0, wholeDigitsMax);
  if (at < 0 || decimals === 0) return whole;
  const fraction = kept
    .slice(at + 1)
    .replaceAll(".", "")
    .slice(0, decimals);
  return `${whole === "" ? "0" : whole}.${fraction}`;
}

/** Persian and Arabic keyboards type their own digits and point. */
function westernDigits(text: string): string {
  return text.replaceAll("٫", ".").replace(/[۰-۹٠-٩]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code >= 0x06f0 ? code - 0x06f0 : code - 0x0660);
  });
}

/** The finished number as the wire wants it: no trailing point; empty stays empty. */
export const finishedDecimal = (text: string): string => (text.endsWith(".") ? text.slice(0, -1) : text);
