/** What an address needs besides the bundle; the build writes the list into the page. */
export type FirstFiles = {
  /** Parts whose words every page says. */
  readonly words: readonly string[];
  /** By the path, or where that ends with a slash and is not the root, by its beginning. */
  readonly pages: Readonly<Record<string, { readonly files: readonly string[]; readonly words: readonly string[] }>>;
};

/** What this page will ask for in a moment: its scripts, and the parts whose words it will say. */
export function firstFilesFor(list: FirstFiles, path: string): { files: readonly string[]; words: readonly string[] } {
  const page = Object.keys(list.pages).find(
    (known) => path === known || (known !== "/" && known.endsWith("/") && path.startsWith(known)),
  );
  const { files, words } = page === undefined ? { files: [], words: [] } : list.pages[page]!;
  return { files, words: [...list.words, ...words] };
}
