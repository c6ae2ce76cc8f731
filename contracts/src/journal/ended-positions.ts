import type { FillMargin } from "./fill-payers.ts";

/**
 * The platform's question for positions of a user that have ended, in the order of their ends: what they came to, and what a coupon asks about them. It
 * stands in no catalogue, because no gateway may ask it.
 */
export const endedPositionsCall = "positions.ended";

/** Accounts that one question may name as linked. */
export const linkedAccountsMax = 100;

export type EndedPositionsAsk = {
  readonly uid: number;
  /** Ended behind this batch, opened at or after this moment. */
  readonly afterSeq: number;
  readonly openedFrom: number;
  /** Accounts whose positions on the other side count like the user's own. */
  readonly linked: readonly number[];
};

/** Sums are in minor units of what the contract settles in; `funding` is what the position received, below zero where it paid. */
export type EndedPosition = {
  readonly market: number;
  readonly posSide: number;
  readonly openedSeq: number;
  readonly openedLine: number;
  readonly openedAt: number;
  readonly closedSeq: number;
  readonly closedAt: number;
  readonly realised: string;
  readonly fees: string;
  readonly funding: string;
  /** Of all that was opened: its value at its prices. */
  readonly openedValue: string;
  /** The highest leverage that its side of the contract had from its opening to the batch of its end. */
  readonly leverage: number;
  /** The lowest of the same time. */
  readonly lowestLeverage: number;
  /** Taken over or netted by a liquidation, as a whole or in part. */
  readonly isLiquidated: boolean;
  readonly isVoucher: boolean;
  /** Whether the user or a linked account held the other side of the market at some moment of its life. */
  readonly hadOpposite: boolean;
  /** Of the fills that opened it: what carried them, and the most trading bonus that stood beside a cross one. */
  readonly margin: FillMargin;
  readonly bonus: string;
};

/** All positions of a batch are in one answer; `hasMore`: others ended later. */
export type EndedPositionsPage = { readonly rows: readonly EndedPosition[]; readonly hasMore: boolean };
