import { connectBus, createLog, runService, systemTime, writableUrl } from "@tidemark/kit-node";
import { readSettings } from "./config.ts";
import { serveHealth } from "./health.ts";
import { ensurePlatformRole, migratePlatform } from "./migrate.ts";
import { openPlatform, type Platform } from "./platform.ts";

const log = createLog("platform");

const watchEveryMs = 2_000;

/** When another server is promoted the process ends, is started again, and finds it. */
function watchDatabase(urls: readonly string[], platform: Platform): () => Promise<void> {
  const { databaseUrl } = platform;
  const timer = setInterval(() => {
    void platform.isReady().then(async (ready) => {
      const writable = ready ? databaseUrl : await writableUrl(urls).catch(() => databaseUrl);
      if (writable === databaseUrl) return;
      log.error("another server takes the writes now");
      process.exit(3);
    });
  }, watchEveryMs);
  return async () => clearInterval(timer);
}

runService(log, async () => {
  const config = readSettings();
  if (config.PLATFORM_ROLE === "migrate") {
    const url = await writableUrl(config.MIGRATION_URLS.split(","));
    // Production makes its role itself, with a password.
    if (config.TIDEMARK_MODE === "development") await ensurePlatformRole(url);
    await migratePlatform(url);
    log.info("the tables are up to date");
    process.exit(0);
  }
  const bus = await connectBus(config.NATS_URL, "platform");
  const platform = await openPlatform({ config, bus, time: systemTime, log });
  const health = await serveHealth(config.PLATFORM_HOST, config.PLATFORM_PORT, () => platform.isReady());
  log.info({ port: health.port, core: config.CORE_NAME }, "answering");
  const watch = watchDatabase(config.POSTGRES_URLS.split(","), platform);
  return [() => bus.close(), () => platform.close(), () => health.close(), watch];
});
