import { pathInSite, pathOfSite } from "../lib/client/page-hosts.ts";

/** The page for users in regions where the product is not offered. */
export const deniedPath = "/denied_current_pc/";

const bare = (path: string): string => path.replace(/\/+$/, "") || "/";

export const isOnPath = (path: string): boolean => bare(pathInSite(location.pathname)) === bare(path);

export function goToDenied(): void {
  location.replace(pathOfSite(deniedPath));
}
