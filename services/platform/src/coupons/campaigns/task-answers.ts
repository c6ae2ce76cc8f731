import { calls, type CouponTask } from "@tidemark/contracts";
import { type Answer, answer, type Database, given, type Time } from "@tidemark/kit-node";
import { printUnits } from "@tidemark/money";
import type { Verifications } from "../../module/verifications.ts";
import { coupons } from "../coupon-store.ts";
import { exclusionsOf, type DeviceDeps } from "../linked-accounts.ts";
import { kindOf } from "../rules.ts";
import { campaigns, type OfferedCampaign } from "./campaign-store.ts";

export type TaskDeps = DeviceDeps & {
  readonly db: Database;
  readonly clock: Pick<Time, "now">;
  readonly verifications: Pick<Verifications, "of">;
};

function shownTask(one: OfferedCampaign, received: number, isExcluded: boolean): CouponTask {
  const { id, grantOn, task, name, asset, days, claimDays, endAt, perUser } = one;
  return {
    campaignId: id,
    grantOn,
    task,
    kind: kindOf(one.kind),
    name,
    asset,
    face: printUnits(one.face),
    volumeRequirement: printUnits(one.volumeReq),
    days,
    claimDays,
    endAt,
    perUser,
    received,
    isOpen: received < perUser && !isExcluded,
  };
}

async function tasksOf(deps: TaskDeps, uid: number): Promise<CouponTask[]> {
  const { db, clock, verifications } = deps;
  const offered = await campaigns.offered(db, clock.now());
  if (offered.length === 0) return [];
  const ids = offered.map(({ id }) => id);
  const had = await coupons.hadOf(db, ids, [uid]);
  const isExcluded = await exclusionsOf(deps, db, ids, [uid]);
  const isVerified = (await verifications.of(db, uid)).level > 0;
  const tasks = offered.map((one) => shownTask(one, had.get(one.id)?.get(uid) ?? 0, isExcluded(one.id, uid)));
  // Who is verified cannot be verified again for it.
  return tasks.filter(({ grantOn, received }) => grantOn !== "KYC" || !isVerified || received > 0);
}

/** What a trader asks about ways to earn coupons. */
export const taskAnswers = (deps: TaskDeps): Answer[] => [
  answer(calls.couponTasks, async (_ask, { uid }) => given({ list: await tasksOf(deps, uid) })),
];
