import { consoleCalls } from "@tidemark/contracts";
import { type Answer, answer, type Clock, given } from "@tidemark/kit-node";
import type { Timeline } from "./module/timeline.ts";

const perPage = 50;

/** One timeline of all modules. What happened in the same millisecond as the last row of a page stands on that page. */
export const timelineAnswer = (timelines: readonly Timeline[], clock: Pick<Clock, "now">): Answer =>
  answer(consoleCalls.accountTimeline, async ({ uid, before = clock.now() + 1 }) => {
    const parts = await Promise.all(timelines.map((timeline) => timeline(uid, before, perPage + 1)));
    const all = parts.flat().toSorted((one, other) => other.at - one.at);
    const last = all[perPage - 1]?.at;
    const list = last === undefined ? all : all.filter(({ at }) => at >= last);
    return given({ list, next: list.length < all.length ? last! : null });
  });
