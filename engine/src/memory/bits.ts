/** Fields of a packed number: the only place where words are cut, since 32-bit operators have no business near money. */
export const field = (word: number, from: number, mask: number): number => (word >>> from) & mask;

const two32 = 4_294_967_296;

/** An id below 2^53 as two signed words, the form that tables compare. */
export const lowWord = (id: number): number => id | 0;
export const highWord = (id: number): number => (id < two32 ? 0 : Math.floor(id / two32));
export const joinWords = (high: number, low: number): number => high * two32 + (low >>> 0);
