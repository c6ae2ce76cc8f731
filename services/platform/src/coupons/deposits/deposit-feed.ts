import { type Instruments, productIds } from "@tidemark/contracts";
import { joinMoney } from "@tidemark/contracts/codec";
import { type CoreClient, type Database, enqueueCommand, type FeedEvent } from "@tidemark/kit-node";
import { coreInstruments } from "../../module/core/core-instruments.ts";
import { coupons, schema, type StoredCoupon } from "../coupon-store.ts";
import { isCounted, mostOf } from "./deposit-rules.ts";
import { depositCoupons, type GrantRow, grants, moves } from "./deposit-store.ts";
import { earningOf, priorOf } from "./earnings.ts";
import { grantPayment, payments } from "../payments.ts";
import { returnedBy, stepCauses, stepOfChange } from "../rules.ts";

/** Events that move a user's money into derivatives or out, and in or out of the exchange. */
export const moveEvents = [
  "transferred",
  "deposit_credited",
  "deposit_reversed",
  "withdrawal_requested",
  "withdrawal_ended",
] as const;
export type MoveEvent = FeedEvent<(typeof moveEvents)[number]>;
export const isMove = (event: { readonly type: string }): event is MoveEvent =>
  (moveEvents as readonly string[]).includes(event.type);

export type MovePlace = { readonly at: number; readonly seq: number };
type Here = { readonly core: CoreClient; readonly tx: Database; readonly place: MovePlace };

/** Weighs a move for the user's deposit coupons, and grants what a transfer has earned. */
export async function handleMove(core: CoreClient, tx: Database, event: MoveEvent, place: MovePlace): Promise<void> {
  const mine = await depositCoupons.lock(tx, event.uid);
  if (mine.length === 0) return;
  const instruments = await coreInstruments(core);
  if (instruments === undefined) throw new Error("no instruments");
  const asset = instruments.assetOf(event.asset)?.asset;
  const counted = mine.filter((coupon) => coupon.asset === asset && isCounted(coupon, place.at));
  const here = { core, tx, place };
  if (event.type === "transferred")
    return transferred(
      here,
      instruments,
      counted.filter(({ kind }) => kind === "DEPOSIT"),
      event,
    );
  for (const { kind, status, id } of counted)
    if (kind === "DEPOSIT_REWARD" && status === "PENDING") await countDeposit(here, id, event);
}

async function transferred(
  here: Here,
  instruments: Instruments,
  counted: readonly StoredCoupon[],
  event: FeedEvent<"transferred">,
): Promise<void> {
  const { tx, place } = here;
  const [isOut, isIn] = [event.fromProduct, event.toProduct].map((product) => product === productIds.futures_usdt);
  if (isOut === isIn) return;
  const amount = joinMoney(event.amountHigh, event.amountLow);
  const move = { source: "TRANSFER", ref: event.transferId, at: place.at, amount: isIn ? amount : -amount } as const;
  // One transfer earns by one coupon: the oldest that gives anything for it.
  let isEarned = !isIn;
  for (const coupon of counted) {
    const prior = await priorOf({ core: here.core, instruments }, coupon, place.seq);
    if (prior === undefined) throw new Error("no transfers of before a coupon");
    if (coupon.priorNet === null) await depositCoupons.setPrior(tx, coupon.id, prior.net, prior.hadIn);
    const earned = isEarned ? 0n : await earningOf(tx, coupon, prior, amount);
    await moves.add(tx, coupon.id, move);
    if (earned > 0n) await grant(here, instruments, coupon, earned);
    isEarned ||= earned > 0n;
    if (isOut) await recall(here, coupon);
  }
}

async function grant({ tx, place }: Here, instruments: Instruments, coupon: StoredCoupon, amount: bigint) {
  const number = await grants.add(tx, coupon.id, amount);
  const sent = await payments.send(tx, [grantPayment(coupon, number, amount)], instruments, place.at);
  if (sent.length === 0) throw new Error("no instrument of a grant");
}

/** The core has taken back what it had granted. What is on its way to it is taken back when it arrives. */
async function recall({ tx, place }: Here, coupon: StoredCoupon): Promise<void> {
  await grants.recallOnArrival(tx, coupon.id);
  await coupons.step(tx, coupon, "recall", stepCauses.recall, place.at);
}

async function countDeposit({ tx, place }: Here, id: number, event: Exclude<MoveEvent, { type: "transferred" }>) {
  const { at } = place;
  const amount = joinMoney(event.amountHigh, event.amountLow);
  switch (event.type) {
    case "deposit_credited":
      return moves.add(tx, id, { source: "DEPOSIT", ref: event.depositId, at, amount });
    case "deposit_reversed":
      return moves.undo(tx, id, { of: "DEPOSIT", by: "REVERSAL", ref: event.depositId, at });
    case "withdrawal_requested":
      return moves.add(tx, id, { source: "WITHDRAWAL", ref: event.withdrawalId, at, amount: -amount });
    case "withdrawal_ended":
      if (event.isSent === 1) return;
      return moves.undo(tx, id, { of: "WITHDRAWAL", by: "RETURN", ref: event.withdrawalId, at });
  }
}

/** A grant of a deposit coupon has arrived in the core. The first makes the coupon Success; one whose money has left again is taken back. */
export async function depositGranted(tx: Database, coupon: StoredCoupon, row: GrantRow, at: number): Promise<void> {
  await grants.set(tx, row.number, "GRANTED");
  await coupons.addGiven(tx, coupon.id, row.amount);
  const left = await grants.left(tx, coupon.id);
  const isFirst = (await coupons.step(tx, coupon, "pay", stepCauses.pay, at, left)) !== undefined;
  const isLive = isFirst || coupon.status === "SUCCESS";
  if (isLive && !isFirst) await coupons.setRemaining(tx, coupon.id, left);
  if (row.isRecalled || !isLive) await enqueueCommand(tx, schema, { type: "recall_grant", grant: row.number }, at);
}

/** What changed of one grant, for the coupon that may have others: used up is only one that has nothing left and nothing more to give. */
export async function depositGrantChanged(
  tx: Database,
  coupon: StoredCoupon,
  row: GrantRow,
  change: { readonly cause: string; readonly remaining: bigint },
  at: number,
): Promise<void> {
  await grants.setRemaining(tx, row.number, change.remaining);
  await coupons.addReturned(tx, coupon.id, returnedBy(change, row.remaining));
  const left = await grants.left(tx, coupon.id);
  const step = stepOfChange({ cause: change.cause, remaining: mostOf(coupon) - coupon.given + left });
  const isStep = step === "end" || step === "recall" || step === "useUp";
  const taken = isStep ? await coupons.step(tx, coupon, step, stepCauses[step], at, left) : undefined;
  if (taken === undefined) await coupons.setRemaining(tx, coupon.id, left);
}
