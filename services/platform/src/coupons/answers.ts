import { calls, couponOptionsOf, type CouponRow, productIds } from "@tidemark/contracts";
import {
  type Answer,
  answer,
  type CoreClient,
  type Database,
  given,
  inTransaction,
  refuse,
  type Time,
} from "@tidemark/kit-node";
import { parseUnits, printUnits } from "@tidemark/money";
import { coreInstruments } from "../module/core/core-instruments.ts";
import { dayOf } from "../module/utc-days.ts";
import { campaigns } from "./campaigns/campaign-store.ts";
import { cashbackOf } from "./held/cashback.ts";
import { closes } from "./held/close-store.ts";
import { type Counted, lossOptions } from "./held/position-coupons.ts";
import { countOf, isListed } from "./volume/counted-volume.ts";
import { coupons, type StoredCoupon } from "./coupon-store.ts";
import { fills } from "./volume/fill-store.ts";
import { held } from "./held/held-store.ts";
import { isMissing } from "./held/ask-history.ts";
import { feesOf } from "./held/day-fees.ts";
import { futuresNow, hasFuturesPositions } from "./deposits/futures-now.ts";
import { claimRelease, shownRelease } from "./releases/release-answers.ts";
import { releaseOf } from "./releases/release-rules.ts";
import { type Releasing, releases } from "./releases/release-store.ts";
import { bonusOf, isClaimable, isClaimOver, kindOf, stepCauses } from "./rules.ts";
import { groupOf, totalsOf } from "./totals.ts";
import { type VoucherOpen, voucherOpens } from "./vouchers/voucher-store.ts";
import { openVoucher, previewVoucher } from "./vouchers/vouchers.ts";

export type CouponDeps = {
  readonly db: Database;
  readonly clock: Pick<Time, "now" | "sleep">;
  readonly core: CoreClient | undefined;
  readonly wakeOutbox: () => void;
};

/** What is in use by a voucher, as it is shown. */
const shownUse = ({ state, symbol, posSide, leverage, closeAt }: VoucherOpen): NonNullable<CouponRow["use"]> => ({
  state: state === "SENT" ? "SENT" : "OPEN",
  symbol,
  posSide,
  leverage,
  ...(closeAt === null ? {} : { closesAt: closeAt }),
});

function shownBonus(coupon: StoredCoupon): Pick<CouponRow, "bonus"> {
  const bonus = bonusOf(coupon);
  if (bonus === undefined) return {};
  const { granted, used, returned } = bonus;
  return { bonus: { granted: printUnits(granted), used: printUnits(used), returned: printUnits(returned) } };
}

/** What is shown of a coupon beside its own row. */
type Beside = {
  readonly last: { readonly cause: string; readonly at: number } | undefined;
  /** What today's fees bring by now. */
  readonly refund: bigint;
  readonly use: VoucherOpen | undefined;
  readonly release: Releasing | undefined;
  /** Of a coupon that pays by a total: what its positions have come to. */
  readonly total: Counted | undefined;
};

const isTotal = ({ kind, options }: StoredCoupon): boolean => kind === "LOSS_DEDUCTION" && lossOptions(options).isTotal;
const shownTotal = ({ result, invested }: Counted): NonNullable<CouponRow["total"]> => ({
  result: printUnits(result),
  invested: printUnits(invested),
});

function shownCoupon(coupon: StoredCoupon, { last, refund, use, release, total }: Beside, now: number): CouponRow {
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
    cause: last?.cause ?? "",
    statusAt: last?.at ?? 0,
    group: groupOf({ coupon, release }, now),
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
    refundAmount: text(refund),
    cashbackAmount: paidBy("CASHBACK"),
    profitDoubleAmount: paidBy("PROFIT_DOUBLE"),
    paid: text(coupon.paid),
    isTransferable: false,
    minLeverage: coupon.minLeverage,
    maxLeverage: coupon.maxLeverage,
    marginMode: coupon.marginMode,
    products: [...coupon.products],
    symbols: [...coupon.symbols],
    ...(use === undefined ? {} : { use: shownUse(use) }),
    ...shownBonus(coupon),
    ...(release === undefined ? {} : { release: shownRelease(coupon, release) }),
    ...(total === undefined ? {} : { total: shownTotal(total) }),
    options: coupon.options,
  };
}

/** What today's fees bring so far to a user's cashback coupons, by the function that settles the day; undefined where the core does not answer. */
async function refundsOf({ db, core, clock }: CouponDeps, uid: number, shown: readonly StoredCoupon[]) {
  const isCounting = ({ kind, status }: StoredCoupon): boolean => kind === "CASHBACK" && status === "SUCCESS";
  if (core === undefined || !shown.some(isCounting)) return new Map<number, bigint>();
  const instruments = await coreInstruments(core);
  if (instruments === undefined) return undefined;
  const fees = await feesOf(core, instruments, [uid], dayOf(clock.now()));
  if (isMissing(fees)) return undefined;
  return cashbackOf(await held.ofUser(db, uid, ["CASHBACK"]), fees.byUid.get(uid) ?? []);
}

/** What volume of today would release more; nothing of coupons that are not released by volume. */
async function releasedBy(db: Database, coupon: StoredCoupon, counted: bigint, now: number): Promise<bigint> {
  if (!coupon.isStreamed) return 0n;
  const [today, days] = [dayOf(now), (await fills.byDay(db, [coupon.id])).get(coupon.id) ?? []];
  const ofToday = days.find(({ day }) => day === today)?.counted ?? 0n;
  const after = [...days.filter(({ day }) => day !== today), { day: today, counted: ofToday + counted }];
  return releaseOf(coupon, after, 0n, today).released - releaseOf(coupon, days, 0n, today).released;
}

type ListAsk = (typeof calls.couponList.ask)["_zod"]["output"];

async function listed(deps: CouponDeps, ask: ListAsk, uid: number) {
  const { db, clock } = deps;
  const { status, kind, before, pageSize } = ask;
  const rows = await coupons.list(db, uid, { status, kind, before, size: pageSize });
  const shown = rows.slice(0, pageSize);
  const hasMore = rows.length > pageSize;
  const hasTotals = status === undefined && kind === undefined && before === undefined;
  // Most users have all of their coupons on the first page.
  const counted = hasTotals && hasMore ? await coupons.ofUser(db, uid) : shown;
  const ids = shown.map(({ id }) => id);
  const lasts = await coupons.lastSteps(db, ids);
  const refunds = await refundsOf(deps, uid, shown);
  if (refunds === undefined) return refuse("BUSY");
  const now = clock.now();
  const opens = await voucherOpens.inUse(
    db,
    counted.map(({ id }) => id),
  );
  const uses = new Map(opens.map((one) => [one.couponId, one]));
  const released = await releases.of(db, counted, now);
  const losses = await closes.totals(
    db,
    shown.filter(isTotal).map(({ id }) => id),
  );
  const list = shown.map((one) => {
    const { id } = one;
    const [use, release, total] = [uses.get(id), released.get(id), losses.get(id)];
    return shownCoupon(one, { last: lasts.get(id), refund: refunds.get(id) ?? 0n, use, release, total }, now);
  });
  const all = counted.map((coupon) => {
    const { id } = coupon;
    return { coupon, release: released.get(id), isInUse: uses.has(id) };
  });
  return given({
    list,
    ...(hasMore ? { next: ids.at(-1)! } : {}),
    ...(hasTotals ? { totals: totalsOf(all, now) } : {}),
  });
}

type PreviewAsk = (typeof calls.couponPreview.ask)["_zod"]["output"];

async function preview({ db, core, clock }: CouponDeps, ask: PreviewAsk, uid: number) {
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
  const releases = await releasedBy(db, coupon, counts, clock.now());
  return given({
    counted: printUnits(counts),
    by,
    isListed: listed,
    cash: printUnits(cash),
    bonus: printUnits(bonus),
    volumeLeft: printUnits(left > 0n ? left : 0n),
    releases: printUnits(releases),
  });
}

/** Why a user may not claim a coupon now, beside what its own row says. Asked before the row is locked: the core may take its time. */
async function problemOfClaim({ db, core, clock }: CouponDeps, id: number, uid: number) {
  const coupon = await coupons.own(db, uid, id);
  if (coupon?.kind !== "DEPOSIT" || !isClaimable(coupon, coupon, clock.now())) return undefined;
  if (!couponOptionsOf(coupon.kind, coupon.options).isWithoutPositions) return undefined;
  const hasPositions = core === undefined ? undefined : await hasFuturesPositions(core, uid);
  if (hasPositions === undefined) return "BUSY";
  return hasPositions ? "POSITION_OPEN" : undefined;
}

/** Takes its part of the budget; where there is none left, the coupon has run out. */
async function claim(deps: CouponDeps, id: number, uid: number) {
  const problem = await problemOfClaim(deps, id, uid);
  return problem === undefined ? claimLocked(deps, id, uid) : refuse(problem);
}

const claimLocked = ({ db, clock }: CouponDeps, id: number, uid: number) =>
  inTransaction(db, async (tx) => {
    const coupon = (await coupons.lock(tx, [id])).get(id);
    if (coupon === undefined || coupon.uid !== uid) return refuse("NOT_FOUND");
    const now = clock.now();
    if (isClaimOver(coupon, coupon, now)) {
      // The job that expires coupons has not come to it yet.
      const lapsed = await coupons.step(tx, coupon, "lapse", stepCauses.lapse, now);
      return given({ status: lapsed?.status ?? coupon.status });
    }
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
  answer(calls.couponList, (ask, { uid }) => listed(deps, ask, uid)),
  answer(calls.couponFills, async ({ couponId, before, pageSize }, { uid }) => {
    if ((await coupons.own(deps.db, uid, couponId)) === undefined) return refuse("NOT_FOUND");
    const rows = await fills.list(deps.db, couponId, before, pageSize);
    const list = rows.slice(0, pageSize);
    return given({ list, ...(rows.length > pageSize ? { next: list.at(-1)!.id } : {}) });
  }),
  answer(calls.couponPreview, (ask, { uid }) => preview(deps, ask, uid)),
  answer(calls.claimCoupon, ({ couponId }, { uid }) => claim(deps, couponId, uid)),
  answer(calls.claimRelease, ({ couponId }, { uid }) => claimRelease(deps, couponId, uid)),
  answer(calls.openVoucher, (ask, { uid }) => openVoucher(deps, ask, uid)),
  answer(calls.previewVoucher, (ask, { uid }) => previewVoucher(deps, ask, uid)),
  answer(calls.registrationReward, async () => {
    const running = await campaigns.running(deps.db, "REGISTRATION", deps.clock.now());
    for (const { id, kind, asset, face, volumeReq, days, isStreamed } of running)
      // The reward is announced by the volume that pays all of it; one that is released by volume has none.
      if (kindOf(kind) === "CASH_BONUS" && !isStreamed && (await campaigns.isOpen(deps.db, id)))
        return given({ reward: { asset, amount: printUnits(face), volume: printUnits(volumeReq), days } });
    return given({ reward: null });
  }),
];
