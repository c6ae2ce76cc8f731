import { consoleCalls } from "@tidemark/contracts";
import { type Answer, answer, type Clock, type Database, given } from "@tidemark/kit-node";
import { printUnits } from "@tidemark/money";
import { sql } from "kysely";
import type { Invitations } from "../module/invitations.ts";
import { dayOf } from "../module/utc-days.ts";

export type ReportDeps = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly invitations: Pick<Invitations, "totals">;
};

/** Inviters that are named. */
const topMax = 10;

type DayRow = {
  readonly day: number;
  readonly inviters: number;
  readonly friends: number;
  readonly shares: number;
  readonly paid: string;
  readonly unpaid: string;
};

async function daysSince(db: Database, since: number): Promise<readonly DayRow[]> {
  const { rows } = await sql<DayRow>`
    select day, count(distinct inviter)::int as inviters, count(distinct friend)::int as friends, count(*)::int as shares,
      coalesce(sum(worth) filter (where state = 'PAID'), 0)::text as paid,
      coalesce(sum(worth) filter (where state <> 'PAID'), 0)::text as unpaid
    from invites.shares where day >= ${since} group by day`.execute(db);
  return rows;
}

async function topSince(db: Database, since: number) {
  const { rows } = await sql<{ uid: number; friends: number; paid: string }>`
    select inviter::float8 as uid, count(distinct friend)::int as friends, sum(worth)::text as paid
    from invites.shares where day >= ${since} and state = 'PAID'
    group by inviter order by sum(worth) desc, inviter limit ${topMax}`.execute(db);
  return rows.map((row) => ({ ...row, paid: printUnits(BigInt(row.paid)) }));
}

/** What operators see of shares of fees. The fees of a day are shared on the next, so that yesterday is the last day. */
export const inviteReportAnswers = ({ db, clock, invitations }: ReportDeps): Answer[] => [
  answer(consoleCalls.inviteReport, async ({ days }) => {
    const first = dayOf(clock.now()) - days;
    const found = new Map((await daysSince(db, first)).map((row) => [row.day, row]));
    const none = { inviters: 0, friends: 0, shares: 0, paid: "0", unpaid: "0" };
    return given({
      ...(await invitations.totals(db)),
      days: Array.from({ length: days }, (_, place) => {
        const row = found.get(first + place) ?? { day: first + place, ...none };
        return { ...row, paid: printUnits(BigInt(row.paid)), unpaid: printUnits(BigInt(row.unpaid)) };
      }),
      top: await topSince(db, first),
    });
  }),
];
