import type { Tip } from "../../deposits/store.ts";
import type { Sends } from "./sends.ts";

/** What others of a network do beside payments, in the same round. */
export type Round = {
  readonly hotAddress: string;
  readonly sends: Sends;
  /** The newest block that was read when the round began: what is in blocks up to it stands in the rows. */
  readonly tip: Tip | undefined;
  /** False: some send could not be looked at, and its row may be older than the block. */
  readonly isWhole: boolean;
};
