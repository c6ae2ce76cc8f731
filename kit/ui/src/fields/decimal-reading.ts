/** The character before the decimals in the reader's language. On the wire it is always the point. */
export type DecimalMark = "." | ",";

/** Why a text was not taken. `digits` and `decimals`: there are more than the field has room for. */
export type DecimalRefusal = "not_number" | "ambiguous" | "digits" | "decimals";

export type DecimalReading =
  /** `text` is in the grammar of the wire, except that it may end with a point. `isCut`: it had more decimals than allowed. */
  | { readonly kind: "number"; readonly text: string; readonly isCut: boolean }
  /** No number yet, but the next keys may make it one: "1,250,0". */
  | { readonly kind: "unfinished" }
  | { readonly kind: "refused"; readonly reason: DecimalRefusal };

const wholeDigitsMax = 18;

/** Persian and Arabic keyboards type their own digits, point and comma; so do Japanese ones in full width. */
export function westernDigits(text: string): string {
  return text
    .replace(/[٫．]/g, ".")
    .replace(/，/g, ",")
    .replace(/[۰-۹٠-٩０-９]/g, (digit) => {
      const code = digit.charCodeAt(0);
      const zero = code >= 0xff10 ? 0xff10 : code >= 0x06f0 ? 0x06f0 : 0x0660;
      return String(code - zero);
    });
}

/** A copied amount often has its currency: "$ 1,000.50 USDT". Spaces, apostrophes and the Arabic separator only ever group. */
function numberPartOf(text: string): string {
  const [, number = ""] = /^\s*\p{Sc}?\s*(.*?)\s*(?:\p{Sc}|\s[A-Z]{2,10})?\s*$/su.exec(westernDigits(text)) ?? [];
  return number.replace(/[\s’'٬]/gu, " ");
}

const refused = (reason: DecimalRefusal): DecimalReading => ({ kind: "refused", reason });

/** "1,250" may be grouped; "0,250", "1,25" and "1250,500" may not. */
const isOneGroup = /^[1-9]\d{0,2}[.,]\d{3}$/;
const isGroupStarted = /^[1-9]\d{0,2},\d{0,2}$/;
const isGrouped = /^\d{1,3}([ ,.])\d{3}(?:\1\d{3})*$/;
const isGroupingStarted = /^\d{1,3}([ ,.])(?:\d{3}\1)*\d{0,2}$/;

/** Where the decimals begin, or -1: a separator that stands once and last is the decimal mark unless it can only group. */
function markAt(number: string, mark: DecimalMark): number {
  const separators = number.match(/[ ,.]/g) ?? [];
  const last = separators.at(-1);
  if (last === undefined || last === " " || separators.filter((one) => one === last).length > 1) return -1;
  if (separators.length === 1 && last === "," && mark === "." && isOneGroup.test(number)) return -1;
  return number.lastIndexOf(last);
}

/**
 * Reads a number as it is typed. A comma is the decimal mark in languages that write it so, and everywhere where it cannot group: "1,5" is
 * 1.5 in English too, and "1,250" is 1250 there. A lone point is always the decimal mark, because the page itself writes numbers with it.
 * Nothing is dropped: a text that is no number is refused, so that no order is larger or smaller than what was typed.
 */
export function readDecimal(text: string, decimals: number, mark: DecimalMark): DecimalReading {
  const number = numberPartOf(text);
  if (number === "") return text.trim() === "" ? { kind: "number", text: "", isCut: false } : refused("not_number");
  if (/[^\d ,.]/.test(number)) return refused("not_number");
  const at = markAt(number, mark);
  const [whole, fraction] = at < 0 ? [number, undefined] : [number.slice(0, at), number.slice(at + 1)];
  // With fewer decimals than these, "104,28" can only become 104,286.
  if (mark === "." && isGroupStarted.test(number) && fraction!.length > decimals) return { kind: "unfinished" };
  if (!/^\d*$/.test(whole) && !isGrouped.test(whole))
    return at < 0 && isGroupingStarted.test(whole) ? { kind: "unfinished" } : refused("not_number");
  if (fraction !== undefined && !/^\d*$/.test(fraction)) return refused("not_number");
  return finished(whole.replace(/\D/g, "").replace(/^0+(?=\d)/, ""), fraction, decimals);
}

function finished(whole: string, fraction: string | undefined, decimals: number): DecimalReading {
  if (whole.length > wholeDigitsMax) return refused("digits");
  if (fraction === undefined) return { kind: "number", text: whole, isCut: false };
  if (decimals === 0) return { kind: "number", text: whole, isCut: true };
  const text = `${whole === "" ? "0" : whole}.${fraction.slice(0, decimals)}`;
  return { kind: "number", text, isCut: fraction.length > decimals };
}

/** In languages with a decimal comma a pasted "1.250" comes from the page as 1.25 and from elsewhere as 1250; and "1,250" the reverse. */
export const isAmbiguousPaste = (text: string, mark: DecimalMark): boolean =>
  mark === "," && isOneGroup.test(numberPartOf(text));
