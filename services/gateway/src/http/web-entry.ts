import { siteOfPath } from "@tidemark/contracts";

/** The entry page of a URL path without a file; /m/ has its own, also behind a site's prefix. */
export function entryOf(address: string): string {
  const path = address.split(/[?#]/)[0]!;
  const inSite = path.slice(siteOfPath(path).prefix.length);
  return /^\/m\/?$/.test(inSite) ? "/m/index.html" : "/index.html";
}
