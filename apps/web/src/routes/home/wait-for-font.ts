const waitMaxMs = 600;

/**
 * Waits for the font of a text, but not for long. Scripts that Inter does not cover use companion fonts, and a late font would break the
 * lines of the first screen again and move everything below.
 */
export async function waitForFont(text: string): Promise<void> {
  const { fontFamily } = getComputedStyle(document.documentElement);
  await Promise.race([
    document.fonts.load(`600 1em ${fontFamily}`, text).catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, waitMaxMs)),
  ]);
}
