import type { Exit } from "@tidemark/contracts/journal";
import { Market } from "../../records/market.ts";
import type { State } from "../../state/state.ts";
import { Attachment, ExitTerms, role, Trigger } from "../../records/trigger.ts";
import { marketOfTrigger } from "../../triggers/waiting.ts";

const termsAt = (attachment: number, what: number): number =>
  attachment + (what === role.takeProfit ? Attachment.takeProfitTerms : Attachment.stopLossTerms);

/** what the TP or SL of an order is to be stays with the order until it is final. */
export function keepTerms(state: State, attachment: number, what: number, exit: Exit, market: number): void {
  const { memory } = state;
  const tick = memory.number(market + Market.tick);
  const at = termsAt(attachment, what);
  memory.set(at + ExitTerms.price, exit.price / tick);
  memory.set(at + ExitTerms.source, exit.by);
  memory.set(at + ExitTerms.limit, exit.limit / tick);
}

/** As they were given; undefined for none. */
export function termsOf(state: State, attachment: number, what: number, market: number): Exit | undefined {
  const { memory } = state;
  const { w } = memory;
  const tick = memory.number(market + Market.tick);
  const at = termsAt(attachment, what);
  if (w[at + ExitTerms.price] === 0) return undefined;
  return {
    price: w[at + ExitTerms.price]! * tick,
    by: w[at + ExitTerms.source]!,
    limit: w[at + ExitTerms.limit]! * tick,
  };
}

export const hasTerms = (state: State, attachment: number, what: number): boolean =>
  state.memory.w[termsAt(attachment, what) + ExitTerms.price] !== 0;

/** Whoever cancels a TP/SL does not want the next fill to bring it back. */
export function dropTerms(state: State, trigger: number): void {
  const { memory } = state;
  const attachment = memory.w[trigger + Trigger.attachment]!;
  if (attachment !== 0) memory.set(termsAt(attachment, memory.w[trigger + Trigger.role]!) + ExitTerms.price, 0);
}

/** A TP/SL was amended: those that come after it are as it is now. */
export function amendTerms(state: State, trigger: number): void {
  const { memory } = state;
  const { w } = memory;
  const attachment = w[trigger + Trigger.attachment]!;
  const what = w[trigger + Trigger.role]!;
  if (attachment === 0 || what === role.order) return;
  const tick = memory.number(marketOfTrigger(state, trigger) + Market.tick);
  const { triggerPrice, source, price } = Trigger;
  const exit = {
    price: w[trigger + triggerPrice]! * tick,
    by: w[trigger + source]!,
    limit: w[trigger + price]! * tick,
  };
  keepTerms(state, attachment, what, exit, marketOfTrigger(state, trigger));
}

/** Of a TP/SL that hangs on an opening trigger: the price in ticks that this one waits for; else 0. */
export function waitedFor(state: State, exit: number): number {
  const { w } = state.memory;
  const attachment = w[exit + Trigger.attachment]!;
  const opening = attachment === 0 ? 0 : w[attachment + Attachment.trigger]!;
  return opening === 0 ? 0 : w[opening + Trigger.triggerPrice]!;
}
