import {
  busAccessOf,
  connectBus,
  createLog,
  primaryUrl,
  runService,
  serveHealth,
  systemTime,
} from "@tidemark/kit-node";
import { readSettings } from "./config.ts";
import { ensureWalletRole, migrateWallet } from "./migrate.ts";
import { openWallet } from "./wallet.ts";

const log = createLog("wallet");

runService(log, async () => {
  const config = readSettings();
  if (config.WALLET_ROLE === "migrate") {
    const url = await primaryUrl(config.MIGRATION_URLS.split(","));
    // Production creates its role itself, with a password.
    if (config.TIDEMARK_MODE === "development") await ensureWalletRole(url);
    await migrateWallet(url);
    log.info("migrated");
    process.exit(0);
  }
  const bus = await connectBus(
    config.NATS_URL,
    "wallet",
    busAccessOf(config, "wallet", (problem) => log.error({ problem }, "bus: refused by the server")),
  );
  const wallet = await openWallet({ config, bus, time: systemTime, log });
  const health = await serveHealth(config.WALLET_HOST, config.WALLET_PORT, async () => wallet.isReady());
  log.info({ port: health.port, core: config.CORE_NAME }, "wallet: reading chains");
  return [() => bus.close(), () => wallet.close(), () => health.close()];
});
