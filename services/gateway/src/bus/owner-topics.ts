import { type Row, type Topic, topicSeqsOf } from "@tidemark/contracts";
import { onlySeal, openQuestion, subjects } from "@tidemark/kit-node";
import { z } from "zod";
import type { InvalidationDeps } from "./invalidation.ts";
import { pollSince } from "./poll-since.ts";

/** A change of a stream of another owner; without rows it only says which number the stream has reached. */
export type OwnerChange = {
  readonly topic: string;
  readonly to: number;
  readonly seq: number;
  readonly rows?: readonly Row[];
};

const changeShape = z.object({
  seq: z.number().int().positive(),
  rows: z.array(z.record(z.string(), z.unknown())),
});
const seqsShape = z.object({ streams: z.array(z.tuple([z.string(), z.number().int(), z.number().int()])) });

/**
 * Subscribes to the changes that owners other than the core publish for their topics, and polls the numbers that their streams have
 * reached: a change that the bus lost is then known by its number, and clients take the snapshot.
 */
export function subscribeOwnerTopics(
  deps: InvalidationDeps,
  topicList: readonly Topic[],
  onChange: (change: OwnerChange) => void,
): () => void {
  const seals = onlySeal(deps.rpcSeal);
  const owners = new Set(topicList.map(({ owner }) => owner));
  const stops = [...owners].flatMap((owner) => {
    if (owner === "core" || owner === "projector") return [];
    const close = deps.bus.subscribe(subjects(deps.core).topics(owner), (bytes) => {
      const message = openQuestion(bytes, seals, deps.clock.now());
      const change = typeof message === "object" ? changeShape.safeParse(message.ask) : undefined;
      if (typeof message !== "object" || change?.success !== true) return;
      onChange({ topic: message.call, to: message.uid, ...change.data });
    });
    const stop = pollSince(deps, {
      call: topicSeqsOf(owner),
      onAnswer: (data) => {
        for (const [topic, to, seq] of seqsShape.parse(data).streams) onChange({ topic, to, seq });
      },
    });
    return [close, stop];
  });
  return () => stops.forEach((stop) => stop());
}
