import { openDatabase, systemClock } from "@tidemark/kit-node";
import { sql } from "kysely";
import type { Exchange } from "../../tools/dev/exchange.ts";
import type { Cause } from "./cause-of-messages.ts";
import { amountsBelow, openMessageCauses } from "./message-causes.ts";

/** How an exchange is started for it: with a push service, and pushes of a dead sender taken over soon. */
export const messageKillWish = { pushPort: 0, platformEnv: { NOTICE_LEASE_MS: "2000" } } as const;

export type CauseResult = {
  readonly events: number;
  /** Events without a message in the bell, and messages beyond one for each. */
  readonly missing: number;
  readonly doubled: number;
  readonly isInOrder: boolean;
  /** Messages that no push has arrived of. A push may arrive twice. */
  readonly notPushed: number;
};
export type KillResult = {
  /** By what caused them. */
  readonly causes: Readonly<Record<string, CauseResult>>;
  readonly pushes: number;
  /** Kills after which some messages stood in the bell and others did not, or some pushes were not sent yet. */
  readonly midway: number;
};

/** Kills come at other moments of the events, of their messages and of the pushes; the last ones after all is written. */
const [killStepMs, killWithinMs] = [137, 900] as const;
const waitMaxMs = 120_000;

/** Whether it came in time. */
async function comes(isTrue: () => Promise<boolean>): Promise<boolean> {
  const giveUpAt = systemClock.steady() + waitMaxMs;
  while (!(await isTrue().catch(() => false))) {
    if (systemClock.steady() > giveUpAt) return false;
    await systemClock.sleep(50);
  }
  return true;
}
async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  if (!(await comes(isTrue))) throw new Error(`${what} did not come within ${waitMaxMs / 1000} s`);
}

type BellRow = { readonly key: string; readonly number: number };

/** How often a text stands in `found` beyond those in `wanted`. */
function beyond(found: readonly string[], wanted: readonly string[]): number {
  const left = new Map<string, number>();
  for (const key of wanted) left.set(key, (left.get(key) ?? 0) + 1);
  let count = 0;
  for (const key of found) {
    const rest = left.get(key) ?? 0;
    if (rest === 0) count += 1;
    else left.set(key, rest - 1);
  }
  return count;
}

function resultOf({ expected }: Cause, rows: readonly BellRow[], tags: readonly string[]): CauseResult {
  const found = rows.map(({ key }) => key);
  return {
    events: expected.length,
    missing: beyond(expected, found),
    doubled: beyond(found, expected),
    isInOrder: found.every((key, index) => key === expected[index]),
    notPushed: rows.filter(({ number }) => !tags.includes(`message-${number}`)).length,
  };
}

/** What the database has of the causes' messages and pushes. `since`: the numbers of messages that were there before. */
function messagesIn(db: ReturnType<typeof openDatabase>["db"], causes: readonly Cause[]) {
  const uids = [...new Set(causes.map(({ uid }) => uid))];
  async function bell({ uid, kinds, keyOf }: Cause, since: number): Promise<BellRow[]> {
    const { rows } = await sql<{ kind: string; facts: Record<string, string>; number: number }>`
      select kind, facts, number::float8 as number from messages.messages
      where uid = ${uid} and kind = any(${[...kinds]}) and is_in_bell and number > ${since}
      order by number`.execute(db);
    // The seed's own deposits may still be on their way to the bell.
    return rows
      .filter(({ facts }) => facts.amount === undefined || Number(facts.amount) < amountsBelow)
      .map(({ kind, facts, number }) => ({ key: keyOf(kind, facts), number }));
  }
  return {
    bell,
    count: async (since: ReadonlyMap<Cause, number>): Promise<number> =>
      (await Promise.all(causes.map((cause) => bell(cause, since.get(cause)!)))).flat().length,
    async pushesWaiting(): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::float8 as count from messages.pushes
        where uid = any(${uids}::bigint[]) and sent_at is null and problem is null`.execute(db);
      return rows[0]!.count;
    },
  };
}

/** The platform is killed while events arrive that make messages; what bells and browsers have of them afterwards. */
export async function killUnderEvents(exchange: Exchange, kills: number): Promise<KillResult> {
  const database = openDatabase(exchange.databaseUrl, 2);
  const events = await openMessageCauses(exchange);
  const { causes } = events;
  const messages = messagesIn(database.db, causes);
  const { bell, count } = messages;
  const expectedCount = (): number => causes.reduce((sum, { expected }) => sum + expected.length, 0);
  try {
    // Messages of the seed and of these sign-ins, which no kill has fallen upon.
    await systemClock.sleep(2_000);
    const since = new Map<Cause, number>();
    for (const cause of causes) since.set(cause, (await bell(cause, 0)).at(-1)?.number ?? 0);
    let midway = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      await until("the platform", events.isAnswering);
      const before = expectedCount();
      const made = events.run();
      await systemClock.sleep((kill * killStepMs) % killWithinMs);
      exchange.processes.get("platform")!.kill("SIGKILL");
      // Read before it is there again, which takes seconds.
      const written = await count(since);
      const waiting = await messages.pushesWaiting();
      await made;
      if ((written > before && written < expectedCount()) || waiting > 0) midway += 1;
    }
    const isComplete = async (): Promise<boolean> => (await count(since)) >= expectedCount();
    // The report says by cause what is missing then.
    await comes(isComplete);
    await until("the last push", async () => (await messages.pushesWaiting()) === 0);
    // What came twice would come with the next page of the feed at the latest.
    await events.last();
    await comes(isComplete);
    await until("the last push", async () => (await messages.pushesWaiting()) === 0);
    const pushed = await events.pushed();
    const results: Record<string, CauseResult> = {};
    for (const cause of causes)
      results[cause.name] = resultOf(cause, await bell(cause, since.get(cause)!), pushed.get(cause.uid)!);
    return { causes: results, pushes: [...pushed.values()].flat().length, midway };
  } finally {
    await events.close();
    await database.close();
  }
}

/** What is wrong with it, one line each; nothing where every event has been told once and pushed. */
export const problemsOf = ({ causes }: KillResult): string[] =>
  Object.entries(causes).flatMap(([name, { missing, doubled, isInOrder, notPushed }]) =>
    missing === 0 && doubled === 0 && isInOrder && notPushed === 0
      ? []
      : [
          `${name}: ${missing} without a message, ${doubled} doubled, ${isInOrder ? "in" : "NOT in"} order, ${notPushed} not pushed`,
        ],
  );
