import {
  connectService,
  createLog,
  migrateAndExit,
  openDatabase,
  openRepeat,
  primaryUrl,
  runService,
  systemTime,
} from "@tidemark/kit-node";
import { sessions } from "./accounts/session-store.ts";
import { createConsole } from "./app.ts";
import { readSettings } from "./config.ts";
import { ensureConsoleRole, migrateConsole } from "./migrate.ts";

const log = createLog("console");
const thinEveryMs = 60 * 60_000;
/** Ended sessions are kept for a while: who asks where an operator was signed in finds them. */
const keptMs = 90 * 24 * 60 * 60_000;

runService(log, async () => {
  const config = readSettings();
  if (config.CONSOLE_ROLE === "migrate")
    return migrateAndExit(config, { ensureRole: ensureConsoleRole, migrate: migrateConsole }, log);
  const url = await primaryUrl(config.POSTGRES_URLS.split(","));
  const database = openDatabase(url, config.DATABASE_CONNECTIONS_MAX, config.DATABASE_TIMEOUT_MS);
  const bus = await connectService(config, "console", log);
  const app = await createConsole({ config, db: database.db, clock: systemTime, log, bus });
  const address = await app.listen({ host: config.CONSOLE_HOST, port: config.CONSOLE_PORT });
  const thinning = openRepeat(
    { db: database.db, time: systemTime, log },
    { name: "console retention", everyMs: thinEveryMs, run: (tx) => sessions.thin(tx, systemTime.now() - keptMs) },
  );
  log.info({ address }, "console: listening");
  return [() => database.close(), () => bus.close(), () => thinning.close(), () => app.close()];
});
