/** Files of the build that an address or a language needs besides the bundle; the build writes the list into the page. */
export type FirstFiles = {
  /** By the path, or where that ends with a slash and is not the root, by its beginning. */
  readonly pages: Readonly<Record<string, readonly string[]>>;
  /** By the tag of the language. */
  readonly words: Readonly<Record<string, readonly string[]>>;
};

/** What this page will ask for in a moment. */
export function filesFor(files: FirstFiles, path: string, tag: string): readonly string[] {
  const page = Object.keys(files.pages).find(
    (known) => path === known || (known !== "/" && known.endsWith("/") && path.startsWith(known)),
  );
  return [...new Set([...(page === undefined ? [] : files.pages[page]!), ...(files.words[tag] ?? [])])];
}
