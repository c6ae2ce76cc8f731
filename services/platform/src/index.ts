export { developmentRegions } from "./development-regions.ts";
export { type SeedUser, seedUsers } from "./identity/index.ts";
export { ensurePlatformRole, migratePlatform, platformRole } from "./migrate.ts";
