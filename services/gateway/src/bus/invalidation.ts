import { type Call, success } from "@tidemark/contracts";
import type { Seal } from "@tidemark/contracts/codec";
import { type Bus, type Clock, openQuestion, subjects } from "@tidemark/kit-node";
import { internalContext, type RpcClient } from "./questions.ts";

export type InvalidationDeps = {
  readonly bus: Bus;
  readonly core: string;
  readonly rpcSeal: Seal;
  readonly rpc: RpcClient;
  readonly clock: Pick<Clock, "now">;
  readonly everyMs: number;
};
export type Invalidation = {
  /** The kind that its owner publishes under. */
  readonly kind: string;
  /** Polled in case the bus lost a message: `{ since }` in, `{ ids, until }` out. */
  readonly call: Pick<Call, "name" | "owner">;
  readonly onInvalidated: (ids: readonly string[]) => void;
};

/** Each poll overlaps the last one: rows become visible a moment after their timestamp, and clocks differ. */
const overlapMs = 30_000;

const idsOf = (facts: unknown): string[] => {
  const { ids } = (facts ?? {}) as { ids?: unknown };
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
};

/** Subscribes to invalidations of one kind and polls for missed ones, because the bus may lose messages. */
export function subscribeInvalidations(
  deps: InvalidationDeps,
  { kind, call, onInvalidated }: Invalidation,
): () => void {
  let since = 0;
  let isAsking = false;

  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    try {
      const reply = await deps.rpc.ask(call, 0, { since }, internalContext);
      if (reply.code !== success) return;
      onInvalidated(idsOf(reply.data));
      since = Math.max(0, (reply.data as { until: number }).until - overlapMs);
    } finally {
      isAsking = false;
    }
  }

  const close = deps.bus.subscribe(subjects(deps.core).invalidated("platform"), (bytes) => {
    const message = openQuestion(bytes, { of: (by) => (by === "user" ? deps.rpcSeal : undefined) }, deps.clock.now());
    if (typeof message === "object" && message.call === kind) onInvalidated(idsOf(message.ask));
  });
  const timer = setInterval(() => void ask(), deps.everyMs);
  timer.unref();
  void ask();
  return () => {
    clearInterval(timer);
    close();
  };
}
