// Writes the simulated past of an exchange that runs elsewhere. Used by deploy/local/compose.yaml.
import { createLog, readConfig, systemClock, text } from "@tidemark/kit-node";
import { seedPastCandles } from "./past-candles.ts";

const log = createLog("past");
const config = readConfig({ MIGRATION_URLS: text({ default: "postgres://postgres@127.0.0.1:5432/tidemark" }) });
await seedPastCandles(config.MIGRATION_URLS, systemClock.now());
log.info("the simulated past is there");
