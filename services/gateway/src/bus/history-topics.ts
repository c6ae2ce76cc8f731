import type { Seal } from "@tidemark/contracts/codec";
import { type Bus, type Clock, onlySeal, openQuestion, subjects } from "@tidemark/kit-node";
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
  readonly coreSeal: Seal;
  readonly clock: Pick<Clock, "now">;
};

export function subscribeHistoryTopics(
  { bus, core, coreSeal, clock }: HistoryTopicsDeps,
  onMessage: (message: HistoryMessage) => void,
): () => void {
  const seals = onlySeal(coreSeal);
  return bus.subscribe(subjects(core).historyTopics, (bytes) => {
    const opened = openQuestion(bytes, seals, clock.now());
    const message = typeof opened === "object" ? messageShape.safeParse(opened.ask) : undefined;
    if (message?.success === true) onMessage(message.data);
  });
}
