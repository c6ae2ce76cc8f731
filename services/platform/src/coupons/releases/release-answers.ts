import type { calls, CouponRow } from "@tidemark/contracts";
import {
  type CoreClient,
  type Database,
  given,
  inTransaction,
  type Outcome,
  refuse,
  type Time,
} from "@tidemark/kit-node";
import { printUnits } from "@tidemark/money";
import { coreInstruments } from "../../module/core/core-instruments.ts";
import { coupons, type StoredCoupon } from "../coupon-store.ts";
import { payments } from "../payments.ts";
import { claimProblem } from "./release-rules.ts";
import { type Releasing, releasePayment, releases } from "./release-store.ts";

type ReleaseDeps = {
  readonly db: Database;
  readonly clock: Pick<Time, "now">;
  readonly core: CoreClient | undefined;
  readonly wakeOutbox: () => void;
};
type Claimed = (typeof calls.claimRelease.answer)["_zod"]["output"];

const onItsWay = ({ paid }: StoredCoupon, { promised }: Releasing): bigint => (promised > paid ? promised - paid : 0n);

export const shownRelease = (coupon: StoredCoupon, release: Releasing): NonNullable<CouponRow["release"]> => ({
  rate: printUnits(release.rate),
  dailyCap: printUnits(release.dailyCap),
  released: printUnits(release.released),
  releasedToday: printUnits(release.releasedToday),
  claimable: printUnits(release.claimable),
  onItsWay: printUnits(onItsWay(coupon, release)),
});

/** Stores the payment of all that is released with its command. A claim that is asked again meets the coupon locked or its payment on its way. */
export async function claimRelease(deps: ReleaseDeps, id: number, uid: number): Promise<Outcome<Claimed>> {
  const { db, clock, core, wakeOutbox } = deps;
  const instruments = await coreInstruments(core);
  if (instruments === undefined) return refuse("BUSY");
  const outcome = await inTransaction(db, async (tx): Promise<Outcome<Claimed>> => {
    const coupon = (await coupons.lock(tx, [id])).get(id);
    if (coupon?.uid !== uid || !coupon.isStreamed) return refuse("NOT_FOUND");
    const now = clock.now();
    const release = (await releases.of(tx, [coupon], now)).get(id)!;
    if (coupon.isPaymentSent) return given({ amount: printUnits(onItsWay(coupon, release)) });
    const problem = claimProblem(coupon, release);
    if (problem === "RELEASE_DAY_FULL") return refuse(problem, { allowed: printUnits(release.dailyCap) });
    if (problem !== undefined) return refuse(problem);
    const sent = await payments.send(tx, [releasePayment(coupon, release)], instruments, now);
    return sent.length === 0 ? refuse("BUSY") : given({ amount: printUnits(release.claimable) });
  });
  if (outcome.ok) wakeOutbox();
  return outcome;
}
