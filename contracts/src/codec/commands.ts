/**
 * What the journal holds. One variant, one meaning; the time is the batch's, not the command's. Prices and sizes are whole numbers of
 * 1e-8: turning them into ticks and lots is the engine's check, in the rule book's order.
 */

/** The five senders of the bus, and the core itself. One key per class; a command outside its class is refused. */
export const commandClasses = ["user", "wallet", "oracle", "platform", "operator", "core"] as const;
export type CommandClass = (typeof commandClasses)[number];

/**
 * The client's own key, packed: a UUID or at most 16 characters in four words, up to 36 characters as text, or eight bytes that a
 * gateway made up for a client that sent none.
 */
export const keyForms = { none: 0, uuid: 1, short: 2, long: 3, made: 4 } as const;
export type ClientKey = { form: number; w0: number; w1: number; w2: number; w3: number; text: string };

/** Of whom, and under which key. The hashes are computed from the bytes, so every reader of the journal gets the same. */
type ByUser = { uid: number; key: ClientKey; keyHigh: number; keyLow: number; bodyHash: number };
/** Producers number their commands 1, 2, 3 …; producer 0 is not numbered (prices: the newest value counts). */
type ByProducer = { producer: number; number: number; bodyHash: number };

export type PlaceOrder = ByUser & {
  type: "place_order";
  market: number;
  product: number;
  side: number;
  orderType: number;
  tif: number;
  postOnly: boolean;
  stp: number;
  price: number;
  qty: number;
  /** Quote money to spend: a spot market buy by amount; then `qty` is 0. */
  quoteAmount: number;
};
export type CancelOrder = ByUser & { type: "cancel_order"; orderId: number };
export type CancelByKey = ByUser & { type: "cancel_by_key"; target: ClientKey; targetHigh: number; targetLow: number };
/** `market` and `product` narrow the sweep: unknownId and 0 mean all. */
export type CancelAll = ByUser & { type: "cancel_all"; market: number; product: number };
/** What an amend leaves as it is: 0 is a size too, and cancels what is left. */
export const unchanged: number = Number.MAX_SAFE_INTEGER;

export type AmendOrder = ByUser & { type: "amend_order"; orderId: number; price: number; qty: number };
export type Transfer = ByUser & {
  type: "transfer";
  fromProduct: number;
  fromSub: number;
  toProduct: number;
  toSub: number;
  asset: number;
  amount: bigint;
};
export type CreditDeposit = ByProducer & {
  type: "credit_deposit";
  uid: number;
  asset: number;
  amount: bigint;
  reference: string;
};
export type SourcePriceSet = ByProducer & { type: "source_price_set"; market: number; source: number; price: number };
export type SetVipLevel = ByProducer & { type: "set_vip_level"; uid: number; level: number };
export type SetAccountStatus = ByProducer & {
  type: "set_account_status";
  uid: number;
  product: number;
  status: number;
};
export type ConfigureAsset = ByProducer & {
  type: "configure_asset";
  asset: number;
  code: string;
  scale: number;
  displayDecimals: number;
  maxHeld: bigint;
};
/** Ticks and lots in 1e-8; sizes in lots, prices in ticks, money in minor units, rates in 1e-8; one weight per price source. */
export type ConfigureMarket = ByProducer & {
  type: "configure_market";
  market: number;
  symbol: string;
  kind: number;
  base: number;
  quote: number;
  product: number;
  tick: number;
  lot: number;
  minQty: number;
  maxQty: number;
  maxMarketQty: number;
  minNotional: number;
  maxNotional: number;
  minPrice: number;
  maxPrice: number;
  band: number;
  farBand: number;
  marketProtection: number;
  indexCap: number;
  maxOpenOrders: number;
  weights: number[];
};
export type SetMarketStatus = ByProducer & { type: "set_market_status"; market: number; status: number };
export type ConfigureFees = ByProducer & {
  type: "configure_fees";
  level: number;
  spotMaker: number;
  spotTaker: number;
  perpMaker: number;
  perpTaker: number;
};
export type Upgrade = ByProducer & { type: "upgrade"; to: number; migration: string; codeHash: string };

export type Command =
  | PlaceOrder
  | CancelOrder
  | CancelByKey
  | CancelAll
  | AmendOrder
  | Transfer
  | CreditDeposit
  | SourcePriceSet
  | SetVipLevel
  | SetAccountStatus
  | ConfigureAsset
  | ConfigureMarket
  | SetMarketStatus
  | ConfigureFees
  | Upgrade;

/** The answer to a command. `ref` is the order or transfer it made; facts are the two numbers of a refusal. */
export type CommandResult = {
  readonly code: number;
  readonly seq: number;
  readonly ref: number;
  readonly facts: readonly [bigint, bigint];
};

/** Number on disk and sender of every command; a number is never reused. */
export const commandKinds = {
  place_order: { kind: 1, by: "user" },
  cancel_order: { kind: 2, by: "user" },
  cancel_all: { kind: 3, by: "user" },
  amend_order: { kind: 4, by: "user" },
  transfer: { kind: 5, by: "user" },
  cancel_by_key: { kind: 6, by: "user" },
  credit_deposit: { kind: 20, by: "wallet" },
  source_price_set: { kind: 30, by: "oracle" },
  set_vip_level: { kind: 40, by: "platform" },
  set_account_status: { kind: 50, by: "operator" },
  configure_asset: { kind: 51, by: "operator" },
  configure_market: { kind: 52, by: "operator" },
  set_market_status: { kind: 53, by: "operator" },
  configure_fees: { kind: 54, by: "operator" },
  upgrade: { kind: 60, by: "core" },
} as const satisfies Record<Command["type"], { kind: number; by: CommandClass }>;
