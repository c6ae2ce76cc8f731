import { type Instruments, productIds, success } from "@tidemark/contracts";
import { type PriorTransfers, type PriorTransfersAsk, priorTransfersCall } from "@tidemark/contracts/journal";
import type { CoreClient, Database } from "@tidemark/kit-node";
import { dayMs } from "../../module/utc-days.ts";
import type { StoredCoupon } from "../coupon-store.ts";
import { depositOptions, earnedBy, joinedAt, mostOf } from "./deposit-rules.ts";
import { grants, moves } from "./deposit-store.ts";

export type Prior = { readonly net: bigint; readonly hadIn: boolean };
export type EarningDeps = { readonly core: CoreClient; readonly instruments: Instruments };

/** What was moved before a coupon was taken: as kept with it, else as the history has it. Undefined where it does not answer. */
export async function priorOf(
  { core, instruments }: EarningDeps,
  coupon: StoredCoupon,
  minSeq?: number,
): Promise<Prior | undefined> {
  if (coupon.priorNet !== null) return { net: coupon.priorNet, hadIn: coupon.hadTransferIn ?? false };
  const { priorDays, isFirstOnly } = depositOptions(coupon.options);
  if (priorDays === 0 && !isFirstOnly) return { net: 0n, hadIn: false };
  const [to, asset] = [joinedAt(coupon), instruments.asset(coupon.asset)?.id];
  if (to === undefined || asset === undefined) return undefined;
  const product = productIds.futures_usdt;
  const ask: PriorTransfersAsk = { uid: coupon.uid, product, asset, from: to - priorDays * dayMs, to };
  const reply = await core.ask("history", {
    call: priorTransfersCall,
    uid: 0,
    ask,
    ...(minSeq === undefined ? {} : { minSeq }),
  });
  if (reply?.code !== success || reply.stale === true) return undefined;
  const { net, hadIn } = reply.data as PriorTransfers;
  return { net: BigInt(net), hadIn };
}

/** What a transfer of so much into derivatives earns by a coupon, as its moves and grants stand. The transfer is not among the moves yet. */
export async function earningOf(db: Database, coupon: StoredCoupon, prior: Prior, amount: bigint): Promise<bigint> {
  const { net, hadIn } = await moves.sums(db, coupon.id);
  if (depositOptions(coupon.options).isFirstOnly && (prior.hadIn || hadIn)) return 0n;
  const given = await grants.promised(db, coupon.id);
  return earnedBy(coupon, { prior: prior.net, since: net + amount, given, amount });
}

/** The most that a coupon can still earn, by however large a transfer. */
export async function mostLeft(db: Database, coupon: StoredCoupon, prior: Prior): Promise<bigint> {
  const { hadIn } = await moves.sums(db, coupon.id);
  if (depositOptions(coupon.options).isFirstOnly && (prior.hadIn || hadIn)) return 0n;
  return mostOf(coupon) - (await grants.promised(db, coupon.id));
}
