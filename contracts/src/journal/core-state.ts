// What the platform asks a core for operators. The calls stand in no catalogue, because no gateway may ask them.

export const marketStatesCall = "core.markets";
export const coreStateCall = "core.state";

/** Why a market takes no orders, where it does not; in the order of the engine's numbers. */
export const suspensions = ["NONE", "BREAKER", "INDEX", "FAULT", "OPERATOR"] as const;
export type Suspension = (typeof suspensions)[number];

/** Prices are empty and times 0 where there is none. */
export type MarketState = {
  readonly symbol: string;
  readonly kind: string;
  readonly status: string;
  readonly last: string;
  /** Since when the last price stands. */
  readonly lastAt: number;
  /** Empty for a spot market. */
  readonly mark: string;
  readonly markState: string;
  readonly index: string;
  readonly indexAt: number;
  readonly indexStale: boolean;
  /** Whether the market has sources of an index. */
  readonly hasIndex: boolean;
  readonly suspension: Suspension;
  /** When it may come back by itself. */
  readonly returnsAt: number;
  /** The move within a minute that closes it to orders, as a fraction. */
  readonly breaker: string;
};

/** A process of the core, by its signs of life. */
export type CoreNodeState = {
  readonly node: string;
  /** Since its last sign of life. */
  readonly silentMs: number;
  /** Whether it answers questions about now: an up-to-date follower. */
  readonly answersNow: boolean;
  readonly logicVer: number;
};

/** The core as the process that answered sees it. */
export type CoreState = {
  readonly node: string;
  /** The process whose announcements it receives, or itself; empty where it has received none yet. */
  readonly leader: string;
  readonly epoch: number;
  /** The newest batch that was announced, and the one that it has applied. */
  readonly announcedSeq: number;
  readonly appliedSeq: number;
  /** When the applied batch was made. */
  readonly appliedAt: number;
  readonly logicVer: number;
  readonly nodes: readonly CoreNodeState[];
};
