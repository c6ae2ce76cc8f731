import type { SiteId } from "@tidemark/contracts";

/** The name under which a site's last config is kept. */
export const configModuleOf = (siteId: SiteId): string => `appConfig.${siteId}`;

/** What every start asks first, as the client will write it: is the product offered here, and the two files of the config. */
export function firstAddresses(configs: readonly string[], keptVersion: unknown): readonly string[] {
  const version = typeof keptVersion === "number" ? `?v=${keptVersion}` : "";
  return ["/market/v3/current/datetime", ...configs.map((name) => `/configs/${name}.json${version}`)];
}
