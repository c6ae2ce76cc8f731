export { developmentRegions } from "./development-regions.ts";
export { openUserLookup, type SeedUser, seedUsers } from "./identity/index.ts";
export { auditOperator, openOperatorRegister } from "./operator/index.ts";
export { ensurePlatformRole, migratePlatform, platformRole } from "./migrate.ts";
export { type SeedApiKey, seedApiKeys } from "./security/index.ts";
export { intentSigner, openWithdrawalRegister } from "./withdrawals/index.ts";
