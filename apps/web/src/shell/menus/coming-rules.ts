/** The paths of pages that are not built yet, and the page that describes each. */
const pages = [
  ["/personal/coupon", "coupons"],
  ["/personal/earn", "earn"],
  ["/announcements", "announcement"],
  ["/p2p", "p2p"],
  ["/copy-trading", "copyTrading"],
  ["/nft", "nft"],
  ["/staking", "staking"],
  ["/m/#/mobile/invite", "invite"],
  ["/m/#/mobile/coupon", "coupons"],
] as const;

type ComingPage = (typeof pages)[number][1] | "anything";

/** Pages below these paths that are built all the same. */
const built: readonly string[] = ["/announcements/terms"];

/** Whether the page of a link is not built yet. The query does not matter. */
export function isComing(path: string): boolean {
  const bare = path.replace(/[?].*$/, "");
  return !built.includes(bare) && comingPageOf(bare) !== "anything";
}

/** The description of the future page at this path. */
export function comingPageOf(path: string): ComingPage {
  return pages.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1] ?? "anything";
}
