// Makes the seeded accounts of an exchange that runs elsewhere. Used by deploy/local/compose.yaml.
import { createLog, readConfig, text } from "@tidemark/kit-node";
import { seedBotKeys } from "../bots.ts";
import { seedRegistration, seedTasks } from "./campaigns.ts";
import { seedLevels, seedPeople } from "./people.ts";

const log = createLog("people");
const config = readConfig({ MIGRATION_URLS: text({ default: "postgres://postgres@127.0.0.1:5432/tidemark" }) });
await seedPeople(config.MIGRATION_URLS);
await seedLevels(config.MIGRATION_URLS);
await seedBotKeys(config.MIGRATION_URLS);
await seedRegistration(config.MIGRATION_URLS);
await seedTasks(config.MIGRATION_URLS);
log.info("the seeded accounts are there");
