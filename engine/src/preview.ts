import type { Command } from "@tidemark/contracts/journal";
import { initialMargin, valueCeil } from "@tidemark/money";
import { apply, resume } from "./apply.ts";
import { ok } from "./events/refusals.ts";
import { fillRestAsIf } from "./perps/order/fill.ts";
import { leverageOf } from "./perps/margin/risk.ts";
import type { State } from "./state/state.ts";

const writesMax = 20_000;
const nothing = { fee: 0n, pnl: 0n };

export type Preview = {
  code: number;
  ref: number;
  first: bigint;
  second: bigint;
  events: Float64Array;
  /** What the resting part of a contract's order would pay and realise at its own price; no event tells it. */
  rest: { fee: bigint; pnl: bigint };
  /** The margin part of what an opening order reserves; undefined of every other command. */
  margin: bigint | undefined;
};

/**
 * What a command would do now, from the function that does it: applied between batches and taken back. `read` is called in between if the
 * command is not refused, with the state as it would then stand once the order has filled; what it answers is `after`. Undefined when the
 * command would be too large.
 */
export function preview<After>(
  state: State,
  command: Command,
  read: (done: Preview) => After,
): (Preview & { after: After | undefined }) | undefined {
  const eventsBefore = state.events.length;
  state.memory.cut();
  state.previewing = true;
  try {
    let ended = apply(state, command, 0);
    while (!ended && state.memory.writes <= writesMax) ended = resume(state);
    if (!ended || state.memory.writes > writesMax) return undefined;
    const { code, ref, first, second } = state.result;
    const events = state.events.a.slice(eventsBefore, state.events.length);
    const margin = code === ok ? openingMargin(state, ref) : undefined;
    const rest = code === ok ? fillRest(state, ref) : nothing;
    const done = { code, ref, first, second, events, rest, margin };
    return { ...done, after: code === ok ? read(done) : undefined };
  } finally {
    state.memory.rollback();
    state.events.length = eventsBefore;
    state.previewing = false;
    state.command = undefined;
    state.work = undefined;
    state.pending.clear();
    state.forget();
  }
}

/** Read before anything else takes the place of the order that was matched. */
function openingMargin(state: State, id: number): bigint | undefined {
  const { taker: t } = state;
  if (t.id !== id || t.position === 0 || !t.opens) return undefined;
  return initialMargin(valueCeil(state.contracts.measureOf(t.market), t.assumed, t.qty), leverageOf(state, t.position));
}

function fillRest(state: State, id: number): Preview["rest"] {
  const order = state.orders.find(id);
  return order === 0 || state.orders.posSide(order) === 0 ? nothing : fillRestAsIf(state, order);
}
