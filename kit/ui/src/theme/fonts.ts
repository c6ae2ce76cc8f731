const companions: Readonly<Record<string, () => Promise<unknown>>> = {
  fa: () => import("@fontsource-variable/vazirmatn"),
  ja: () => import("@fontsource-variable/noto-sans-jp"),
  ko: () => import("@fontsource-variable/noto-sans-kr"),
  zh: () => import("@fontsource-variable/noto-sans-tc"),
};

/**
 * Fetches the companion font of a language, given by its tag (`fa-IR`). Inter itself comes with the theme. A companion is a list of small
 * files by range of characters: the browser fetches those of the page. Not awaited by the first paint: text swaps in.
 */
export async function loadFontsOf(language: string): Promise<void> {
  await companions[language.split(/[-_]/)[0]!]?.();
}
