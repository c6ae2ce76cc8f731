import { z } from "zod";
import { defineCall, type OwnerTopic } from "./define.ts";

/**
 * For gateways only, not in the catalogue: the number that each stream of an owner's topics has reached, for those that changed since a
 * time. The owner also publishes every change on the bus, which may lose it.
 */
export const topicSeqsOf = (owner: OwnerTopic["owner"]) =>
  defineCall({
    name: `${owner}.topicSeqs`,
    path: "GET /none/topic-seqs",
    owner,
    needs: "nothing",
    answers: "own",
    carry: "bus",
    shape: "envelope",
    ask: z.strictObject({ since: z.number().int().nonnegative() }),
    answer: z.object({
      streams: z.array(z.tuple([z.string(), z.number().int(), z.number().int()])),
      until: z.number().int(),
    }),
    refusals: ["BUSY"],
  });
