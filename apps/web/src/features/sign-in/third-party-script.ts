import { pathInSite } from "../../lib/client/page-hosts.ts";

/**
 * Third-party scripts run on sign-in pages only. The gateway's policy allows them in documents that were opened there: coming from another
 * page of ours, the document is reloaded, and when the user leaves sign-in it is reloaded again, without the scripts.
 */
const asked = new Set<string>();

const isSignInPath = (path: string): boolean => pathInSite(path).startsWith("/auth/");

/** The path at which the document was opened, before any navigation inside the page. */
function openedAt(): string {
  const entry = performance.getEntriesByType("navigation")[0];
  return entry === undefined ? location.pathname : new URL(entry.name).pathname;
}

/** Called before anything is typed, on a page that may load a third-party script. */
export function reopenForThirdParty(): void {
  if (isSignInPath(location.pathname) && !isSignInPath(openedAt())) location.reload();
}

export const hasThirdPartyScript = (): boolean => asked.size > 0;

/** Called when such a page is left: balances are never shown in a document that has run a third-party script. */
export function leaveThirdParty(): void {
  if (hasThirdPartyScript() && !isSignInPath(location.pathname)) location.reload();
}

export function fetchScript(src: string): void {
  if (asked.has(src)) return;
  asked.add(src);
  const script = Object.assign(document.createElement("script"), { src, async: true });
  // A script that failed to load is requested again the next time.
  script.addEventListener("error", () => asked.delete(src));
  document.head.append(script);
}
