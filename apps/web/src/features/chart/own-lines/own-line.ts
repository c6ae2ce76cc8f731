import type { ReactNode } from "react";

/** What of the user's money stands at a price. Chips at the same height move aside in this order. */
export const ownLineKinds = ["position", "order", "trigger", "takeProfit", "stopLoss", "liquidation", "alert"] as const;
export type OwnLineKind = (typeof ownLineKinds)[number];

/** One line of the card of a move: a value before and after it. */
export type MoveRow = { readonly label: string; readonly before: string; readonly after: string };

export type LineMove = {
  /** "Move stop loss". */
  readonly title: string;
  /** The line stops at these prices: a stop loss of a long position stays below the mark. */
  readonly priceMin?: number;
  readonly priceMax?: number;
  /** What the move changes, for the card before it is sent. */
  readonly rows: (price: string) => readonly MoveRow[];
  /** The value in the chip at a price; without it the value stays. */
  readonly valueAt?: (price: string) => string;
};

/** A line of the chart that is given from outside: the chart draws it and reports what is done with it. */
export type OwnLine = {
  readonly id: string;
  readonly kind: OwnLineKind;
  /** Decimal text of the exchange. */
  readonly price: string;
  readonly name: string;
  /** Beside the name: a size, a PNL. */
  readonly value: string;
  readonly valueTone?: "rise" | "fall";
  readonly tone: "brand" | "warn";
  /** Present together with `onDragEnd` where the line can be moved. */
  readonly move?: LineMove;
  readonly onDragEnd?: (price: string) => void;
  readonly onCancel?: () => void;
  /** What else can be done with it, as buttons of its chip. */
  readonly acts?: readonly LineAct[];
};

export type LineAct = {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly onAct: () => void;
};

export const canMove = (line: OwnLine): line is OwnLine & Required<Pick<OwnLine, "move" | "onDragEnd">> =>
  line.move !== undefined && line.onDragEnd !== undefined;

/** Kept between the limits of the line. */
export const boundedPrice = ({ priceMin = 0, priceMax = Number.POSITIVE_INFINITY }: LineMove, price: number): number =>
  Math.min(priceMax, Math.max(priceMin, price));
