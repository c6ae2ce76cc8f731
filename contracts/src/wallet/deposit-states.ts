/**
 * The life of a deposit: every state and the steps out of it. What is not written cannot happen. SEEN: in a block. SHOWN: as many confirmations
 * as the progress bar has. FINAL: its command is on the way to the core. CREDITED: the ledger has it. REVERSED: its chain took it back; the
 * same transaction may come again. IGNORED: it will not be credited by itself, and `reason` says why; operators may finish it.
 */
const depositSteps = {
  SEEN: { show: "SHOWN", finish: "FINAL", ignore: "IGNORED", reverse: "REVERSED" },
  SHOWN: { finish: "FINAL", ignore: "IGNORED", reverse: "REVERSED" },
  FINAL: { credit: "CREDITED", ignore: "IGNORED", reverse: "REVERSED" },
  CREDITED: { reverse: "REVERSED" },
  REVERSED: { see: "SEEN" },
  IGNORED: { finish: "FINAL", reverse: "REVERSED" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

export type DepositState = keyof typeof depositSteps;
export type DepositStep = { [S in DepositState]: keyof (typeof depositSteps)[S] }[DepositState];
export const depositStates = Object.keys(depositSteps) as [DepositState, ...DepositState[]];

/** The state after a step; undefined where the state has no such step. */
export const depositAfter = (state: DepositState, step: DepositStep): DepositState | undefined =>
  (depositSteps[state] as Partial<Record<DepositStep, DepositState>>)[step];

/**
 * Why a deposit is not credited by itself. TOO_SMALL: below the network's smallest deposit. TOO_LARGE: more than the exchange books of the
 * asset, an operator decides. ARRIVED_LESS: the token took a part of it on the way. CAME_AGAIN: its chain took it back after it was credited,
 * and it is on the chain again, an operator decides. ASSET_CLOSED: the core does not take the asset. MINED: a miner's pay, an operator decides. FROM_US: our hot address sent it and no row says what for, an operator decides.
 */
export const depositReasons = [
  "TOO_SMALL",
  "TOO_LARGE",
  "ARRIVED_LESS",
  "CAME_AGAIN",
  "ASSET_CLOSED",
  "MINED",
  "FROM_US",
] as const;
export type DepositReason = (typeof depositReasons)[number];
