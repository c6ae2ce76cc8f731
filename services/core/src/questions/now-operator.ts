import { type Instruments, marketKinds, marketStatuses, markStates } from "@tidemark/contracts";
import { type CommandClass, type MarketState, suspensions } from "@tidemark/contracts/journal";
import { marketStatesOf, type State } from "@tidemark/engine";
import { printUnits } from "@tidemark/money";
import { type Answer, answered, refused } from "./refuse.ts";

const spot = marketKinds.indexOf("SPOT");

/** Every market as operators watch it; for the platform alone. */
export function marketStates(state: State, instruments: Instruments, by: CommandClass | undefined): Answer {
  if (by !== "platform") return refused("REQUEST_INVALID", { problem: "the states of markets are for the platform" });
  const list = marketStatesOf(state).map(({ market, rung, status, suspension, breaker, ...row }): MarketState => {
    const price = (ticks: number): string => (ticks === 0 ? "" : instruments.price(market, ticks));
    const { symbol, kind } = instruments.marketOf(market)!;
    return {
      ...row,
      symbol,
      kind,
      status: marketStatuses[status]!,
      last: price(row.last),
      index: price(row.index),
      mark: price(row.mark),
      markState: marketKinds.indexOf(kind) === spot ? "" : (markStates[rung] ?? "FRESH"),
      suspension: suspensions[suspension]!,
      breaker: printUnits(BigInt(breaker)),
    };
  });
  return answered({ list });
}
