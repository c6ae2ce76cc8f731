import type { I32 } from "./memory.ts";

/** Short ASCII texts in a column: `words` cells of four characters each, per record. */
export function writeText(column: I32, slot: number, words: number, text: string): void {
  for (let w = 0; w < words; w += 1) {
    let word = 0;
    for (let j = 3; j >= 0; j -= 1)
      word = (word << 8) | (w * 4 + j < text.length ? text.charCodeAt(w * 4 + j) & 255 : 0);
    column.set(slot * words + w, word);
  }
}

export function readText(column: I32, slot: number, words: number): string {
  let text = "";
  for (let w = 0; w < words; w += 1) {
    const word = column.a[slot * words + w]!;
    for (let j = 0; j < 4; j += 1) {
      const code = (word >>> (j * 8)) & 255;
      if (code !== 0) text += String.fromCharCode(code);
    }
  }
  return text;
}
