/** What an address needs besides the bundle; the build writes the list into the page. */
export type FirstFiles = {
  /** Parts whose words every page says. */
  readonly words: readonly string[];
  /** By the path, or where that ends with a slash and is not the root, by its beginning. */
  readonly pages: Readonly<Record<string, FirstPage>>;
};

type FirstPage = {
  readonly files: readonly string[];
  readonly words: readonly string[];
  /** Messages that are shown before the bundle has come, among the words of the page. */
  readonly says?: readonly string[];
};

/** What this page will ask for in a moment: its scripts, and the parts whose words it will say. */
export function firstFilesFor(list: FirstFiles, path: string): FirstPage {
  const page = Object.keys(list.pages).find(
    (known) => path === known || (known !== "/" && known.endsWith("/") && path.startsWith(known)),
  );
  if (page === undefined) return { files: [], words: list.words };
  return { ...list.pages[page]!, words: [...list.words, ...list.pages[page]!.words] };
}
