/** Numbers in events are places in this list. */
export const orderStatuses = [
  "NEW",
  "PARTIALLY_FILLED",
  "FILLED",
  "CANCELED",
  "EXPIRED",
  "REJECTED",
  "PENDING_TRIGGER",
  "TRIGGERED",
  "TRIGGER_FAILED",
] as const;

/** What may follow what. A state without followers is final. */
export type StateTable<S extends string> = Readonly<Record<S, readonly NoInfer<S>[]>>;

const defineStates = <const T extends StateTable<Extract<keyof T, string>>>(table: T): T => table;

/** An order, from its entry to its end. */
export const orderStates = defineStates({
  NEW: ["PARTIALLY_FILLED", "FILLED", "CANCELED", "EXPIRED"],
  PARTIALLY_FILLED: ["PARTIALLY_FILLED", "FILLED", "CANCELED", "EXPIRED"],
  FILLED: [],
  CANCELED: [],
  EXPIRED: [],
  REJECTED: [],
});

/** An order or TP/SL that waits for a price. */
export const triggerStates = defineStates({
  PENDING_TRIGGER: ["TRIGGERED", "TRIGGER_FAILED", "CANCELED", "EXPIRED"],
  TRIGGERED: [],
  TRIGGER_FAILED: [],
  CANCELED: [],
  EXPIRED: [],
});

/** A withdrawal: held, then on the chain or back in the wallet (rule book 3.3). */
export const withdrawalStates = defineStates({
  REQUESTED: ["SENT", "FAILED"],
  SENT: [],
  FAILED: [],
});

export const mayFollow = <S extends string>(table: StateTable<S>, from: S, to: S): boolean => table[from].includes(to);
