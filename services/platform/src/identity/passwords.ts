import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Clock } from "@tidemark/kit-node";

/** With a hash the password is compared to it, without one it is hashed. */
export type PasswordWork = { readonly password: string; readonly hash?: string };

/** Undefined: more people want in than passwords can be checked for, and nothing was decided. */
export type Passwords = {
  readonly hash: (password: string) => Promise<string | undefined>;
  /**
   * An account without a password, or no account at all, takes as long as any other and is never right. Who comes on a device that this
   * account knows goes before the crowd: a storm of guesses comes on strange ones.
   */
  readonly isRight: (password: string, hash: string | undefined, isFamiliar?: boolean) => Promise<boolean | undefined>;
  /** More strangers wait than can be looked at in time: one more would wait in vain. */
  readonly isCrowded: () => boolean;
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
/** What one look is taken to last until some were seen, and how much the newest of them weighs. */
const lookMsAtFirst = 20;
const weightOfNewest = 1 / 8;

/**
 * One at a time, familiar ones first, in the order of asking. Who would wait too long is told so at once, and who did, when it is his turn:
 * his page has given up by then.
 */
export function openPasswords({ waitMaxMs, niceness }: PasswordSettings, clock: Pick<Clock, "steady">): Passwords {
  const familiar: Waiting[] = [];
  const strange: Waiting[] = [];
  let child: ChildProcess | undefined;
  let current: Waiting | undefined;
  let isClosed = false;
  let lookMs = lookMsAtFirst;
  let lookedSince = 0;
  let decoy: Promise<string | undefined> | undefined;

  function worker(): ChildProcess {
    if (child !== undefined) return child;
    // A session of its own, so that it can give way to ours; it ends when we do, because it hears no more of us.
    const started = fork(main, [String(niceness)], { stdio: ["ignore", "ignore", "inherit", "ipc"], detached: true });
    started.on("message", ({ value }: { value: string | boolean }) => {
      lookMs += (clock.steady() - lookedSince - lookMs) * weightOfNewest;
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
      const first = familiar.shift() ?? strange.shift();
      if (first === undefined) return;
      if (clock.steady() > first.by) first.done(undefined);
      else {
        current = first;
        lookedSince = clock.steady();
        worker().send(first.work, (error) => (error === null ? undefined : worker().kill()));
      }
    }
  }

  const isCrowded = (): boolean => strange.length * lookMs >= waitMaxMs;

  function ask<T extends string | boolean>(work: PasswordWork, waiting = strange): Promise<T | undefined> {
    if (isClosed || waiting.length >= waitingMax || (waiting === strange && isCrowded()))
      return Promise.resolve(undefined);
    return new Promise((resolve) => {
      waiting.push({ work, by: clock.steady() + waitMaxMs, done: (value) => resolve(value as T | undefined) });
      next();
    });
  }

  return {
    hash: (password) => ask<string>({ password }),
    async isRight(password, hash, isFamiliar = false) {
      if (hash !== undefined) return ask<boolean>({ password, hash }, isFamiliar ? familiar : strange);
      decoy ??= ask<string>({ password: "nobody's" });
      const against = await decoy;
      if (against === undefined) {
        decoy = undefined;
        return undefined;
      }
      const looked = await ask<boolean>({ password, hash: against });
      return looked === undefined ? undefined : false;
    },
    isCrowded,
    close() {
      isClosed = true;
      for (const { done } of [...familiar.splice(0), ...strange.splice(0)]) done(undefined);
      child?.kill();
    },
  };
}
