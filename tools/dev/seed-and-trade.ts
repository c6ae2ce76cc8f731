// Lists and seeds an exchange that runs elsewhere, and trades there a little; prices come from its oracle. Used by deploy/local/compose.yaml.
import { createLog, readConfig, runService, systemClock, text } from "@tidemark/kit-node";
import { startBots } from "./bots.ts";
import { linkCore } from "./core-link.ts";
import { seed } from "./seed/seed.ts";

const log = createLog("seeding");
const waitMaxMs = 60_000;

runService(log, async () => {
  const config = readConfig({
    NATS_URL: text({ default: "nats://127.0.0.1:4222" }),
    CORE_NAME: text({ default: "main" }),
    GATEWAY_URL: text({ default: "http://127.0.0.1:8080" }),
  });
  const link = await linkCore(config.NATS_URL, config.CORE_NAME, "seeding");
  log.info(await seed(link), "seeded");
  const giveUpAt = systemClock.steady() + waitMaxMs;
  while (
    !(await fetch(`${config.GATEWAY_URL}/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (systemClock.steady() > giveUpAt) throw new Error(`the gateway at ${config.GATEWAY_URL} is not ready`);
    await systemClock.sleep(500);
  }
  const bots = await startBots(config.GATEWAY_URL);
  return [() => link.close(), () => bots.stop()];
});
