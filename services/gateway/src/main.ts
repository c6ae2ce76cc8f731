import { connectBus, createLog, runService, systemClock } from "@tidemark/kit-node";
import { createGateway } from "./app.ts";
import { readSettings } from "./config.ts";

const log = createLog("gateway");

runService(log, async () => {
  const config = readSettings();
  const bus = await connectBus(config.NATS_URL, "gateway");
  const app = await createGateway({ config, bus, clock: systemClock, log });
  const address = await app.listen({ host: config.GATEWAY_HOST, port: config.GATEWAY_PORT });
  log.info({ address, core: config.CORE_NAME }, "listening");
  return [() => bus.close(), () => app.close()];
});
