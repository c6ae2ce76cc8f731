import { calls, type FeeLevelRow, success } from "@tidemark/contracts";
import { type LevelMeasuresAsk, levelMeasuresCall, type LevelMeasuresPage } from "@tidemark/contracts/journal";
import { type CoreClient, type Database, enqueueCommands, type Log } from "@tidemark/kit-node";
import type { VipMeasures } from "@tidemark/money";
import { dayOf, isSettled } from "../module/utc-days.ts";
import { changesIn } from "./rules.ts";
import { days } from "./store.ts";

/** The schema of this module. */
export const schema = "vip";

export type RecomputeDeps = {
  readonly core: CoreClient;
  readonly now: () => number;
  /** What the levels from 1 on need; undefined where it cannot be read now. */
  readonly needs: () => Promise<readonly VipMeasures[] | undefined>;
  readonly log: Log;
  /** How many pages one transaction takes: what a crash has to do again. */
  readonly pagesPerRun: number;
};

type Day = NonNullable<Awaited<ReturnType<typeof days.last>>>;

/** The number of levels that the core charges by, and the batch that it has reached: the history must hold what came before midnight. */
async function coreNow(core: CoreClient): Promise<{ readonly levelCount: number; readonly seq: number } | undefined> {
  const reply = await core.ask("now", { call: calls.feeLevels.name, uid: 0, ask: {} });
  if (reply?.code !== success) return undefined;
  return { levelCount: (reply.data as { rows: readonly FeeLevelRow[] }).rows.length, seq: reply.seq };
}

/** The day whose users are measured now; undefined where there is nothing to do, or not yet. */
async function openDay({ core, now, needs, log }: RecomputeDeps, tx: Database): Promise<Day | undefined> {
  const at = now();
  const today = dayOf(at);
  const last = await days.last(tx);
  if (last === undefined) {
    // A first start: levels are computed at midnight, and the next one is the first.
    await days.begin(tx, today, [], 0, at);
    await days.end(tx, today, at);
    return undefined;
  }
  if (last.day >= today) return last.endedAt === null ? last : undefined;
  if (!isSettled(at)) return undefined;
  const [wanted, reached] = await Promise.all([needs(), coreNow(core)]);
  if (wanted === undefined || reached === undefined) {
    log.warn({ day: today, needs: wanted !== undefined }, "vip: levels cannot be computed yet");
    return undefined;
  }
  // Levels that the core has no rates for would be refused one by one.
  return days.begin(tx, today, wanted.slice(0, Math.max(0, reached.levelCount - 1)), reached.seq, at);
}

/**
 * Computes levels by what the core measured up to the last midnight, a page of users after the other, and sends those that change. A page's
 * commands are stored in the transaction that moves over it: each level is set once, over any crash.
 */
export async function recomputeLevels(deps: RecomputeDeps, tx: Database): Promise<void> {
  const { core, now, log, pagesPerRun } = deps;
  const day = await openDay(deps, tx);
  if (day === undefined) return;
  let { after } = day;
  for (let page = 0; page < pagesPerRun; page += 1) {
    const ask: LevelMeasuresAsk = { after, day: day.day - 1 };
    const reply = await core.ask("history", { call: levelMeasuresCall, uid: 0, ask, minSeq: day.minSeq });
    // What was written so far is committed; the next run asks again.
    if (reply?.code !== success || reply.stale === true) {
      log.warn({ day: day.day, after, code: reply?.code ?? "none" }, "vip: no measures from the core");
      return;
    }
    const { rows, next } = reply.data as LevelMeasuresPage;
    const changes = changesIn(rows, day.needs);
    const commands = changes.map(({ uid, level }) => ({ type: "set_vip_level", uid, level }) as const);
    await enqueueCommands(tx, schema, commands, now());
    after = rows.at(-1)?.[0] ?? after;
    await days.move(tx, day.day, { after, users: rows.length, changes: changes.length });
    if (next > 0) continue;
    const done = await days.end(tx, day.day, now());
    log.info({ day: day.day, ...done }, "vip: levels computed");
    return;
  }
}
