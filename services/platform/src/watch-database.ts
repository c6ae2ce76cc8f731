import type { Timers } from "@tidemark/kit-node";

export type WatchKit = {
  /** The server that took writes when the process started. */
  readonly databaseUrl: string;
  isReady(): Promise<boolean>;
  /** The server that takes writes now; rejects where there is none. */
  findWritable(): Promise<string>;
  /** Ends the process; whoever runs it starts it again. */
  leave(): void;
  readonly timers: Timers;
};

const watchEveryMs = 2_000;

/** When another server is promoted the process ends, is started again, and finds it. A server that is only away is waited for. */
export function watchDatabase(kit: WatchKit): () => void {
  let callOff = kit.timers.after(watchEveryMs, look);
  let isOver = false;

  function look(): void {
    void (async () => {
      const isElsewhere =
        !(await kit.isReady()) &&
        (await kit.findWritable().then(
          (url) => url !== kit.databaseUrl,
          () => false,
        ));
      if (isOver) return;
      if (isElsewhere) kit.leave();
      else callOff = kit.timers.after(watchEveryMs, look);
    })();
  }

  return () => {
    isOver = true;
    callOff();
  };
}
