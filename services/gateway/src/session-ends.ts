import { endedSessions, success } from "@tidemark/contracts";
import type { Seal } from "@tidemark/contracts/codec";
import { type AskedFrom, type Bus, type Clock, openQuestion, subjects } from "@tidemark/kit-node";
import type { Desks } from "./questions.ts";
import type { Sessions } from "./session.ts";

export type SessionEndsKit = {
  readonly bus: Bus;
  readonly core: string;
  readonly deskSeal: Seal;
  readonly desks: Desks;
  readonly sessions: Sessions;
  readonly clock: Pick<Clock, "now">;
  readonly everyMs: number;
};

const ourselves: AskedFrom = { ip: "", lang: "en_US", site: "MAIN", deviceId: "" };
/** Rows become readable a moment after their time, and clocks differ: every question looks a little further back. */
const overlapMs = 30_000;

const idsOf = (facts: unknown): string[] => {
  const { ids } = (facts ?? {}) as { ids?: unknown };
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
};

/** Hears at once which sessions have ended, and asks again and again for those whose message got lost: the bus may lose anything. */
export function hearSessionEnds(kit: SessionEndsKit): () => void {
  const { sessions } = kit;
  let since = 0;
  let isAsking = false;

  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    try {
      const reply = await kit.desks.ask(endedSessions, 0, { since }, ourselves);
      if (reply.code !== success) return;
      sessions.end(idsOf(reply.data));
      since = Math.max(0, (reply.data as { until: number }).until - overlapMs);
    } finally {
      isAsking = false;
    }
  }

  const close = kit.bus.subscribe(subjects(kit.core).told("platform"), (bytes) => {
    const told = openQuestion(bytes, { of: (by) => (by === "user" ? kit.deskSeal : undefined) }, kit.clock.now());
    if (typeof told === "object" && told.call === "identity.sessionsEnded") sessions.end(idsOf(told.ask));
  });
  const timer = setInterval(() => void ask(), kit.everyMs);
  timer.unref();
  void ask();
  return () => {
    clearInterval(timer);
    close();
  };
}
