/**
 * The bot mark of a page's requests, besides the proof. It slows down clients that only replay URLs; no security depends on it. The
 * compiled routine gives the same bytes (tools/routine builds it from the numbers below, and a test compares both).
 */
const botMarkVersion = 1;
const botMarkSeeds = [0x7469_6465, 0x6d61_726b, 0x2f62_6f74, 0x0a68_6967] as const;
export const botMarkPasses = 16;
export const botMarkPrime = 0x0100_0193;
export const botMarkMix = [0x85eb_ca6b, 0xc2b2_ae35] as const;
/** A message is cut to what the routine's memory takes. */
export const botMarkBytesMax = 4_096;

/** Where the compiled routine lies, and what it must hash to (sha-256, hex). */
export const botRoutine = {
  path: "/routine/bot-mark-1.wasm",
  hash: "840d25968fbd4145aac9d4f9ce60e1bc772dfb3fb4fca404e6508727a20115f9",
} as const;

export const botMarkMessage = (time: number, nonce: string, path: string): string => `${time}.${nonce}.${path}`;

/** One of the four words of a mark. */
export function botMarkWord(bytes: Uint8Array, seed: number): number {
  let hash = seed | 0;
  for (let pass = 0; pass < botMarkPasses; pass += 1)
    for (const byte of bytes) {
      hash = Math.imul(hash ^ byte, botMarkPrime);
      hash ^= hash >>> 15;
    }
  hash = Math.imul(hash ^ (hash >>> 16), botMarkMix[0]);
  hash = Math.imul(hash ^ (hash >>> 13), botMarkMix[1]);
  return hash ^ (hash >>> 16);
}

const hexOf = (word: number): string => (word >>> 0).toString(16).padStart(8, "0");

/** `version.32 hex digits`; `wordOf` is this file's own or the compiled routine's. */
export function botMarkOf(message: string, wordOf: (bytes: Uint8Array, seed: number) => number = botMarkWord): string {
  const bytes = Uint8Array.from(message.slice(0, botMarkBytesMax), (character) => character.charCodeAt(0));
  return `${botMarkVersion}.${botMarkSeeds.map((seed) => hexOf(wordOf(bytes, seed))).join("")}`;
}
