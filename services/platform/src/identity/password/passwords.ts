import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Clock } from "@tidemark/kit-node";

/** With a hash the password is verified, without one it is hashed. */
export type PasswordWork = { readonly password: string; readonly hash?: string };

/** Undefined results: overloaded, and nothing was checked. */
export type Passwords = {
  readonly hash: (password: string) => Promise<string | undefined>;
  /**
   * Unknown accounts and accounts without a password take the same time as others and are never right. Devices that the account knows go
   * first: a storm of guesses comes from unknown ones.
   */
  readonly isRight: (
    password: string,
    hash: string | undefined,
    isKnownDevice?: boolean,
  ) => Promise<boolean | undefined>;
  /** Whether the queue of unknown devices is too long for one more to be checked in time. */
  readonly isOverloaded: () => boolean;
  readonly close: () => void;
};
export type PasswordSettings = { readonly waitMaxMs: number; readonly niceness: number };

type Waiting = {
  readonly work: PasswordWork;
  readonly by: number;
  readonly done: (value: string | boolean | undefined) => void;
};

const main = fileURLToPath(new URL("./password-process.ts", import.meta.url));
const waitingMax = 500;
/** The assumed time of one check at the start, and the weight of the newest measurement. */
const checkMsAtFirst = 20;
const weightOfNewest = 1 / 8;

/**
 * Checks one password at a time, known devices first, in order of arrival. A check that would wait too long is refused at once; one that
 * did wait too long is refused at its turn.
 */
export function openPasswords({ waitMaxMs, niceness }: PasswordSettings, clock: Pick<Clock, "steady">): Passwords {
  const knownDevices: Waiting[] = [];
  const others: Waiting[] = [];
  let child: ChildProcess | undefined;
  let current: Waiting | undefined;
  let isClosed = false;
  let checkMs = checkMsAtFirst;
  let checkStartedAt = 0;
  let decoy: Promise<string | undefined> | undefined;

  function worker(): ChildProcess {
    if (child !== undefined) return child;
    // Detached, so that it has its own autogroup; it ends with us, because its IPC channel closes.
    const started = fork(main, [String(niceness)], { stdio: ["ignore", "ignore", "inherit", "ipc"], detached: true });
    started.on("message", ({ value }: { value: string | boolean }) => {
      checkMs += (clock.steady() - checkStartedAt - checkMs) * weightOfNewest;
      current?.done(value);
      current = undefined;
      next();
    });
    started.once("error", () => undefined);
    started.once("exit", () => {
      if (child === started) child = undefined;
      current?.done(undefined);
      current = undefined;
      if (!isClosed) next();
    });
    child = started;
    return started;
  }

  function next(): void {
    while (current === undefined) {
      const first = knownDevices.shift() ?? others.shift();
      if (first === undefined) return;
      if (clock.steady() > first.by) first.done(undefined);
      else {
        current = first;
        checkStartedAt = clock.steady();
        worker().send(first.work, (error) => (error === null ? undefined : worker().kill()));
      }
    }
  }

  const isOverloaded = (): boolean => others.length * checkMs >= waitMaxMs;

  function ask<T extends string | boolean>(work: PasswordWork, waiting = others): Promise<T | undefined> {
    if (isClosed || waiting.length >= waitingMax || (waiting === others && isOverloaded()))
      return Promise.resolve(undefined);
    return new Promise((resolve) => {
      waiting.push({ work, by: clock.steady() + waitMaxMs, done: (value) => resolve(value as T | undefined) });
      next();
    });
  }

  return {
    hash: (password) => ask<string>({ password }),
    async isRight(password, hash, isKnownDevice = false) {
      if (hash !== undefined) return ask<boolean>({ password, hash }, isKnownDevice ? knownDevices : others);
      decoy ??= ask<string>({ password: "nobody's" });
      const against = await decoy;
      if (against === undefined) {
        decoy = undefined;
        return undefined;
      }
      const checked = await ask<boolean>({ password, hash: against });
      return checked === undefined ? undefined : false;
    },
    isOverloaded,
    close() {
      isClosed = true;
      for (const { done } of [...knownDevices.splice(0), ...others.splice(0)]) done(undefined);
      child?.kill();
    },
  };
}
