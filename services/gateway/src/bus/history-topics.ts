import type { Verifier } from "@tidemark/contracts/codec";
import { type Bus, type Clock, type MessageChecks, openQuestion, subjects } from "@tidemark/kit-node";
import { z } from "zod";

const messageShape = z.object({
  prev: z.number().int().nonnegative(),
  seq: z.number().int().nonnegative(),
  changes: z.array(z.tuple([z.string(), z.number().int(), z.string(), z.array(z.record(z.string(), z.unknown()))])),
});
/** What the projector publishes: the changes of its streams from one batch of the history to another. */
export type HistoryMessage = z.infer<typeof messageShape>;

export type HistoryTopicsDeps = {
  readonly bus: Bus;
  readonly core: string;
  readonly coreKeys: Verifier;
  readonly clock: Pick<Clock, "now">;
};

export function subscribeHistoryTopics(
  { bus, core, coreKeys, clock }: HistoryTopicsDeps,
  onMessage: (message: HistoryMessage) => void,
): () => void {
  const checks: MessageChecks = { of: (by) => (by === "core" ? coreKeys : undefined) };
  /** A message that is sent again would make every stream begin anew. */
  let newest = 0;
  return bus.subscribe(subjects(core).historyTopics, (bytes) => {
    const opened = openQuestion(bytes, checks, clock.now());
    if (typeof opened !== "object" || opened.sentAt < newest) return;
    newest = opened.sentAt;
    const message = messageShape.safeParse(opened.ask);
    if (message.success) onMessage(message.data);
  });
}
