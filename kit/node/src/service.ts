import { type Bus, connectBus } from "./bus/bus.ts";
import { busAccessOf } from "./bus/bus-access.ts";
import type { BusService } from "./bus/bus-permissions.ts";
import { primaryUrl } from "./roles.ts";
import type { Log } from "./log.ts";

/** Runs a process until SIGTERM or SIGINT; stops in reverse order of start. */
export function runService(log: Log, start: () => Promise<(() => Promise<void>)[]>): void {
  let stops: (() => Promise<void>)[] = [];
  let ending = false;
  const end = (signal: string): void => {
    if (ending) return;
    ending = true;
    log.info({ signal }, "stopping");
    const late = setTimeout(() => process.exit(1), 5_000);
    late.unref();
    void (async () => {
      for (const stop of stops.reverse()) await stop();
      process.exit(0);
    })();
  };
  process.on("SIGTERM", () => end("SIGTERM"));
  process.on("SIGINT", () => end("SIGINT"));
  start().then(
    (started) => void (stops = started),
    (error: unknown) => {
      log.fatal({ problem: error instanceof Error ? error.message : String(error) }, "did not start");
      process.exit(1);
    },
  );
}

type BusConfig = Parameters<typeof busAccessOf>[0] & { readonly NATS_URL: string };

/** The bus as this service; what the server refuses it is logged. */
export const connectService = (config: BusConfig, service: BusService, log: Log): Promise<Bus> =>
  connectBus(
    config.NATS_URL,
    service,
    busAccessOf(config, service, (problem) => log.error({ problem }, "bus: refused by the server")),
  );

type Migration = Readonly<Record<"ensureRole" | "migrate", (url: string) => Promise<void>>>;

/** Changes a service's tables as the owner of its schema, and ends the process. */
export async function migrateAndExit(
  config: { readonly MIGRATION_URLS: string; readonly TIDEMARK_MODE: "development" | "production" },
  { ensureRole, migrate }: Migration,
  log: Log,
): Promise<never> {
  const url = await primaryUrl(config.MIGRATION_URLS.split(","));
  // Production creates its role itself, with a password.
  if (config.TIDEMARK_MODE === "development") await ensureRole(url);
  await migrate(url);
  log.info("migrated");
  process.exit(0);
}
