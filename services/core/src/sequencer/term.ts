import type { JournalSession } from "../journal/journal.ts";
import type { Row } from "../journal/row.ts";
import type { RowFault } from "../replay.ts";

/** Why somebody stopped leading. There is no way back into the same epoch. */
export type EndReason =
  | "fenced"
  | "overtaken"
  | "uncertain"
  | "unreachable"
  | "clock_stepped"
  | "clock_differs"
  | "stopped"
  | RowFault;

/** What a won election hands over: the epoch row was acked cleanly on this very session. */
export type Term = { readonly session: JournalSession; readonly epochRow: Row; readonly sentAt: number };

export type LeaderCallbacks = {
  /** The tail is applied and the epoch announced: commands are carried from now on. */
  serving(): void;
  /** The replica stands behind one more batch. */
  applied(): void;
  /** Who of all nodes alive does not know this logic version. */
  whoLacks(logicVer: number): readonly string[];
  ended(reason: EndReason): void;
};
