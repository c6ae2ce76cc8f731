const bytesMin = 1_048_576;
/** What the system has not refused yet: each refusal costs a search for garbage. */
let bytesMax = Infinity;

/**
 * Addresses for as many zero bytes; a page of them takes up memory once it is written to. So an array can be as long as it will ever be
 * from the start: it never moves, no growth copies it, and whoever holds it holds it for good. Where the system refuses so large a range,
 * the largest half, quarter … that it grants.
 *
 * It is of the shared kind though nothing shares it: the collector takes the bytes of any other buffer as used, and hurries.
 */
export function reserve(bytes: number): SharedArrayBuffer {
  try {
    return new SharedArrayBuffer(Math.min(bytes, bytesMax));
  } catch (error) {
    if (!(error instanceof RangeError) || bytes <= bytesMin) throw error;
    bytesMax = Math.min(bytes, bytesMax) / 2;
    return reserve(bytesMax);
  }
}
