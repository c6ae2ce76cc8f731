import type { SiteId } from "@tidemark/contracts";

/** The storage key of a site's last config. */
export const configStorageKeyOf = (siteId: SiteId): string => `appConfig.${siteId}`;
