export { developmentRegions } from "./development-regions.ts";
export { ensurePlatformRole, migratePlatform, platformRole } from "./migrate.ts";
