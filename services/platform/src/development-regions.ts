import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** For development and tests: a free database of real countries. Production brings its own, which is renewed every few days. */
export const developmentRegions: string =
  require.resolve("@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb");
