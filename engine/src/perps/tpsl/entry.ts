import type { CommandOf } from "@tidemark/contracts/journal";

/** An order of a perpetual on its way in, with what its checks found out. */
export type Entry = {
  readonly c: CommandOf<"place_order">;
  readonly market: number;
  readonly userMarket: number;
  readonly position: number;
  readonly isOpening: boolean;
  readonly lots: number;
  /** Its limit, or the protection price of a market order; tightened for a close. */
  worst: number;
  reserve: number;
  assumed: number;
  /** in plain numbers, for a cross order; NaN: to be asked for. */
  openable: number;
  /** The record of an amended order that enters again. */
  readonly again?: number | undefined;
};
