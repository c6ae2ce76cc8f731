import type { Call } from "@tidemark/contracts";
import type { Seal } from "@tidemark/contracts/codec";
import { type Bus, type Clock, onlySeal, openQuestion, subjects } from "@tidemark/kit-node";
import { pollSince } from "./poll-since.ts";
import type { RpcClient } from "./questions.ts";

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
  /** Polled in case the bus lost a message: `{ since }` in, `{ ids, until, isWhole }` out. */
  readonly call: Pick<Call, "name" | "owner">;
  readonly onInvalidated: (ids: readonly string[]) => void;
  /** Called when all that had been missed has arrived. */
  readonly onCaughtUp?: () => void;
};

const idsOf = (facts: unknown): string[] => {
  const { ids } = (facts ?? {}) as { ids?: unknown };
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
};

/** Subscribes to invalidations of one kind and polls for missed ones, because the bus may lose messages. */
export function subscribeInvalidations(
  deps: InvalidationDeps,
  { kind, call, onInvalidated, onCaughtUp }: Invalidation,
): () => void {
  const seals = onlySeal(deps.rpcSeal);
  const close = deps.bus.subscribe(subjects(deps.core).invalidated("platform"), (bytes) => {
    const message = openQuestion(bytes, seals, deps.clock.now());
    if (typeof message === "object" && message.call === kind) onInvalidated(idsOf(message.ask));
  });
  const stop = pollSince(deps, {
    call,
    onAnswer: (data) => onInvalidated(idsOf(data)),
    ...(onCaughtUp === undefined ? {} : { onCaughtUp }),
  });
  return () => {
    stop();
    close();
  };
}
