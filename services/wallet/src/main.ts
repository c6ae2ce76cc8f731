import { connectService, createLog, migrateAndExit, runService, serveHealth, systemTime } from "@tidemark/kit-node";
import { readSettings } from "./config.ts";
import { ensureWalletRole, migrateWallet } from "./migrate.ts";
import { openWallet } from "./wallet.ts";

const log = createLog("wallet");

runService(log, async () => {
  const config = readSettings();
  if (config.WALLET_ROLE === "migrate")
    return migrateAndExit(config, { ensureRole: ensureWalletRole, migrate: migrateWallet }, log);
  const bus = await connectService(config, "wallet", log);
  const wallet = await openWallet({ config, bus, time: systemTime, log });
  const health = await serveHealth(config.WALLET_HOST, config.WALLET_PORT, async () => wallet.isReady());
  log.info({ port: health.port, core: config.CORE_NAME }, "wallet: reading chains");
  return [() => bus.close(), () => wallet.close(), () => health.close()];
});
