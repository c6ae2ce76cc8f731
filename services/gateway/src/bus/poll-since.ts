import { type Call, success } from "@tidemark/contracts";
import { internalContext, type RpcClient } from "./questions.ts";

/** Each poll overlaps the last one: rows become visible a moment after their timestamp, and clocks differ. */
const overlapMs = 30_000;
/** Until the first whole answer the gateway is not ready, so it asks more often. */
const firstEveryMs = 500;

export type Polling = {
  readonly call: Pick<Call, "name" | "owner">;
  readonly onAnswer: (data: unknown) => void;
  /** Called whenever nothing older is left to be asked for. */
  readonly onCaughtUp?: () => void;
};
/** `isWhole: false` says that there is more behind `until`, and behind `last` of those at the same time. */
type Page = { readonly until: number; readonly isWhole?: boolean; readonly last?: string };

/**
 * Asks an owner again and again for what has changed since the last answer: `{ since }` in, `{ until, … }` out. An answer that is not whole
 * is followed by the next question at once.
 */
export function pollSince(
  { rpc, everyMs }: { readonly rpc: RpcClient; readonly everyMs: number },
  { call, onAnswer, onCaughtUp }: Polling,
): () => void {
  let from: { readonly since: number; readonly after?: string } = { since: 0 };
  let hasCaughtUp = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function askOn(): Promise<void> {
    while (!isStopped) {
      const reply = await rpc.ask(call, 0, from, internalContext);
      if (reply.code !== success) return;
      onAnswer(reply.data);
      const { until, isWhole = true, last } = reply.data as Page;
      if (isWhole) {
        from = { since: Math.max(0, until - overlapMs) };
        hasCaughtUp = true;
        return onCaughtUp?.();
      }
      // Without progress the next poll tries again: an owner that repeats itself must not be asked without a pause.
      if (until === from.since && last === from.after) return;
      from = { since: until, ...(last === undefined ? {} : { after: last }) };
    }
  }

  function ask(): void {
    // An answer of another shape than the contract's counts as none: the next poll asks again.
    void askOn()
      .catch(() => undefined)
      .finally(() => {
        if (isStopped) return;
        timer = setTimeout(ask, hasCaughtUp ? everyMs : Math.min(everyMs, firstEveryMs));
        timer.unref();
      });
  }

  ask();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
