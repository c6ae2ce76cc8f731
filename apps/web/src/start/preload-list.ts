/** What a path needs besides the bundle; the build writes the list into the page. */
export type PreloadList = {
  /** Text parts of every page. */
  readonly texts: readonly string[];
  /** By the path, or where that ends with a slash and is not the root, by its beginning. */
  readonly pages: Readonly<Record<string, PagePreloads>>;
};

type PagePreloads = {
  readonly files: readonly string[];
  readonly texts: readonly string[];
  /** Message ids of the static first paint, from the texts of this page. */
  readonly firstPaint?: readonly string[];
};

/** What this page is about to load: its scripts and its text parts. */
export function preloadsFor(list: PreloadList, path: string): PagePreloads {
  const page = Object.keys(list.pages).find(
    (known) => path === known || (known !== "/" && known.endsWith("/") && path.startsWith(known)),
  );
  if (page === undefined) return { files: [], texts: list.texts };
  return { ...list.pages[page]!, texts: [...list.texts, ...list.pages[page]!.texts] };
}
