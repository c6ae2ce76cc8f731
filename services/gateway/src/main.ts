import { connectService, createLog, runService, sharedCounters, systemClock } from "@tidemark/kit-node";
import { createGateway } from "./app.ts";
import { readSettings } from "./config.ts";

const log = createLog("gateway");

runService(log, async () => {
  const config = readSettings();
  const bus = await connectService(config, "gateway", log);
  const counters = sharedCounters(config.REDIS_URL);
  const app = await createGateway({ config, bus, clock: systemClock, log, counters });
  const address = await app.listen({ host: config.GATEWAY_HOST, port: config.GATEWAY_PORT });
  log.info({ address, core: config.CORE_NAME }, "listening");
  return [async () => counters.close(), () => bus.close(), () => app.close()];
});
