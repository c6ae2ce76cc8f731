import {
  busAccessOf,
  connectBus,
  createLog,
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
  if (config.PLATFORM_ROLE === "migrate") {
    const url = await primaryUrl(config.MIGRATION_URLS.split(","));
    // Production creates its role itself, with a password.
    if (config.TIDEMARK_MODE === "development") await ensurePlatformRole(url);
    await migratePlatform(url);
    log.info("migrated");
    process.exit(0);
  }
  const bus = await connectBus(
    config.NATS_URL,
    "platform",
    busAccessOf(config, "platform", (problem) => log.error({ problem }, "bus: refused by the server")),
  );
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
