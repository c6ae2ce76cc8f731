/** Any host does: it only stands for ours while the path is read as a browser would read it. */
const stand = "https://ours.invalid";
const lengthMax = 2_000;
/** Somebody who encodes more often than this has nothing good in mind. */
const encodedTimesMax = 3;

/** The path with everything said plainly, however often it was encoded; undefined where that cannot be done. */
function plainly(path: string): string | undefined {
  let plain = path;
  try {
    for (let i = 0; i < encodedTimesMax; i += 1) plain = decodeURIComponent(plain);
    return decodeURIComponent(plain) === plain ? plain : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Only a path of this very site may be returned to: no other host, no script, nothing that a browser reads as one – also not after dots
 * are resolved, a site's prefix is taken off or something is decoded once more on the way.
 */
export function backPathOf(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > lengthMax || !/^\/[^\\\s\p{Cc}]*$/u.test(value)) return undefined;
  if (!URL.canParse(value, stand)) return undefined;
  const { origin, pathname, search, hash } = new URL(value, stand);
  const plain = plainly(pathname);
  if (origin !== stand || plain === undefined || /[\\\p{Cc}]|\/\//u.test(plain)) return undefined;
  return pathname + search + hash;
}
