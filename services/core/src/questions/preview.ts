import {
  buckets,
  type CallContext,
  calls,
  factsOf,
  type Instruments,
  type Refusal,
  posSides,
  refusalOf,
  sides,
  success,
} from "@tidemark/contracts";
import {
  accountParts,
  type CommandDraft,
  decodeCommand,
  encodeCommand,
  readEvents,
  Writer,
} from "@tidemark/contracts/codec";
import { type CommandClass, type EventRow, producers, type VoucherPreviewAsk } from "@tidemark/contracts/journal";
import { nextNumberOf, positionsOf, type Preview, preview, type State } from "@tidemark/engine";
import { spotValue } from "@tidemark/money";
import {
  type Asked,
  contractOutcome,
  leverageOutcome,
  marginOutcome,
  reverseOutcome,
  standing,
  voucherOutcome,
} from "./preview-perps.ts";
import { standingOf, type TransferAsk, transferOutcome } from "./preview-transfer.ts";
import { type Answer, type NowContext, refused } from "./refuse.ts";
import { quoteUnitOf } from "./worth.ts";

type Made<Ask> = {
  make(ask: Ask, context: CallContext): CommandDraft;
  moneyOf?(ask: Ask, context: CallContext, refusal: Refusal): string | undefined;
};
type PlaceAsk = Parameters<NonNullable<typeof calls.placeOrder.command>["make"]>[0];
type LeverageAsk = Parameters<NonNullable<typeof calls.setLeverage.command>["make"]>[0];
type MarginAsk = Parameters<NonNullable<typeof calls.addMargin.command>["make"]>[0] & {
  readonly change: "ADD" | "REMOVE";
};
type FlashCloseAsk = Parameters<NonNullable<typeof calls.flashClose.command>["make"]>[0];
type ReverseAsk = Parameters<NonNullable<typeof calls.reversePosition.command>["make"]>[0];

/** What the order would do, from the function that performs it. */
export function previewAnswer(state: State, instruments: Instruments, uid: number, ask: PlaceAsk): Answer {
  const { clientOrderId: _, ...order } = ask;
  const market = instruments.market(ask.symbol);
  const context = { uid, instruments };
  if (market?.contract === undefined)
    return tryOut(state, calls.placeOrder.command!, order, context, (done) => outcomeOf(done, instruments, uid, ask));
  const asked = { state, instruments, uid, market };
  const { posSide = "NONE" } = ask;
  const openSide = (): number => positionsOf(state, uid).find((one) => one.market === market.id)?.posSide ?? 0;
  const before = standing(asked, posSide === "BOTH" ? openSide() : posSides.indexOf(posSide));
  return tryOut(state, calls.placeOrder.command!, order, context, (done) => contractOutcome(asked, before, done));
}

/** What a flash close would do, likewise. */
export const previewFlashClose = (state: State, instruments: Instruments, uid: number, ask: FlashCloseAsk): Answer =>
  tryOutContract(state, instruments, uid, calls.flashClose.command!, ask, (asked) => {
    const before = standing(asked, posSides.indexOf(ask.posSide));
    return (done) => contractOutcome(asked, before, done);
  });

/** What another leverage would move, likewise. */
export const previewLeverage = (state: State, instruments: Instruments, uid: number, ask: LeverageAsk): Answer =>
  tryOutContract(state, instruments, uid, calls.setLeverage.command!, ask, (asked) => {
    const before = standing(asked);
    return (done) => leverageOutcome(asked, before, done);
  });

/** What a change of an isolated position's margin would do, likewise. */
export function previewMargin(state: State, instruments: Instruments, uid: number, ask: MarginAsk): Answer {
  const { change, ...rest } = ask;
  const call = change === "ADD" ? calls.addMargin : calls.removeMargin;
  return tryOutContract(state, instruments, uid, call.command!, rest, (asked) => (done) => marginOutcome(asked, done));
}

/** What a reverse would do, likewise. */
export const previewReverse = (state: State, instruments: Instruments, uid: number, ask: ReverseAsk): Answer =>
  tryOutContract(
    state,
    instruments,
    uid,
    calls.reversePosition.command!,
    ask,
    (asked) => (done) => reverseOutcome(asked, done),
  );

/** What a transfer would do, likewise. */
export function previewTransfer(here: NowContext, ask: TransferAsk & { readonly amount: string }): Answer {
  const before = standingOf(here, ask);
  return tryOut(here.state, calls.transfer.command!, ask, here, (done) => transferOutcome(here, ask, before, done));
}

/** What a voucher would open, likewise; for the platform alone. */
export function previewVoucher(
  here: NowContext,
  { ask, by }: { readonly ask: unknown; readonly by?: CommandClass },
): Answer {
  if (by !== "platform") return refused("REQUEST_INVALID", { problem: "the preview of a voucher is for the platform" });
  const wanted = ask as VoucherPreviewAsk;
  const face = BigInt(wanted.face);
  const { state, instruments, uid } = here;
  const market = instruments.marketOf(wanted.market);
  if (market?.contract === undefined) return refused("SYMBOL_NOT_FOUND");
  // As the module of coupons would send it next: an internal command without its number is refused.
  const producer = producers.coupons;
  const number = nextNumberOf(state, producer);
  const open: Made<object> = {
    make: () => ({ type: "open_voucher", uid, ...wanted, face, producer, number }),
    moneyOf: () => market.contract?.settle,
  };
  return tryOut(state, open, {}, here, (done) =>
    voucherOutcome({ state, instruments, uid, market }, wanted.posSide, done),
  );
}

/** Of a contract: `begin` reads what stands before the command, what it answers reads the outcome. */
function tryOutContract<Ask extends { readonly symbol: string }>(
  state: State,
  instruments: Instruments,
  uid: number,
  call: Made<Ask>,
  ask: Ask,
  begin: (asked: Asked) => (done: Preview) => object,
): Answer {
  const market = instruments.market(ask.symbol);
  if (market?.contract === undefined) return refused("SYMBOL_NOT_FOUND");
  return tryOut(state, call, ask, { uid, instruments }, begin({ state, instruments, uid, market }));
}

/** Applies a command to the state now and takes it back; `read` makes the answer in between. */
function tryOut<Ask>(
  state: State,
  call: Made<Ask>,
  ask: Ask,
  context: CallContext,
  read: (done: Preview) => object,
): Answer {
  const out = new Writer(64);
  encodeCommand(call.make(ask, context), out);
  const result = preview(state, decodeCommand(out.bytes, 0, out.length), read);
  if (result === undefined) return refused("PREVIEW_TOO_LARGE");
  if (result.code === success) return { code: success, data: result.after! };
  const refusal = refusalOf(result.code) ?? "INTERNAL";
  const asset = call.moneyOf?.(ask, context, refusal);
  return refused(refusal, factsOf(refusal, [result.first, result.second], context.instruments, asset));
}

/** Sums the events of the preview: what would trade at once, what it would cost, what would rest and be held. */
function outcomeOf(result: Preview, instruments: Instruments, uid: number, ask: PlaceAsk): object {
  const market = instruments.market(ask.symbol)!;
  const side = sides.indexOf(ask.side);
  const unit = quoteUnitOf(instruments, market.id);
  const sum = { filled: 0, value: 0n, fee: 0, rests: 0, held: 0 };
  for (const event of readEvents(result.events)) add(sum, event, result.ref, uid, unit);
  const feeAsset = instruments.feeAsset(market.id, side);
  const heldAsset = side === 0 ? market.quote : market.base;
  const amount = (code: string, units: bigint): string => instruments.amount(instruments.asset(code)?.id ?? 0, units);
  return {
    filledQty: instruments.size(market.id, sum.filled),
    filledValue: amount(market.quote, sum.value),
    fee: amount(feeAsset, BigInt(sum.fee)),
    feeAsset,
    rests: instruments.size(market.id, sum.rests),
    reserve: amount(heldAsset, BigInt(sum.held)),
  };
}

type Sum = { filled: number; value: bigint; fee: number; rests: number; held: number };
const hold = buckets.indexOf("hold");

function add(sum: Sum, event: EventRow, orderId: number, uid: number, unit: bigint): void {
  if ((event.type === "order_accepted" || event.type === "trigger_accepted") && event.orderId === orderId)
    sum.rests += event.qty;
  else if (event.type === "order_filled" && event.takerOrder === orderId) {
    sum.filled += event.qty;
    sum.value += spotValue(event.price, event.qty, unit);
    sum.fee += event.takerFee;
    sum.rests -= event.qty;
  } else if (event.type === "order_closed" && event.orderId === orderId) sum.rests = 0;
  // Of all that moved on the user's holds, what is left over is what the resting part keeps back.
  else if (event.type === "ledger_line" && event.uid === uid && accountParts(event.account).bucket === hold)
    sum.held += event.delta;
}
