import { connectService, createLog, runService, serveHealth, systemTime } from "@tidemark/kit-node";
import { readSettings } from "./config.ts";
import { openOracle } from "./oracle.ts";

const log = createLog("oracle");

runService(log, async () => {
  const config = readSettings();
  const bus = await connectService(config, "oracle", log);
  const oracle = openOracle({ config, bus, time: systemTime, log });
  const health = await serveHealth(config.ORACLE_HOST, config.ORACLE_PORT, async () => oracle.isReady());
  log.info({ port: health.port, core: config.CORE_NAME }, "oracle: reading prices");
  return [() => bus.close(), () => oracle.close(), () => health.close()];
});
