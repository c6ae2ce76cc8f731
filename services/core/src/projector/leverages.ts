import type { Instruments } from "@tidemark/contracts";
import type { Command } from "@tidemark/contracts/journal";
import { leverageAtFirst, marginSettingsOf, type State } from "@tidemark/engine";

/** A user's leverage of both sides of a contract. */
type Leverages = { readonly long: number; readonly short: number };

const keyOf = (uid: number, market: number): string => `${uid} ${market}`;

export const highestLeverage = (instruments: Instruments, market: number): number =>
  instruments.marketOf(market)?.contract?.maxLeverage ?? leverageAtFirst;

/** As the engine has them now, by contract. Who never set one has what everybody begins with. */
function leveragesNow(state: State, instruments: Instruments, uid: number): (market: number) => Leverages {
  const set = new Map(marginSettingsOf(state, uid).map((one) => [one.market, one]));
  return (market) => {
    const found = set.get(market);
    if (found !== undefined) return { long: found.longLeverage, short: found.shortLeverage };
    const first = Math.min(leverageAtFirst, highestLeverage(instruments, market));
    return { long: first, short: first };
  };
}

/** Leverages that a run of batches changes: as they were before it, and as they are by now. */
export class LeverageRun {
  readonly #before = new Map<string, Leverages>();
  readonly #now = new Map<string, Leverages>();

  /** Before a batch is applied: behind it the state does not have them any more, and the events say only what they have become. */
  begin(state: State, instruments: Instruments, commands: readonly Command[]): void {
    for (const command of commands) {
      if (command.type !== "set_leverage" && command.type !== "set_margin_mode") continue;
      const key = keyOf(command.uid, command.market);
      if (this.#now.has(key)) continue;
      const leverages = leveragesNow(state, instruments, command.uid)(command.market);
      this.#before.set(key, leverages);
      this.#now.set(key, leverages);
    }
  }
  /** Takes in a change; returns what was before it. */
  change(uid: number, market: number, after: Leverages): Leverages | undefined {
    const key = keyOf(uid, market);
    const before = this.#now.get(key);
    this.#now.set(key, after);
    return before;
  }
  before(uid: number, market: number): Leverages | undefined {
    return this.#before.get(keyOf(uid, market));
  }
}

/**
 * A user's leverages of where the written history ends, or of later where no change is between: the machine is ahead of what is written by a run. Asked
 * before the rows are read, it is right for who has no row among them.
 */
export function leveragesAsWritten(
  state: State,
  instruments: Instruments,
  unwritten: LeverageRun,
  uid: number,
): (market: number) => Leverages {
  const now = leveragesNow(state, instruments, uid);
  return (market) => unwritten.before(uid, market) ?? now(market);
}
