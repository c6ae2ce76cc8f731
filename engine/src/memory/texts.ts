import type { Memory } from "./memory.ts";

/** Four characters of a short ASCII text; zeros behind its end. */
function wordAt(text: string, place: number): number {
  let word = 0;
  for (let j = 3; j >= 0; j -= 1)
    word = (word << 8) | (place * 4 + j < text.length ? text.charCodeAt(place * 4 + j) & 255 : 0);
  return word;
}

/** Short ASCII texts: `words` words of four characters each, from an address on. */
export function writeText(memory: Memory, at: number, words: number, text: string): void {
  for (let i = 0; i < words; i += 1) memory.set(at + i, wordAt(text, i));
}

export function isText(memory: Memory, at: number, words: number, text: string): boolean {
  for (let i = 0; i < words; i += 1) if (memory.w[at + i] !== wordAt(text, i)) return false;
  return true;
}

/** A word to find a text by; two seeds give two. Different texts may share it: compare what was found. */
export function hashOfText(text: string, seed: number): number {
  let hash = seed | 0;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x85ebca77);
    hash ^= hash >>> 13;
  }
  return hash;
}

export function readText(memory: Memory, at: number, words: number): string {
  let text = "";
  for (let i = 0; i < words; i += 1) {
    const word = memory.w[at + i]!;
    for (let j = 0; j < 4; j += 1) {
      const code = (word >>> (j * 8)) & 255;
      if (code !== 0) text += String.fromCharCode(code);
    }
  }
  return text;
}

/** Four characters of a text as one number above or at zero, as events carry texts. */
export function textWord(text: string, place: number): number {
  let packed = 0;
  for (let j = 3; j >= 0; j -= 1)
    packed = packed * 256 + (place * 4 + j < text.length ? text.charCodeAt(place * 4 + j) : 0);
  return packed;
}
