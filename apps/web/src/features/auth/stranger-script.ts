import { pathInSite } from "../../lib/place.ts";

/**
 * Scripts of strangers run on the way in alone. The gateway's policy lets them into documents that were opened there; whoever comes from
 * another page of ours opens the document anew, and whoever goes on leaves it behind together with what was fetched into it.
 */
const asked = new Set<string>();

const isWayIn = (path: string): boolean => pathInSite(path).startsWith("/auth/");

/** Where the document itself was opened, wherever the page has led since. */
function openedAt(): string {
  const entry = performance.getEntriesByType("navigation")[0];
  return entry === undefined ? location.pathname : new URL(entry.name).pathname;
}

/** Before anything is typed, on a page that may have to fetch a stranger's script. */
export function openForStranger(): void {
  if (isWayIn(location.pathname) && !isWayIn(openedAt())) location.reload();
}

export const hasStranger = (): boolean => asked.size > 0;

/** After such a page is gone: money is never looked at in a document that a stranger's script has been in. */
export function leaveStranger(): void {
  if (hasStranger() && !isWayIn(location.pathname)) location.reload();
}

export function fetchScript(src: string): void {
  if (asked.has(src)) return;
  asked.add(src);
  const script = Object.assign(document.createElement("script"), { src, async: true });
  // What did not come is asked for again the next time.
  script.addEventListener("error", () => asked.delete(src));
  document.head.append(script);
}
