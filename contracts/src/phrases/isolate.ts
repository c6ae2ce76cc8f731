const firstStrongIsolate = "\u2068";
const popIsolate = "\u2069";

/**
 * A value inside a sentence that runs the other way. Without it, "12.5 USDT" in a Persian sentence is drawn as "USDT 12.5": the space
 * between digits and letters takes the direction of the sentence.
 */
export const isolate = (text: string): string => `${firstStrongIsolate}${text}${popIsolate}`;
