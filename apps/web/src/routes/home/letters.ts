const waitMaxMs = 600;

/**
 * Waits until the letters of a text have their font, but not for long. Scripts that Inter has not come from companions, and a front page
 * whose lines broke anew under the reader's eyes would push everything below them.
 */
export async function lettersStand(text: string): Promise<void> {
  const { fontFamily } = getComputedStyle(document.documentElement);
  await Promise.race([
    document.fonts.load(`600 1em ${fontFamily}`, text).catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, waitMaxMs)),
  ]);
}
