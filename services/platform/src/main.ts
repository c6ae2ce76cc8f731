import {
  connectService,
  createLog,
  migrateAndExit,
  primaryUrl,
  runService,
  serveHealth,
  systemTime,
} from "@tidemark/kit-node";
import { readSettings } from "./module/config.ts";
import { ensurePlatformRole, migratePlatform } from "./migrate.ts";
import { openPlatform } from "./platform.ts";
import { watchDatabase } from "./watch-database.ts";

const log = createLog("platform");

runService(log, async () => {
  const config = readSettings();
  if (config.PLATFORM_ROLE === "migrate")
    return migrateAndExit(config, { ensureRole: ensurePlatformRole, migrate: migratePlatform }, log);
  const bus = await connectService(config, "platform", log);
  const platform = await openPlatform({ config, bus, time: systemTime, log });
  const health = await serveHealth(
    config.PLATFORM_HOST,
    config.PLATFORM_PORT,
    () => platform.isReady(),
    platform.handlers,
  );
  const reports =
    platform.outsideHandlers.length === 0
      ? undefined
      : await serveHealth(
          config.PROVIDER_REPORTS_HOST,
          config.PROVIDER_REPORTS_PORT,
          () => platform.isReady(),
          platform.outsideHandlers,
        );
  log.info({ port: health.port, core: config.CORE_NAME }, "answering");
  const stopWatching = watchDatabase({
    databaseUrl: platform.databaseUrl,
    isReady: () => platform.isReady(),
    findPrimary: () => primaryUrl(config.POSTGRES_URLS.split(",")),
    leave() {
      log.error("database: another server is primary, exiting");
      process.exit(3);
    },
    timers: systemTime,
  });
  return [
    () => bus.close(),
    () => platform.close(),
    () => health.close(),
    async () => reports?.close(),
    async () => stopWatching(),
  ];
});
