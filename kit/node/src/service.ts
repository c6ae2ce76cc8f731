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
