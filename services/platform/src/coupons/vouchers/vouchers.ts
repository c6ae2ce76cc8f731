import { type calls, type Facts, factsOf, type Instruments, refusalOf, success } from "@tidemark/contracts";
import { type VoucherPreviewAsk, voucherPreviewCall } from "@tidemark/contracts/journal";
import {
  type CoreClient,
  type Database,
  given,
  inTransaction,
  type Outcome,
  refuse,
  type Time,
} from "@tidemark/kit-node";
import { coreInstruments } from "../../module/core/core-instruments.ts";
import { coupons, type StoredCoupon } from "../coupon-store.ts";
import { voucherProblem } from "./voucher-rules.ts";
import { positionSides, type VoucherOpen, voucherOpens } from "./voucher-store.ts";

export type VoucherDeps = {
  readonly db: Database;
  readonly clock: Pick<Time, "now" | "sleep">;
  readonly core: CoreClient | undefined;
  readonly wakeOutbox: () => void;
};
type Ask = (typeof calls.openVoucher.ask)["_zod"]["output"];
type Opened = (typeof calls.openVoucher.answer)["_zod"]["output"];
type Previewed = (typeof calls.previewVoucher.answer)["_zod"]["output"];
type Market = NonNullable<ReturnType<Instruments["market"]>>;

/** The core's answer comes at once, its event within a moment. */
const answerWaitMaxMs = 1_500;
const lookEveryMs = 25;

const termsOf = ({ product, symbol, contract }: Market) => ({
  product,
  symbol,
  maxLeverage: contract?.maxLeverage ?? 0,
});

const isSame = (one: VoucherOpen, ask: Ask): boolean =>
  one.symbol === ask.symbol && one.posSide === ask.posSide && one.leverage === ask.leverage;

/** Checks the voucher and stores the order with its command, or finds the one that was stored for the same position before. */
const take = ({ db, clock }: VoucherDeps, ask: Ask, market: Market, uid: number): Promise<Outcome<number>> =>
  inTransaction(db, async (tx): Promise<Outcome<number>> => {
    const coupon = (await coupons.lock(tx, [ask.couponId])).get(ask.couponId);
    if (coupon?.uid !== uid || coupon.kind !== "CONTRACT_VOUCHER") return refuse("NOT_FOUND");
    const [before] = await voucherOpens.inUse(tx, [coupon.id]);
    if (before !== undefined && isSame(before, ask)) return given(before.place);
    const now = clock.now();
    const problem = voucherProblem(coupon, termsOf(market), ask.leverage, now);
    if (problem !== undefined) return refuse(problem.refusal, problem.facts);
    return given(await voucherOpens.send(tx, coupon, ask, market.id, now));
  });

const asBigints = ([first = "0", second = "0"]: readonly string[]): readonly [bigint, bigint] => [
  BigInt(first),
  BigInt(second),
];

/** Undefined while the order is on its way. */
function outcomeOf(one: VoucherOpen, instruments: Instruments, settle: string): Outcome<Opened> | undefined {
  if (one.state === "SENT") return undefined;
  if (one.state === "NOT_FILLED") return given({ state: "NOT_FILLED" });
  if (one.state !== "REFUSED") return given({ state: "OPEN" });
  const refusal = refusalOf(one.code) ?? "INTERNAL";
  return refuse(refusal, factsOf(refusal, asBigints(one.facts), instruments, settle));
}

/** Waits for what becomes of it; a core that is away answers later, and the list of coupons says it then. */
async function answeredOf(
  { db, clock }: VoucherDeps,
  couponId: number,
  place: number,
  read: (one: VoucherOpen) => Outcome<Opened> | undefined,
): Promise<Outcome<Opened>> {
  for (let left = answerWaitMaxMs / lookEveryMs; left > 0; left -= 1) {
    const one = await voucherOpens.at(db, couponId, place);
    const outcome = one === undefined ? undefined : read(one);
    if (outcome !== undefined) return outcome;
    await clock.sleep(lookEveryMs);
  }
  return given({ state: "SENT" });
}

async function marketOf(core: CoreClient | undefined, symbol: string) {
  const instruments = await coreInstruments(core);
  if (core === undefined || instruments === undefined) return { problem: refuse("BUSY") };
  const market = instruments.market(symbol);
  if (market?.contract === undefined) return { problem: refuse("SYMBOL_NOT_FOUND") };
  return { core, instruments, market, settle: market.contract.settle };
}

/** Opens the one position of a voucher. */
export async function openVoucher(deps: VoucherDeps, ask: Ask, uid: number): Promise<Outcome<Opened>> {
  const found = await marketOf(deps.core, ask.symbol);
  if (found.problem !== undefined) return found.problem;
  const { instruments, market, settle } = found;
  const taken = await take(deps, ask, market, uid);
  if (!taken.ok) return taken;
  deps.wakeOutbox();
  return answeredOf(deps, ask.couponId, taken.value, (one) => outcomeOf(one, instruments, settle));
}

const previewAskOf = (coupon: StoredCoupon, ask: Ask, market: Market): VoucherPreviewAsk => ({
  voucher: coupon.id,
  campaign: coupon.campaignId,
  market: market.id,
  posSide: positionSides[ask.posSide],
  leverage: ask.leverage,
  face: String(coupon.face),
});

/** What it would open now; the core answers from the function that opens. */
export async function previewVoucher(deps: VoucherDeps, ask: Ask, uid: number): Promise<Outcome<Previewed>> {
  const found = await marketOf(deps.core, ask.symbol);
  if (found.problem !== undefined) return found.problem;
  const { core, market } = found;
  const coupon = await coupons.own(deps.db, uid, ask.couponId);
  if (coupon?.kind !== "CONTRACT_VOUCHER") return refuse("NOT_FOUND");
  const problem = voucherProblem(coupon, termsOf(market), ask.leverage, deps.clock.now());
  if (problem !== undefined) return refuse(problem.refusal, problem.facts);
  const reply = await core.ask("now", { call: voucherPreviewCall, uid, ask: previewAskOf(coupon, ask, market) });
  if (reply === undefined) return refuse("BUSY");
  if (reply.code === success) return given(reply.data as Previewed);
  return refuse(refusalOf(reply.code) ?? "INTERNAL", (reply.facts ?? {}) as Facts);
}
