/** How a position ended, in the words of traders. */
export type PositionEnd = "closed" | "liquidated" | "adl" | "settled";

/** By the cause of its last change: netted and taken over are two steps of one liquidation. */
const ends: Readonly<Record<string, PositionEnd>> = {
  NETTING: "liquidated",
  TAKEOVER: "liquidated",
  ADL: "adl",
  SETTLEMENT: "settled",
};

export const endOf = (endedBy: string): PositionEnd => ends[endedBy] ?? "closed";
