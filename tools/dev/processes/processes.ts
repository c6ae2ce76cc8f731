import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { systemClock } from "@tidemark/kit-node";

/** One line of output of one process, or a word about it. */
export type Listener = (process: string, line: string) => void;

export type ProcessWish = {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** To run as somebody else: a server that refuses to be root. */
  readonly as?: { readonly uid: number; readonly gid: number };
  /** Starts it again when it ends by itself: a core that lost its leadership leaves so that it can come back clean. */
  readonly isRevived?: boolean;
  /** How it is asked to end. */
  readonly signal?: NodeJS.Signals;
};

export type Running = {
  readonly name: string;
  readonly pid: number | undefined;
  /** Ends the process that runs now, as a crash would: a revived one comes back. */
  kill(signal: NodeJS.Signals): void;
  /** Ends it until somebody starts it again. */
  stop(): Promise<void>;
  start(): void;
};

const stopWaitMaxMs = 6_000;
const reviveAfterMs = 500;

/** Whatever way this process ends, short of being killed itself, nobody is left behind. */
const alive = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of alive) child.kill("SIGKILL");
});

/** Children are always ended one by one, by their own id; nothing here ever looks for a process by its name. */
export function run(wish: ProcessWish, onLine: Listener): Running {
  let isStopping = false;
  let ended: Promise<void> = Promise.resolve();
  let child: ChildProcess;

  function start(): void {
    child = spawn(wish.command, wish.args, {
      env: { ...process.env, ...wish.env },
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own: the terminal's Ctrl-C reaches us alone, and we end everybody in the right order.
      detached: true,
      ...(wish.cwd === undefined ? {} : { cwd: wish.cwd }),
      ...wish.as,
    });
    const mine = child;
    alive.add(mine);
    mine.once("exit", () => alive.delete(mine));
    for (const stream of [child.stdout!, child.stderr!])
      createInterface({ input: stream }).on("line", (line) => onLine(wish.name, line));
    ended = new Promise((resolve) => {
      child.once("error", (error) => {
        onLine(wish.name, `cannot be started: ${error.message}`);
        resolve();
      });
      child.once("exit", (code, signal) => {
        if (!isStopping)
          onLine(wish.name, `ended with ${signal ?? code}${wish.isRevived === true ? "; starts again" : ""}`);
        resolve();
        if (!isStopping && wish.isRevived === true)
          setTimeout(() => (isStopping ? undefined : start()), reviveAfterMs).unref();
      });
    });
  }

  start();
  return {
    name: wish.name,
    get pid() {
      return child.pid;
    },
    kill: (signal) => void child.kill(signal),
    start() {
      isStopping = false;
      start();
    },
    async stop() {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      child.kill(wish.signal ?? "SIGTERM");
      const won = await Promise.race([ended.then(() => true), systemClock.sleep(stopWaitMaxMs)]);
      if (won === true) return;
      child.kill("SIGKILL");
      await ended;
    },
  };
}
