import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** A free database of real countries, for development and tests. Production brings its own and renews it every few days. */
export const developmentRegions: string =
  require.resolve("@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb");
