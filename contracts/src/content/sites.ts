import { z } from "zod";

/** The four faces of one exchange: rows of configuration, never forks. The prefix stands before every path of the site's pages. */
export const sites = [
  { siteId: "MAIN", prefix: "", appId: "web-main" },
  { siteId: "KO", prefix: "/kr", appId: "web-ko" },
  { siteId: "VN", prefix: "/vn", appId: "web-vn" },
  { siteId: "BR", prefix: "/br", appId: "web-br" },
] as const;

export type SiteId = (typeof sites)[number]["siteId"];
export const siteIds: readonly SiteId[] = sites.map(({ siteId }) => siteId);
export const defaultSite: SiteId = "MAIN";

/** The name of the config that all sites share: /configs/exchange.json. */
export const bizId = "exchange";

export const siteText = z.enum(siteIds as readonly [SiteId, ...SiteId[]]);
export const isSiteId = (text: unknown): text is SiteId => (siteIds as readonly unknown[]).includes(text);

/** The site that a page's path belongs to. */
export const siteOfPath = (path: string): (typeof sites)[number] =>
  sites.find(({ prefix }) => prefix !== "" && (path === prefix || path.startsWith(`${prefix}/`))) ?? sites[0];
