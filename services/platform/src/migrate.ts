import { fileURLToPath } from "node:url";
import {
  createLog,
  ensureDatabase,
  ensureRoles,
  isStandby,
  migrate,
  openDatabase,
  systemTime,
  topicWriter,
} from "@tidemark/kit-node";
import type pg from "pg";
import { readSettings } from "./module/config.ts";
import { type ModuleDeps, schemaOf } from "./module/deps.ts";
import { registrationCoupons } from "./coupons/index.ts";
import { accountsOf, invitations } from "./identity/index.ts";
import { noticeMeasure, openNotices } from "./mail/index.ts";
import { openMessages } from "./messages/index.ts";
import { modules } from "./modules.ts";
import { verifications } from "./kyc/index.ts";
import { profilesOf } from "./profile/index.ts";
import { vipLevels } from "./vip/index.ts";
import { walletMeasure } from "./withdrawals/index.ts";
import { askerOf } from "./platform.ts";
import { noRegion } from "./module/region.ts";

/** The role of the running process: it reads and writes rows of the modules, owns nothing and cannot read the journal. */
export const platformRole = "tidemark_platform";

export const ensurePlatformRole = (ownerUrl: string): Promise<void> => ensureRoles(ownerUrl, [platformRole]);

async function grantRights(pool: pg.Pool, schema: string): Promise<void> {
  const { rowCount } = await pool.query("select 1 from pg_roles where rolname = $1", [platformRole]);
  if (rowCount === 0) return;
  await pool.query(`grant usage on schema ${schema} to ${platformRole}`);
  await pool.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${platformRole}`);
  // The next number only: a sequence that two tables share is named in a default, which identity columns are not asked for.
  await pool.query(`grant usage on all sequences in schema ${schema} to ${platformRole}`);
}

/**
 * Migrates and seeds every module; creates the database on a first start. `url` is the schema owner's: the serving process never uses it.
 */
export async function migratePlatform(url: string): Promise<void> {
  if (await isStandby(url)) return;
  await ensureDatabase(url);
  const database = openDatabase(url, 1);
  const { db, pool } = database;
  const log = createLog("platform-migrate");
  const config = readSettings({ PLATFORM_ROLE: "migrate" });
  const notices = openNotices(config);
  const accounts = accountsOf(notices, config.FACTOR_FRESH_MS);
  const topics = topicWriter({ schema: "", clock: systemTime, publish: () => undefined });
  const deps: ModuleDeps = {
    db,
    time: systemTime,
    log,
    config,
    regionOf: noRegion,
    ask: askerOf([]),
    commands: undefined,
    operatorCommands: undefined,
    core: undefined,
    simulatedCore: undefined,
    notices,
    messages: openMessages({ topics, mail: accounts, clock: systemTime }),
    accounts,
    profiles: profilesOf(verifications),
    verifications,
    vipLevels,
    invitations,
    registrationCoupons: registrationCoupons(accounts),
    measures: { wallet: walletMeasure, notices: noticeMeasure },
    invalidate: () => undefined,
    topics,
  };
  try {
    for (const [name, open] of Object.entries(modules)) {
      await migrate(db, fileURLToPath(new URL(`./${name}/migrations/`, import.meta.url)), schemaOf(name));
      await grantRights(pool, schemaOf(name));
      const module = open(deps);
      await module.seed?.();
      await module.close?.();
    }
  } finally {
    await database.close();
  }
}
