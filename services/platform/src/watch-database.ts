import type { Timers } from "@tidemark/kit-node";

export type WatchDeps = {
  /** The primary at the start of the process. */
  readonly databaseUrl: string;
  isReady(): Promise<boolean>;
  /** The present primary; rejects where there is none. */
  findPrimary(): Promise<string>;
  /** Ends the process; its supervisor starts it again. */
  leave(): void;
  readonly timers: Timers;
};

const watchEveryMs = 2_000;

/**
 * When another server is promoted, the process ends, and finds the new primary when it is started again. An unavailable server is waited
 * for.
 */
export function watchDatabase(deps: WatchDeps): () => void {
  let callOff = deps.timers.after(watchEveryMs, look);
  let isOver = false;

  function look(): void {
    void (async () => {
      const isElsewhere =
        !(await deps.isReady()) &&
        (await deps.findPrimary().then(
          (url) => url !== deps.databaseUrl,
          () => false,
        ));
      if (isOver) return;
      if (isElsewhere) deps.leave();
      else callOff = deps.timers.after(watchEveryMs, look);
    })();
  }

  return () => {
    isOver = true;
    callOff();
  };
}
