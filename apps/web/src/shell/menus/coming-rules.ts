/** The paths of pages that are not built yet, and the page that describes each. */
const pages = [
  ["/p2p", "p2p"],
  ["/copy-trading", "copyTrading"],
  ["/nft", "nft"],
] as const;

type ComingPage = (typeof pages)[number][1] | "anything";

/** Whether the page of a link is not built yet. The query does not matter. */
export function isComing(path: string): boolean {
  const bare = path.replace(/[?].*$/, "");
  return comingPageOf(bare) !== "anything";
}

/** The description of the future page at this path. */
export function comingPageOf(path: string): ComingPage {
  return pages.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1] ?? "anything";
}
