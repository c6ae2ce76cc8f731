/** A placeholder for our host while the path is parsed as a browser would; any host would do. */
const placeholderOrigin = "https://ours.invalid";
const lengthMax = 2_000;
/** A path that is encoded more often than this is an attack. */
const encodedTimesMax = 3;

/** The fully decoded path; undefined if it cannot be decoded. */
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
 * Accepts only a path of this site as return path: no other host, no script, nothing that a browser reads as one, also not after dot
 * segments are resolved, a site's prefix is removed or the path is decoded once more.
 */
export function returnPathOf(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > lengthMax || !/^\/[^\\\s\p{Cc}]*$/u.test(value)) return undefined;
  if (!URL.canParse(value, placeholderOrigin)) return undefined;
  const { origin, pathname, search, hash } = new URL(value, placeholderOrigin);
  const plain = plainly(pathname);
  if (origin !== placeholderOrigin || plain === undefined || /[\\\p{Cc}]|\/\//u.test(plain)) return undefined;
  return pathname + search + hash;
}
