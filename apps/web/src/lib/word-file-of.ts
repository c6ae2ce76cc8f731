/** Where the build leaves the words of a part in one language. */
export const wordFileOf = (part: string, tag: string): string => `/assets/words-${part}-${tag}.json`;
