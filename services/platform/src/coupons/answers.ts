import { calls, type CouponRow, productIds } from "@tidemark/contracts";
import { type Answer, answer, type Clock, type CoreClient, type Database, given, refuse } from "@tidemark/kit-node";
import { parseUnits, printUnits } from "@tidemark/money";
import { coreInstruments } from "../module/core-instruments.ts";
import { campaigns } from "./campaign-store.ts";
import { countOf, isListed } from "./counted-volume.ts";
import { coupons, type StoredCoupon } from "./coupon-store.ts";
import { fills } from "./fill-store.ts";
import { futuresNow } from "./futures-now.ts";
import { isClaimable, kindOf, stepCauses } from "./rules.ts";

export type CouponDeps = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly core: CoreClient | undefined;
};

function shownCoupon(coupon: StoredCoupon, cause: string, now: number): CouponRow {
  const { id, campaignId, kind, name, asset, status, startAt, endAt, distributionAt, claimBy, holdHours } = coupon;
  const text = printUnits;
  const paidBy = (one: StoredCoupon["kind"]): string => text(kind === one ? coupon.paid : 0n);
  return {
    id,
    campaignId,
    kind,
    name,
    asset,
    status,
    cause,
    bonusAmount: text(coupon.face),
    remaining: text(coupon.remaining),
    ratio: text(coupon.ratio),
    cap: text(coupon.cap),
    startAt,
    endAt,
    distributionAt,
    claimBy,
    claimedAt: coupon.claimedAt ?? 0,
    isClaimable: isClaimable(coupon, coupon, now),
    volumeRequirement: text(coupon.volumeReq),
    volumeDone: text(coupon.volumeDone),
    profitRequirement: text(coupon.profitReq),
    depositRequirement: text(coupon.depositReq),
    holdHours,
    refundAmount: "0",
    cashbackAmount: paidBy("CASHBACK"),
    profitDoubleAmount: paidBy("PROFIT_DOUBLE"),
    paid: text(coupon.paid),
    isTransferable: false,
    minLeverage: coupon.minLeverage,
    maxLeverage: coupon.maxLeverage,
    marginMode: coupon.marginMode,
    products: [...coupon.products],
    symbols: [...coupon.symbols],
    options: coupon.options,
  };
}

type PreviewAsk = (typeof calls.couponPreview.ask)["_zod"]["output"];

async function preview({ db, core }: CouponDeps, ask: PreviewAsk, uid: number) {
  const instruments = await coreInstruments(core);
  if (core === undefined || instruments === undefined) return refuse("BUSY");
  const coupon = await coupons.own(db, uid, ask.couponId);
  const market = instruments.market(ask.symbol);
  const volume = parseUnits(ask.volume);
  if (coupon === undefined || market === undefined || volume === undefined) return refuse("NOT_FOUND");
  const account = await futuresNow(core, uid);
  if (account === undefined) return refuse("BUSY");
  const isSpot = market.kind === "SPOT";
  // Bonus is in the USDT futures and nowhere else.
  const { cash, bonus } = market.product === productIds.futures_usdt ? account : { cash: 0n, bonus: 0n };
  const seen = { uid, counterUid: 0, volume, isVoucher: false, isLinked: false, cash, bonus };
  const { counted, by } = countOf({ ...seen, margin: isSpot ? "SPOT" : ask.marginMode });
  const listed = isListed(coupon, { product: market.product, symbol: market.symbol });
  const counts = listed ? counted : 0n;
  const left = coupon.volumeReq - coupon.volumeDone - counts;
  return given({
    counted: printUnits(counts),
    by,
    isListed: listed,
    cash: printUnits(cash),
    bonus: printUnits(bonus),
    volumeLeft: printUnits(left > 0n ? left : 0n),
  });
}

/** Takes its part of the budget; where there is none left, the coupon has run out. */
const claim = ({ db, clock }: CouponDeps, id: number, uid: number) =>
  db.transaction().execute(async (transaction) => {
    const tx = transaction as unknown as Database;
    const coupon = (await coupons.lock(tx, [id])).get(id);
    if (coupon === undefined || coupon.uid !== uid) return refuse("NOT_FOUND");
    const now = clock.now();
    if (!isClaimable(coupon, coupon, now)) return given({ status: coupon.status });
    if (await campaigns.reserve(tx, coupon.campaignId, coupon.face)) {
      await coupons.claim(tx, coupon, now);
      return given({ status: coupon.status });
    }
    const ended = await coupons.step(tx, coupon, "runOut", stepCauses.runOut, now);
    return given({ status: ended?.status ?? coupon.status });
  });

/** Contract → rules → store. */
export const couponAnswers = (deps: CouponDeps): Answer[] => [
  answer(calls.couponList, async ({ status, before, pageSize }, { uid }) => {
    const rows = await coupons.list(deps.db, uid, { status, before, size: pageSize });
    const shown = rows.slice(0, pageSize);
    const ids = shown.map(({ id }) => id);
    const causes = await coupons.causes(deps.db, ids);
    const list = shown.map((one) => shownCoupon(one, causes.get(one.id) ?? "", deps.clock.now()));
    return given({ list, ...(rows.length > pageSize ? { next: ids.at(-1)! } : {}) });
  }),
  answer(calls.couponFills, async ({ couponId, before, pageSize }, { uid }) => {
    if ((await coupons.own(deps.db, uid, couponId)) === undefined) return refuse("NOT_FOUND");
    const rows = await fills.list(deps.db, couponId, before, pageSize);
    const list = rows.slice(0, pageSize);
    return given({ list, ...(rows.length > pageSize ? { next: list.at(-1)!.id } : {}) });
  }),
  answer(calls.couponPreview, (ask, { uid }) => preview(deps, ask, uid)),
  answer(calls.claimCoupon, ({ couponId }, { uid }) => claim(deps, couponId, uid)),
  answer(calls.registrationReward, async () => {
    const running = await campaigns.running(deps.db, "REGISTRATION", deps.clock.now());
    for (const { id, kind, asset, face, volumeReq, days } of running)
      if (kindOf(kind) === "CASH_BONUS" && (await campaigns.isOpen(deps.db, id)))
        return given({ reward: { asset, amount: printUnits(face), volume: printUnits(volumeReq), days } });
    return given({ reward: null });
  }),
];
