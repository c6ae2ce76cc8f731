import {
  calls,
  type InstrumentList,
  type Instruments,
  instrumentsOf,
  orderStatuses,
  success,
} from "@tidemark/contracts";
import { joinMoney } from "@tidemark/contracts/codec";
import type { CoreClient, FeedBatch, FeedEvent } from "@tidemark/kit-node";
import type { NewMessage } from "../module/messages.ts";

/** The core's events that make messages. Fills say what an order that had waited came to, and whether an alert is reached. */
export const messageEvents = [
  "order_filled",
  "trigger_ended",
  "margin_warned",
  "pair_warned",
  "liquidation_started",
  "taken_over",
  "deleveraged",
  "pair_liquidated",
  "deposit_credited",
  "deposit_reversed",
  "withdrawal_ended",
  "coupon_paid",
  "bonus_granted",
  "kyc_level_set",
] as const;
type Event = FeedEvent<(typeof messageEvents)[number]>;
export type Batch = FeedBatch<(typeof messageEvents)[number]>;

type WithoutCause<M> = M extends unknown ? Omit<M, "at" | "source"> : never;
type Draft = WithoutCause<NewMessage>;

/** Basis points as a percentage. Without equity to divide by the event says 0: the ratio is above any. */
const ratioText = (basisPoints: number): string => (basisPoints === 0 ? "≥100%" : `${(basisPoints / 100).toFixed(2)}%`);
/** 1e-8 as a level with two decimals, rounded down as the core compares it. */
const levelText = (level: number): string => (Math.floor(level / 1e6) / 100).toFixed(2);

function triggerDraft(
  event: FeedEvent<"trigger_ended">,
  batch: Batch,
  instruments: Instruments,
  symbol: string,
): Draft[] {
  const { uid, market, child } = event;
  const status = orderStatuses[event.status];
  if (status === "TRIGGER_FAILED") return [{ uid, kind: "trigger-failed", facts: { symbol } }];
  if (status !== "TRIGGERED") return [];
  const fill = batch.events.findLast(
    (one): one is FeedEvent<"order_filled"> =>
      one.type === "order_filled" && one.market === market && (one.takerOrder === child || one.makerOrder === child),
  );
  if (fill === undefined) return [{ uid, kind: "trigger-fired", facts: { symbol } }];
  const filled = fill.takerOrder === child ? fill.takerFilled : fill.makerFilled;
  const facts = { symbol, qty: instruments.size(market, filled), price: instruments.price(market, fill.price) };
  return [{ uid, kind: "trigger-filled", facts }];
}

/** What an event says to its user; nothing where it says nothing new. */
function draftsOf(event: Event, batch: Batch, instruments: Instruments): Draft[] {
  const symbolOf = (market: number): string => instruments.marketOf(market)?.symbol ?? "–";
  const money = (asset: number, high: number, low: number) => ({
    amount: instruments.amount(asset, joinMoney(high, low)),
    asset: instruments.assetOf(asset)?.asset ?? "–",
  });
  const { type } = event;
  if (type === "order_filled") return [];
  const { uid } = event;
  switch (type) {
    case "trigger_ended":
      return triggerDraft(event, batch, instruments, symbolOf(event.market));
    case "margin_warned": {
      const ratio = ratioText(event.ratio);
      if (event.market !== 0)
        return [{ uid, kind: "position-warned", facts: { symbol: symbolOf(event.market), ratio } }];
      return [{ uid, kind: "margin-warned", facts: { asset: instruments.assetOf(event.asset)?.asset ?? "–", ratio } }];
    }
    case "pair_warned":
      return [{ uid, kind: "pair-warned", facts: { symbol: symbolOf(event.market), level: levelText(event.level) } }];
    case "liquidation_started":
      return [{ uid, kind: "liquidation-started", facts: { symbol: symbolOf(event.market) } }];
    case "taken_over":
    case "deleveraged": {
      const facts = { symbol: symbolOf(event.market), qty: instruments.size(event.market, event.qty) };
      return [{ uid, kind: type === "taken_over" ? "position-liquidated" : "deleveraged", facts }];
    }
    case "pair_liquidated":
      return [{ uid, kind: "pair-liquidated", facts: { symbol: symbolOf(event.market) } }];
    case "deposit_credited":
    case "deposit_reversed":
    case "coupon_paid": {
      const kinds = {
        deposit_credited: "deposit-credited",
        deposit_reversed: "deposit-reversed",
        coupon_paid: "coupon-paid",
      } as const;
      return [{ uid, kind: kinds[type], facts: money(event.asset, event.amountHigh, event.amountLow) }];
    }
    case "bonus_granted": {
      // Bonus is in the USDT futures and nowhere else.
      const usdt = instruments.asset("USDT")?.id ?? 0;
      return [{ uid, kind: "bonus-granted", facts: money(usdt, event.amountHigh, event.amountLow) }];
    }
    case "withdrawal_ended": {
      const kind = event.isSent === 1 ? "withdrawal-sent" : "withdrawal-returned";
      return [{ uid, kind, facts: money(event.asset, event.amountHigh, event.amountLow) }];
    }
    case "kyc_level_set":
      // A level that is taken away has no message of its own: the operator who takes it away says why.
      return event.level === 0 ? [] : [{ uid, kind: "identity-verified", facts: { level: String(event.level) } }];
  }
}

/**
 * The messages of a batch. A message's source is the place of its event among those of its type, which is the same however often the feed
 * is read, and also once further types are read.
 */
export function messagesOf(batch: Batch, instruments: Instruments): NewMessage[] {
  const { place, at, events } = batch;
  const counts = new Map<Event["type"], number>();
  return events.flatMap((event) => {
    const count = (counts.get(event.type) ?? 0) + 1;
    counts.set(event.type, count);
    const source = `${place.core}:${place.seq}:${place.part}:${event.type}:${count}`;
    return draftsOf(event, batch, instruments).map((draft) => ({ ...draft, at, source }));
  }) as NewMessage[];
}

/** Markets and assets of the core, asked for again where an event names one that is not known yet. */
export function instrumentsBy(core: CoreClient): (batches: readonly Batch[]) => Promise<Instruments> {
  let known: Instruments | undefined;
  const isKnown = (all: Instruments, event: Event): boolean =>
    (!("market" in event) || event.market === 0 || all.marketOf(event.market) !== undefined) &&
    (!("asset" in event) || all.assetOf(event.asset) !== undefined);
  return async (batches) => {
    if (known !== undefined && batches.every(({ events }) => events.every((event) => isKnown(known!, event))))
      return known;
    const reply = await core.ask("now", { call: calls.marketInstruments.name, uid: 0, ask: {} });
    if (reply?.code !== success) throw new Error(`no instruments: code ${reply?.code ?? "none"}`);
    known = instrumentsOf(reply.data as InstrumentList);
    return known;
  };
}
