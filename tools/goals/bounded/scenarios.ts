import { adl, armed, idleSeconds, liquidations, stopsOnLast, stopsOnMark } from "./cascades.ts";
import { funding, interest, keys, settlement } from "./crowds.ts";
import { closeAll, fokDeep, fokFilled, fokRefused, ioc, triggerChild } from "./sweeps.ts";
import type { Watch } from "./watch.ts";

/** What is played at half its size and at its size. `limitMs` is for the whole of the larger one, in `parts` equal parts. */
export type Scenario = {
  readonly play: (size: number, watch: Watch) => void;
  readonly size: number;
  readonly short: number;
  readonly limitMs?: number;
  readonly parts?: number;
  /** Rounds of the full form; 3 unless setting up takes long. */
  readonly rounds?: number;
};

export const scenarios: Readonly<Record<string, Scenario>> = {
  liquidations: { play: liquidations, size: 16_000, short: 3_200, limitMs: 1_500 },
  stops_mark: { play: stopsOnMark, size: 16_000, short: 3_200, limitMs: 3_000 },
  stops_last: { play: stopsOnLast, size: 16_000, short: 3_200, limitMs: 3_000 },
  adl: { play: adl, size: 4_000, short: 1_000, limitMs: 3_000 },
  armed: { play: armed, size: 4_000, short: 1_000, limitMs: 5, parts: idleSeconds },
  fok_filled: { play: fokFilled, size: 1_000, short: 1_000 },
  fok_deep: { play: fokDeep, size: 10_000, short: 5_000 },
  fok_refused: { play: fokRefused, size: 10_000, short: 5_000 },
  ioc: { play: ioc, size: 10_000, short: 5_000 },
  trigger_child: { play: triggerChild, size: 10_000, short: 5_000 },
  close_all: { play: closeAll, size: 10_000, short: 5_000 },
  interest: { play: interest, size: 100_000, short: 10_000 },
  settlement: { play: settlement, size: 100_000, short: 10_000 },
  funding: { play: funding, size: 1_000_000, short: 100_000 },
  keys: { play: keys, size: 3_000_000, short: 300_000, rounds: 1 },
};
