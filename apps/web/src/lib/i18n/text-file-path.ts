/** The path of a part's texts in one language, as the build writes it. */
export const textFilePathOf = (part: string, tag: string): string => `/assets/texts-${part}-${tag}.json`;
