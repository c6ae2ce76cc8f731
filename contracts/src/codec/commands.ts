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
  /** Which leg of a perpetual: 0 none (spot), 1 long, 2 short. */
  posSide: number;
  /** The order waits for this price; undefined: it does not wait. */
  trigger?: Trigger | undefined;
  /** Dormant until the order's first fill. */
  tp?: Exit | undefined;
  sl?: Exit | undefined;
};
/** A price to wait for, of LAST, MARK or INDEX. */
export type Trigger = { price: number; by: number };
/** Take profit or stop loss: what it waits for, and whether it then goes at market (limit 0) or at a limit. */
export type Exit = Trigger & { limit: number };
export type CancelOrder = ByUser & { type: "cancel_order"; orderId: number };
export type CancelByKey = ByUser & { type: "cancel_by_key"; target: ClientKey; targetHigh: number; targetLow: number };
/** `market`, `product` and `posSide` narrow the sweep: unknownId and 0 mean all. */
export type CancelAll = ByUser & {
  type: "cancel_all";
  market: number;
  product: number;
  posSide: number;
  includeTriggers: boolean;
  includeTpsl: boolean;
};
/** What an amend leaves as it is: 0 is a size too, and cancels what is left. */
export const unchanged: number = Number.MAX_SAFE_INTEGER;

/** `trigger` is the new trigger price of an order or TP/SL that still waits. */
export type AmendOrder = ByUser & {
  type: "amend_order";
  orderId: number;
  price: number;
  qty: number;
  trigger: number;
};
/** TP and SL of a leg: `qty` 0 is the whole position, else a part; two together are siblings. */
export type SetTpsl = ByUser & {
  type: "set_tpsl";
  market: number;
  posSide: number;
  qty: number;
  tp?: Exit | undefined;
  sl?: Exit | undefined;
};
/** the whole leg by one protected IOC. */
export type FlashClose = ByUser & { type: "flash_close"; market: number; posSide: number };
/** Flash close of every leg of a product; 0 means all. */
export type CloseAll = ByUser & { type: "close_all"; product: number };
/**
 * closes a leg, or `qty` of it, at market once LAST or MARK has come back from its best price by the callback: basis points, or ticks
 * (the other is 0). It trails from the first price at or beyond `activation`, 0: from now on.
 */
export type PlaceTrailingStop = ByUser & {
  type: "place_trailing_stop";
  market: number;
  posSide: number;
  qty: number;
  by: number;
  callbackBps: number;
  callbackTicks: number;
  activation: number;
};
/** closes the leg at market and opens the other side with what was closed. */
export type ReversePosition = ByUser & { type: "reverse_position"; market: number; posSide: number };
/** 0 cross, 1 isolated. */
export type SetMarginMode = ByUser & { type: "set_margin_mode"; market: number; mode: number };
/** `posSide` 0 means both legs. */
export type SetLeverage = ByUser & { type: "set_leverage"; market: number; posSide: number; leverage: number };
/** Adds to an isolated leg's margin, or takes from it if negative. */
export type ChangeMargin = ByUser & { type: "change_margin"; market: number; posSide: number; amount: bigint };
/** cancels the user's orders of the scope after so many ms unless renewed; 0 switches it off. */
export type CancelAfter = ByUser & { type: "cancel_after"; ms: number; market: number; product: number };
/** Money of the wallet that earns, and back (rule book 3.3). */
export type EarnSubscribe = ByUser & { type: "earn_subscribe"; asset: number; amount: bigint };
export type EarnRedeem = ByUser & { type: "earn_redeem"; asset: number; amount: bigint };
/** A loan of one of a margin pair's two assets, and its repayment. `market` is the pair. */
export type Borrow = ByUser & { type: "borrow"; market: number; asset: number; amount: bigint };
export type Repay = ByUser & { type: "repay"; market: number; asset: number; amount: bigint };
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
  /** A move of the reference within 60 s, in 1e-8, beyond which the market takes cancels only. */
  breaker: number;
  maxOpenOrders: number;
  weights: number[];
};
/** `liquidates`: liquidation goes on in this CANCEL_ONLY, against what rests in the book; without it, it is suspended. */
export type SetMarketStatus = ByProducer & {
  type: "set_market_status";
  market: number;
  status: number;
  liquidates: boolean;
};
export type ConfigureFees = ByProducer & {
  type: "configure_fees";
  level: number;
  spotMaker: number;
  spotTaker: number;
  perpMaker: number;
  perpTaker: number;
};
/** What a perpetual has beyond a spot market. Tiers: cap in settle minor units, maximum leverage, maintenance rate in 1e-8. */
export type ContractTier = { cap: bigint; maxLeverage: number; mmr: number };
export type ConfigureContract = ByProducer & {
  type: "configure_contract";
  market: number;
  settle: number;
  flashBand: number;
  markClamp: number;
  liqFeeRate: number;
  /** Linear: settle minor units at mark; inverse: contracts. */
  oiCap: bigint;
  maxTriggers: number;
  maxLeverage: number;
  fundingIntervalMs: number;
  interestRate: number;
  fundingCap: number;
  /** Settle minor units (inverse: contracts) that the impact prices are measured with. */
  impactNotional: bigint;
  tiers: ContractTier[];
};
/** A spot market as a margin pair of product 5: leverage 3, 5 or 10, interest an hour in 1e-8. 0: not a pair. */
export type ConfigurePair = ByProducer & {
  type: "configure_pair";
  market: number;
  leverage: number;
  baseRate: number;
  quoteRate: number;
};
/** closes a market for good; a perpetual's positions end at this mark, in 1e-8. */
export type SettleMarket = ByProducer & { type: "settle_market"; market: number; mark: number };
/** Company money: in by the wallet to product 1, then on to another product's house account. */
export type CreditHouse = ByProducer & { type: "credit_house"; asset: number; amount: bigint };
export type MoveHouse = ByProducer & { type: "move_house"; product: number; asset: number; amount: bigint };
/** From a product's house account into its insurance fund, lending or earn pool, or back out of rounding: see `funds`. */
export type SeedFund = ByProducer & {
  type: "seed_fund";
  fund: number;
  product: number;
  asset: number;
  amount: bigint;
};
/** Residues of a product into its insurance fund: by an operator only (rule book 3.2). */
export type SweepRounding = ByProducer & { type: "sweep_rounding"; product: number; asset: number };
/** A deposit that its chain took back after it was final (rule book 3.2). */
export type ReverseDeposit = ByProducer & { type: "reverse_deposit"; uid: number; asset: number; amount: bigint };
/**
 * Money on its way out of the wallet: held until the chain has it, or back (rule book 3.3). `amount` holds the fee. The platform gives it, once
 * it has seen the second factor: a session alone never moves money out.
 */
export type RequestWithdrawal = ByProducer & { type: "request_withdrawal"; uid: number; asset: number; amount: bigint };
/** A withdrawal that was sent (net of its fee) or failed. */
export type EndWithdrawal = ByProducer & {
  type: "end_withdrawal";
  uid: number;
  asset: number;
  amount: bigint;
  fee: bigint;
  isSent: boolean;
};
/** Trading of a user stopped (or allowed again) in one market or, with market 0, everywhere. */
export type SetTradingStop = ByProducer & { type: "set_trading_stop"; uid: number; market: number; stopped: boolean };
export type SetWithdrawalLock = ByProducer & { type: "set_withdrawal_lock"; uid: number; until: number };
export type SetKycLevel = ByProducer & { type: "set_kyc_level"; uid: number; level: number };
/** Campaign money, moved from the product's house account (coupons: never an issuance). */
export type FundCampaign = ByProducer & {
  type: "fund_campaign";
  campaign: number;
  product: number;
  asset: number;
  amount: bigint;
};
/** Kind 0: trading bonus, 1: funding bonus. `ratio` in 1e-8, `endsAt` in ms. */
export type GrantBonus = ByProducer & {
  type: "grant_bonus";
  uid: number;
  grant: number;
  campaign: number;
  kind: number;
  amount: bigint;
  ratio: number;
  endsAt: number;
  /** Limits at order entry: the one market it is for (0: any), leverage range, 0 any mode, 1 cross, 2 isolated. */
  market: number;
  minLeverage: number;
  maxLeverage: number;
};
/** A grant ended early: what is left of it goes back to its campaign. */
export type RecallGrant = ByProducer & { type: "recall_grant"; grant: number };
/** Campaign money to a user's wallet: cashback, loss deduction, profit double, cash bonus. */
export type PayCoupon = ByProducer & {
  type: "pay_coupon";
  uid: number;
  campaign: number;
  asset: number;
  amount: bigint;
};
/** A share of the fees of a product to the referrer's wallet. */
export type PayReferral = ByProducer & {
  type: "pay_referral";
  uid: number;
  product: number;
  asset: number;
  amount: bigint;
};
/** Interest on what a user has subscribed, from the earn pool. */
export type PayEarn = ByProducer & { type: "pay_earn"; uid: number; asset: number; amount: bigint };
/** A contract voucher: one position whose margin and fee are the campaign's. */
export type OpenVoucher = ByProducer & {
  type: "open_voucher";
  uid: number;
  voucher: number;
  campaign: number;
  market: number;
  posSide: number;
  leverage: number;
  face: bigint;
};
export type Upgrade = ByProducer & { type: "upgrade"; to: number; migration: string; codeHash: string };

export type Command =
  | PlaceOrder
  | CancelOrder
  | CancelByKey
  | CancelAll
  | AmendOrder
  | Transfer
  | SetTpsl
  | FlashClose
  | CloseAll
  | SetMarginMode
  | SetLeverage
  | ChangeMargin
  | CancelAfter
  | EarnSubscribe
  | EarnRedeem
  | RequestWithdrawal
  | Borrow
  | Repay
  | PlaceTrailingStop
  | ReversePosition
  | CreditDeposit
  | CreditHouse
  | ReverseDeposit
  | EndWithdrawal
  | SourcePriceSet
  | SetVipLevel
  | SetAccountStatus
  | ConfigureAsset
  | ConfigureMarket
  | SetMarketStatus
  | ConfigureFees
  | ConfigureContract
  | ConfigurePair
  | SettleMarket
  | MoveHouse
  | SeedFund
  | SweepRounding
  | SetTradingStop
  | SetWithdrawalLock
  | SetKycLevel
  | FundCampaign
  | GrantBonus
  | RecallGrant
  | PayCoupon
  | PayReferral
  | PayEarn
  | OpenVoucher
  | Upgrade;

/** Where `seed_fund` puts a product's house money. */
export const funds = { insurance: 0, lending: 1, earn: 2 } as const;

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
  set_tpsl: { kind: 7, by: "user" },
  flash_close: { kind: 8, by: "user" },
  close_all: { kind: 9, by: "user" },
  set_margin_mode: { kind: 10, by: "user" },
  set_leverage: { kind: 11, by: "user" },
  change_margin: { kind: 12, by: "user" },
  cancel_after: { kind: 13, by: "user" },
  earn_subscribe: { kind: 14, by: "user" },
  earn_redeem: { kind: 15, by: "user" },
  borrow: { kind: 16, by: "user" },
  repay: { kind: 17, by: "user" },
  place_trailing_stop: { kind: 18, by: "user" },
  reverse_position: { kind: 19, by: "user" },
  credit_deposit: { kind: 20, by: "wallet" },
  credit_house: { kind: 21, by: "wallet" },
  reverse_deposit: { kind: 22, by: "wallet" },
  end_withdrawal: { kind: 23, by: "wallet" },
  source_price_set: { kind: 30, by: "oracle" },
  set_vip_level: { kind: 40, by: "platform" },
  set_withdrawal_lock: { kind: 41, by: "platform" },
  set_kyc_level: { kind: 42, by: "platform" },
  grant_bonus: { kind: 43, by: "platform" },
  recall_grant: { kind: 44, by: "platform" },
  pay_coupon: { kind: 45, by: "platform" },
  pay_referral: { kind: 46, by: "platform" },
  pay_earn: { kind: 47, by: "platform" },
  open_voucher: { kind: 48, by: "platform" },
  request_withdrawal: { kind: 49, by: "platform" },
  set_account_status: { kind: 50, by: "operator" },
  configure_asset: { kind: 51, by: "operator" },
  configure_market: { kind: 52, by: "operator" },
  set_market_status: { kind: 53, by: "operator" },
  configure_fees: { kind: 54, by: "operator" },
  configure_contract: { kind: 55, by: "operator" },
  configure_pair: { kind: 56, by: "operator" },
  settle_market: { kind: 57, by: "operator" },
  move_house: { kind: 58, by: "operator" },
  seed_fund: { kind: 59, by: "operator" },
  upgrade: { kind: 60, by: "core" },
  sweep_rounding: { kind: 61, by: "operator" },
  set_trading_stop: { kind: 62, by: "operator" },
  fund_campaign: { kind: 63, by: "operator" },
} as const satisfies Record<Command["type"], { kind: number; by: CommandClass }>;
