const companions: Readonly<Record<string, () => Promise<unknown>>> = {
  fa: () => import("@fontsource-variable/vazirmatn"),
  ja: () => import("@fontsource-variable/noto-sans-jp"),
  ko: () => import("@fontsource-variable/noto-sans-kr"),
  zh: () => import("@fontsource-variable/noto-sans-tc"),
};

/**
 * Loads the companion font of a language, given by its tag (`fa-IR`). Inter itself is part of the theme. A companion is a list of small
 * files by range of characters: the browser loads those of the page. The first paint does not wait for it: text swaps in.
 */
export async function loadFontsOf(language: string): Promise<void> {
  await companions[language.split(/[-_]/)[0]!]?.();
}
