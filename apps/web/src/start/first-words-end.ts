/** Where the first words stand until the page is drawn. */
export const firstWordsId = "first-words";

/** The page itself is there, or says why not. Apart from what draws them: the bundle has no use for that. */
export function endFirstWords(): void {
  document.getElementById(firstWordsId)?.remove();
}
