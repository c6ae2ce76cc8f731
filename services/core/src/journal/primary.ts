import type { JournalServer, JournalSession } from "./journal.ts";
import type { Durability } from "./row.ts";

/** What a node has learned about the cluster; only ever grows. */
export type SeenEpoch = {
  systemId: string;
  timeline: number;
  /** The highest epoch that anybody is known to have led in, also on a branch that the journal has lost since. */
  epoch: number;
  /** The highest timeline of a cluster that earlier processes of this node have seen, 0 for one that is new to them. */
  readonly keptTimeline?: (systemId: string) => number;
};
export const noSeenEpoch = (): SeenEpoch => ({ systemId: "", timeline: 0, epoch: 0 });

export function sawEpoch(seen: SeenEpoch, epoch: number): void {
  if (epoch > seen.epoch) seen.epoch = epoch;
}

/** A server of another cluster, or one that was left behind by a promotion, is not accepted as primary. */
function isKnown(session: JournalSession, seen: SeenEpoch): boolean {
  const { systemId, timeline } = session.info;
  const newest = Math.max(seen.timeline, seen.keptTimeline?.(systemId) ?? 0);
  return (seen.systemId === "" || seen.systemId === systemId) && timeline >= newest;
}

const keepsPromise = (session: JournalSession, durability: Durability): boolean =>
  session.info.commitsSafely && (session.info.standbyNames === "") === (durability === "single");

async function connectAll(servers: readonly JournalServer[]): Promise<JournalSession[]> {
  const tries = await Promise.allSettled(servers.map((server) => server.connect()));
  return tries.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}

function choose(sessions: JournalSession[], isGood: (session: JournalSession) => boolean): JournalSession | undefined {
  let best: JournalSession | undefined;
  for (const session of sessions)
    if (isGood(session) && (best === undefined || session.info.timeline > best.info.timeline)) best = session;
  for (const session of sessions) if (session !== best) session.close();
  return best;
}

/**
 * The writable server of the highest timeline, never a lower one than already seen: after a promotion the old primary may come back
 * and would gladly take rows.
 */
export async function findPrimary(
  servers: readonly JournalServer[],
  durability: Durability,
  seen: SeenEpoch,
): Promise<JournalSession | undefined> {
  const best = choose(
    await connectAll(servers),
    (session) => session.info.writable && isKnown(session, seen) && keepsPromise(session, durability),
  );
  if (best === undefined) return undefined;
  seen.systemId = best.info.systemId;
  seen.timeline = best.info.timeline;
  return best;
}

/** Any server of the cluster, the writable one if it is there: rows may be read anywhere. */
export async function findReadable(
  servers: readonly JournalServer[],
  seen: SeenEpoch,
): Promise<JournalSession | undefined> {
  const best = choose(
    await connectAll(servers),
    (session) =>
      (seen.systemId === "" || seen.systemId === session.info.systemId) &&
      (!session.info.writable || isKnown(session, seen)),
  );
  if (best === undefined) return undefined;
  seen.systemId = best.info.systemId;
  if (best.info.writable) seen.timeline = best.info.timeline;
  return best;
}
