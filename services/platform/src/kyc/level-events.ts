import type { Database, FeedConsumer } from "@tidemark/kit-node";
import { type KycDeps, rowChanged, stateAfter } from "./deps.ts";
import type { Verification } from "./rules.ts";
import { files, levels, verifications } from "./store.ts";

/** A level that was taken away ends the verification that gave it. Whichever way it was given, its user may try as often as a new one. */
async function takeAway(tx: Database, one: Verification, before: number, now: number): Promise<void> {
  const { uid } = one;
  if (one.state === "APPROVED") {
    const fresh = { data: null, reason: null, tries: 0 };
    await verifications.change(tx, uid, { state: stateAfter(one, "revoke"), ...fresh }, now);
    await files.drop(tx, uid, one.pictures, now);
  } else if (before > 0) await verifications.change(tx, uid, { tries: 0 }, now);
}

/** Levels as the core has them. */
export const levelConsumer = (deps: Pick<KycDeps, "clock" | "topics">): FeedConsumer => ({
  events: ["kyc_level_set"],
  async handle(tx, batches) {
    for (const { at, event } of batches.flatMap(({ at, events }) => events.map((event) => ({ at, event })))) {
      if (event.type !== "kyc_level_set") continue;
      const { uid, level } = event;
      const before = await levels.of(tx, uid);
      await levels.keep(tx, uid, level);
      const one = await verifications.of(tx, uid);
      // Read again, an event from before the decision takes nothing away.
      if (level === 0 && at > one.decidedAt) await takeAway(tx, one, before, deps.clock.now());
      await rowChanged(deps.topics, tx, uid);
    }
  },
});
