import { entryCauses, type Instruments, productIds, success } from "@tidemark/contracts";
import { joinMoney } from "@tidemark/contracts/codec";
import { type FillPayersAsk, fillPayersCall, fillPayersMax, type FillPayersPage } from "@tidemark/contracts/journal";
import type { CoreClient, Database, FeedBatch, FeedConsumer, FeedEvent } from "@tidemark/kit-node";
import { coreInstruments } from "../module/core/core-instruments.ts";
import { campaigns } from "./campaigns/campaign-store.ts";
import { type GrantDeps, grantByLevels, grantByTasks } from "./campaigns/event-grants.ts";
import { countOf, isOfCoupon, type SeenFill } from "./volume/counted-volume.ts";
import { coupons, type StoredCoupon } from "./coupon-store.ts";
import { depositGrantChanged, depositGranted, handleMove, isMove, moveEvents } from "./deposits/deposit-feed.ts";
import { depositCoupons, grants } from "./deposits/deposit-store.ts";
import { fills, openVouchers } from "./volume/fill-store.ts";
import { held, isOwing } from "./held/held-store.ts";
import { invalidations } from "./invalidation/invalidation-store.ts";
import { linkedOf, pairOf } from "./linked-accounts.ts";
import { releases } from "./releases/release-store.ts";
import { returnedBy, stepCauses, stepOfChange } from "./rules.ts";
import { voucherEnded, voucherOpened } from "./vouchers/voucher-feed.ts";

/** What may end a position, beside a fill. */
const endingEvents = ["liquidation_started", "taken_over", "deleveraged", "market_settled"] as const;
const couponEvents = [
  "order_filled",
  "coupon_paid",
  "profit_reversed",
  "bonus_granted",
  "bonus_changed",
  "voucher_opened",
  "voucher_ended",
  "kyc_level_set",
  ...endingEvents,
  ...moveEvents,
] as const;
type Batch = FeedBatch<(typeof couponEvents)[number]>;
type Filled = FeedEvent<"order_filled">;

/** One side of a fill; role 0 is the maker. */
type Side = {
  readonly event: Filled;
  readonly batch: Batch;
  readonly role: 0 | 1;
  readonly uid: number;
  readonly counterUid: number;
};
const sidesOf = (event: Filled, batch: Batch): readonly Side[] => [
  { event, batch, role: 0, uid: event.makerUid, counterUid: event.takerUid },
  { event, batch, role: 1, uid: event.takerUid, counterUid: event.makerUid },
];
const keyOf = (tradeId: number, role: number): string => `${tradeId} ${role}`;

/** What the core's history has of fills beyond their events. */
async function payersOf(core: CoreClient, sides: readonly Side[]) {
  const found = new Map<string, Pick<SeenFill, "volume" | "margin" | "cash" | "bonus">>();
  for (let from = 0; from < sides.length; from += fillPayersMax) {
    const page = sides.slice(from, from + fillPayersMax);
    const ask: FillPayersAsk = { fills: page.map(({ event, role }) => [event.tradeId, role]) };
    const reply = await core.ask("history", { call: fillPayersCall, uid: 0, ask });
    if (reply?.code !== success) throw new Error(`no payers of fills: code ${reply?.code ?? "none"}`);
    const { rows } = reply.data as FillPayersPage;
    // The feed and the ledger's lines are written together: what one has, the other has.
    if (rows.length !== page.length) throw new Error(`payers of ${rows.length} fills out of ${page.length}`);
    for (const [tradeId, role, volume, margin, cash, bonus] of rows)
      found.set(keyOf(tradeId, role), {
        volume: BigInt(volume),
        margin,
        cash: BigInt(cash),
        bonus: BigInt(bonus),
      });
  }
  return found;
}

/** What counting one page of the feed needs. */
type Counting = {
  readonly byUser: ReadonlyMap<number, readonly StoredCoupon[]>;
  readonly payers: Awaited<ReturnType<typeof payersOf>>;
  readonly linked: ReadonlySet<string>;
  readonly instruments: Instruments;
  /** Coupons whose volume changes with this page. */
  readonly changed: Set<number>;
};

async function countingOf(deps: GrantDeps, tx: Database, batches: readonly Batch[]): Promise<Counting | undefined> {
  const sides = batches.flatMap((batch) =>
    batch.events.flatMap((event) => (event.type === "order_filled" ? sidesOf(event, batch) : [])),
  );
  const counting = await coupons.counting(tx, [...new Set(sides.map(({ uid }) => uid))]);
  if (counting.length === 0) return undefined;
  const byUser = Map.groupBy(counting, ({ uid }) => uid);
  const wanted = sides.filter(({ uid }) => byUser.has(uid));
  const instruments = await coreInstruments(deps.core);
  if (instruments === undefined) throw new Error("no instruments");
  const pairs = new Map(wanted.map(({ uid, counterUid }) => [pairOf(uid, counterUid), [uid, counterUid] as const]));
  return {
    byUser,
    payers: await payersOf(deps.core, wanted),
    linked: await linkedOf(deps, tx, [...pairs.values()]),
    instruments,
    changed: new Set(),
  };
}

async function countSide(tx: Database, counting: Counting, side: Side): Promise<void> {
  const { event, batch, role, uid, counterUid } = side;
  const mine = counting.byUser.get(uid);
  const payers = counting.payers.get(keyOf(event.tradeId, role));
  const market = counting.instruments.marketOf(event.market);
  if (mine === undefined || payers === undefined || market === undefined) return;
  const posSide = role === 0 ? event.makerPosSide : event.takerPosSide;
  const seen: SeenFill = {
    uid,
    counterUid,
    at: batch.at,
    product: market.kind === "SPOT" ? productIds.spot : market.product,
    symbol: market.symbol,
    ...payers,
    isVoucher: await openVouchers.isOpen(tx, uid, event.market, posSide),
    isLinked: counting.linked.has(pairOf(uid, counterUid)),
  };
  for (const coupon of mine.filter((one) => isOfCoupon(one, seen))) {
    await fills.add(tx, {
      couponId: coupon.id,
      tradeId: event.tradeId,
      role,
      seq: batch.place.seq,
      at: batch.at,
      market: event.market,
      symbol: market.symbol,
      orderId: role === 0 ? event.makerOrder : event.takerOrder,
      side: role === 0 ? 1 - event.takerSide : event.takerSide,
      ...payers,
      ...countOf(seen),
    });
    counting.changed.add(coupon.id);
  }
}

async function paid(tx: Database, event: FeedEvent<"coupon_paid">, at: number): Promise<void> {
  const coupon = (await coupons.lock(tx, [event.coupon])).get(event.coupon);
  if (coupon === undefined || coupon.campaignId !== event.campaign || coupon.uid !== event.uid) return;
  const amount = joinMoney(event.amountHigh, event.amountLow);
  if (isOwing(coupon.kind)) return held.paid(tx, coupon, amount, at);
  if (coupon.isStreamed) return releases.paid(tx, coupon, amount, at);
  await coupons.addPaid(tx, coupon.id, amount);
  const rest = await restGivenBack(tx, coupon, amount);
  await coupons.step(tx, coupon, "pay", stepCauses.pay, at, coupon.remaining - amount - rest);
}

/** A deposit reward may be less than was put aside for it: the rest is the campaign's again. */
async function restGivenBack(tx: Database, coupon: StoredCoupon, amount: bigint): Promise<bigint> {
  if (coupon.kind !== "DEPOSIT_REWARD" || coupon.status !== "PENDING") return 0n;
  const rest = coupon.face - amount;
  if (coupon.isReserved) await campaigns.giveBack(tx, [{ campaignId: coupon.campaignId, amount: rest }]);
  return rest;
}

async function granted(tx: Database, event: FeedEvent<"bonus_granted">, at: number): Promise<void> {
  const row = await grants.find(tx, event.grant);
  const id = row?.couponId ?? event.grant;
  const coupon = (await coupons.lock(tx, [id])).get(id);
  if (coupon === undefined || coupon.campaignId !== event.campaign || coupon.uid !== event.uid) return;
  if (row !== undefined) return depositGranted(tx, coupon, row, at);
  const amount = joinMoney(event.amountHigh, event.amountLow);
  if (isOwing(coupon.kind)) return held.granted(tx, coupon, { amount, endAt: event.endsAt }, at);
  await restGivenBack(tx, coupon, amount);
  await coupons.addGiven(tx, coupon.id, amount);
  if (coupon.kind === "DEPOSIT_REWARD") await depositCoupons.setEnd(tx, coupon.id, event.endsAt);
  await coupons.step(tx, coupon, "pay", stepCauses.pay, at, amount);
}

async function grantChanged(tx: Database, event: FeedEvent<"bonus_changed">, at: number): Promise<void> {
  const row = await grants.find(tx, event.grant);
  const id = row?.couponId ?? event.grant;
  const coupon = (await coupons.lock(tx, [id])).get(id);
  // Tools may have granted under the same number: such a grant is no coupon's.
  if (coupon === undefined || coupon.uid !== event.uid || coupon.status === "PENDING") return;
  const remaining = joinMoney(event.remainingHigh, event.remainingLow);
  const cause = entryCauses[event.cause]!;
  if (row !== undefined) return depositGrantChanged(tx, coupon, row, { cause, remaining }, at);
  await coupons.addReturned(tx, coupon.id, returnedBy({ cause, remaining }, coupon.remaining));
  const step = stepOfChange({ cause, remaining });
  const taken = step === undefined ? undefined : await coupons.step(tx, coupon, step, causeOf(step), at, remaining);
  if (taken === undefined) await coupons.setRemaining(tx, coupon.id, remaining);
}
const causeOf = (step: Exclude<ReturnType<typeof stepOfChange>, undefined>): string =>
  step === "end" || step === "recall" || step === "useUp" ? stepCauses[step] : "";

async function handleEvent(
  deps: GrantDeps,
  tx: Database,
  counting: Counting | undefined,
  batch: Batch,
  event: Batch["events"][number],
) {
  if (isMove(event)) return handleMove(deps.core, tx, event, { at: batch.at, seq: batch.place.seq });
  switch (event.type) {
    case "order_filled":
      if (counting !== undefined) for (const side of sidesOf(event, batch)) await countSide(tx, counting, side);
      return;
    case "coupon_paid":
      return paid(tx, event, batch.at);
    case "profit_reversed":
      return invalidations.setTaken(tx, event.coupon, joinMoney(event.amountHigh, event.amountLow));
    case "bonus_granted":
      return granted(tx, event, batch.at);
    case "bonus_changed":
      return grantChanged(tx, event, batch.at);
    case "voucher_opened": {
      await voucherOpened(tx, event, batch.at);
      if (event.qty === 0) return;
      await openVouchers.add(tx, event.uid, event.market, event.posSide, event.voucher);
      const voided = await fills.voidVoucher(tx, event.uid, event.market, batch.place.seq);
      for (const id of voided) counting?.changed.add(id);
      return;
    }
    case "voucher_ended":
      await voucherEnded(tx, event, batch.at);
      return openVouchers.remove(tx, event.uid, event.voucher);
  }
}

/** Users one of whose positions may have ended; undefined: anyone's may. */
function usersEnding(batches: readonly Batch[]): readonly number[] | undefined {
  const found = new Set<number>();
  for (const event of batches.flatMap(({ events }) => events)) {
    if (event.type === "market_settled") return undefined;
    if (event.type === "order_filled" && event.takerPosSide > 0) found.add(event.makerUid).add(event.takerUid);
    if (event.type === "liquidation_started" || event.type === "taken_over" || event.type === "deleveraged")
      found.add(event.uid);
  }
  return [...found];
}

async function setVolumes(tx: Database, counting: Counting): Promise<void> {
  const changed = await coupons.lock(tx, [...counting.changed]);
  for (const coupon of changed.values())
    if (coupon.status === "PENDING" || (coupon.status === "SUCCESS" && coupon.isStreamed))
      await coupons.setVolume(tx, coupon);
}

/** Counts volume and follows payments and grants, from the core's events; all of a page is one transaction with the cursor. */
export const feedConsumer = (deps: GrantDeps): FeedConsumer => ({
  events: couponEvents,
  async handle(tx, all) {
    const batches = all as readonly Batch[];
    const counting = await countingOf(deps, tx, batches);
    const ending = usersEnding(batches);
    // In one order, and so before single events change coupons in theirs.
    if (ending?.length !== 0) await held.touch(tx, ending, batches.at(-1)!.at);
    for (const batch of batches) for (const event of batch.events) await handleEvent(deps, tx, counting, batch, event);
    if (counting !== undefined) await setVolumes(tx, counting);
    await grantByLevels(deps, tx, batches);
    await grantByTasks(deps, tx, batches);
  },
});
