import type { SiteId } from "@tidemark/contracts";

/** The name under which a site's last config is kept. */
export const configModuleOf = (siteId: SiteId): string => `appConfig.${siteId}`;
