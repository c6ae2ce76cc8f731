import { type Call, success } from "@tidemark/contracts";
import type { Seal } from "@tidemark/contracts/codec";
import { type Bus, type Clock, openQuestion, subjects } from "@tidemark/kit-node";
import { ourselves } from "./asked-from.ts";
import type { Desks } from "./questions.ts";

export type ToldKit = {
  readonly bus: Bus;
  readonly core: string;
  readonly deskSeal: Seal;
  readonly desks: Desks;
  readonly clock: Pick<Clock, "now">;
  readonly everyMs: number;
};
export type ToldOf = {
  /** What it is called on the bus. */
  readonly word: string;
  /** Asked for what the bus may have lost: `{ since }` in, `{ ids, until }` out. */
  readonly call: Pick<Call, "name" | "owner">;
  readonly heard: (ids: readonly string[]) => void;
};

/** Rows become readable a moment after their time, and clocks differ: every question looks a little further back. */
const overlapMs = 30_000;

const idsOf = (facts: unknown): string[] => {
  const { ids } = (facts ?? {}) as { ids?: unknown };
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
};

/** Hears at once what has ended or changed, and asks again and again for what got lost: the bus may lose anything. */
export function hearTold(kit: ToldKit, { word, call, heard }: ToldOf): () => void {
  let since = 0;
  let isAsking = false;

  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    try {
      const reply = await kit.desks.ask(call, 0, { since }, ourselves);
      if (reply.code !== success) return;
      heard(idsOf(reply.data));
      since = Math.max(0, (reply.data as { until: number }).until - overlapMs);
    } finally {
      isAsking = false;
    }
  }

  const close = kit.bus.subscribe(subjects(kit.core).told("platform"), (bytes) => {
    const told = openQuestion(bytes, { of: (by) => (by === "user" ? kit.deskSeal : undefined) }, kit.clock.now());
    if (typeof told === "object" && told.call === word) heard(idsOf(told.ask));
  });
  const timer = setInterval(() => void ask(), kit.everyMs);
  timer.unref();
  void ask();
  return () => {
    clearInterval(timer);
    close();
  };
}
