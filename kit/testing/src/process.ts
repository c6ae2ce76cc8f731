import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A service as a process of its own, as it runs in earnest. */
export type StartedService = {
  /** The fields of the line by which it said that it is ready. */
  readonly ready: Readonly<Record<string, unknown>>;
  /** Ends it as a crash would, or asks it to end; gives its exit code once it has. */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<number | null>;
};

// A machine that does other things too takes its time.
const readyWaitMaxMs = 40_000;

/** Starts `node main` and waits for the log line whose message is `readyMessage`; `onLine` gets every line that it writes. */
export async function startService(
  main: string,
  env: Readonly<Record<string, string>>,
  readyMessage: string,
  onLine?: (line: string) => void,
): Promise<StartedService> {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, LOG_LEVEL: "info", ...env },
    stdio: ["ignore", "pipe", onLine === undefined ? "inherit" : "pipe"],
  });
  if (child.stderr !== null) createInterface({ input: child.stderr }).on("line", (line) => onLine?.(line));
  const ended = new Promise<number | null>((resolve) => void child.once("exit", (code) => resolve(code)));
  const end = (signal: "SIGKILL" | "SIGTERM"): Promise<number | null> => {
    child.kill(signal);
    return ended;
  };
  let last = "nothing";
  const ready = new Promise<Record<string, unknown>>((resolve) => {
    createInterface({ input: child.stdout! }).on("line", (line) => {
      last = line;
      onLine?.(line);
      if (line.includes(`"msg":"${readyMessage}"`)) resolve(JSON.parse(line) as Record<string, unknown>);
    });
  });
  const late = new Promise<undefined>((resolve) => void setTimeout(() => resolve(undefined), readyWaitMaxMs).unref());
  const said = await Promise.race([ready, late, ended.then(() => undefined)]);
  if (said !== undefined) return { ready: said, end };
  await end("SIGKILL");
  throw new Error(`${main} did not become ready; its last word was ${last}`);
}
