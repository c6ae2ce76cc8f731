import type { CommandOf } from "@tidemark/contracts/journal";
import type { State } from "../../state/state.ts";
import { Attachment, role, Trigger } from "../../records/trigger.ts";
import { attachedAs, emitTrigger } from "../../triggers/waiting.ts";
import type { Entry } from "./entry.ts";
import { keepTerms } from "./exit-terms.ts";
import { newExit, pair } from "./new-exit.ts";
import { marketOf } from "../margin/risk.ts";

/** what an opening order, or an opening trigger, brings along sleeps until the first fill. `parent` is its id. 0: nothing. */
function hang(
  state: State,
  c: Pick<CommandOf<"place_order">, "tp" | "sl">,
  position: number,
  lots: number,
  parent: number,
): number {
  if (c.tp === undefined && c.sl === undefined) return 0;
  const { memory } = state;
  const attachment = state.triggers.newAttachment(0);
  const made: number[] = [];
  for (const [what, exit] of [
    [role.takeProfit, c.tp],
    [role.stopLoss, c.sl],
  ] as const) {
    if (exit === undefined) continue;
    const trigger = newExit(state, { exit, what, position, qty: lots, isWhole: false });
    keepTerms(state, attachment, what, exit, marketOf(state, position));
    memory.set(attachment + attachedAs(what), trigger);
    memory.set(trigger + Trigger.attachment, attachment);
    made.push(trigger);
  }
  pair(state, made);
  for (const trigger of made) emitTrigger(state, trigger, parent);
  return attachment;
}

/** What hangs on the order that enters: its own, or what the trigger brings along that it comes from. */
export function attach(state: State, { c, position, lots }: Entry): number {
  const { memory } = state;
  const { firing } = state.pending;
  const isOfTrigger = firing !== 0 && memory.w[firing + Trigger.role] === role.order;
  const brought = isOfTrigger ? memory.w[firing + Trigger.attachment]! : 0;
  if (brought === 0) return hang(state, c, position, lots, state.taker.id);
  memory.set(firing + Trigger.attachment, 0);
  memory.set(brought + Attachment.trigger, 0);
  return brought;
}

export function attachToTrigger(state: State, c: CommandOf<"place_order">, trigger: number, position: number): void {
  const { memory } = state;
  const lots = memory.w[trigger + Trigger.qty]!;
  const attachment = hang(state, c, position, lots, state.triggers.idOf(trigger));
  if (attachment === 0) return;
  memory.set(attachment + Attachment.trigger, trigger);
  memory.set(trigger + Trigger.attachment, attachment);
}
