import { type Call, success } from "@tidemark/contracts";
import { internalContext, type RpcClient } from "./questions.ts";

/** Each poll overlaps the last one: rows become visible a moment after their timestamp, and clocks differ. */
const overlapMs = 30_000;

/** Asks an owner again and again for what has changed since the last answer: `{ since }` in, `{ until, … }` out. */
export function pollSince(
  { rpc, everyMs }: { readonly rpc: RpcClient; readonly everyMs: number },
  call: Pick<Call, "name" | "owner">,
  onAnswer: (data: unknown) => void,
): () => void {
  let since = 0;
  let isAsking = false;

  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    try {
      const reply = await rpc.ask(call, 0, { since }, internalContext);
      if (reply.code !== success) return;
      onAnswer(reply.data);
      since = Math.max(0, (reply.data as { until: number }).until - overlapMs);
    } finally {
      isAsking = false;
    }
  }

  const timer = setInterval(() => void ask(), everyMs);
  timer.unref();
  void ask();
  return () => clearInterval(timer);
}
