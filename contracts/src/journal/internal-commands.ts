import { defineCommand } from "./define.ts";

/** What the wallet, the oracle, the platform, operators and the core itself may send. Each carries its producer and the producer's number. */
export const internalCommands = {
  /** A deposit that is final on its chain. Answered with the deposit's number. */
  credit_deposit: defineCommand(20, "wallet", {
    uid: "u32",
    asset: "u16",
    amount: "i64",
    /** Chain transaction and output, at most 72 characters: credited once per asset. */
    reference: "text",
  }),
  /** Company money: in by the wallet to product 1, then on to another product's treasury account. */
  credit_treasury: defineCommand(21, "wallet", {
    asset: "u16",
    amount: "i64",
  }),
  /** A deposit that its chain took back after it was final (rule book 3.2). `deposit` is its number. */
  reverse_deposit: defineCommand(22, "wallet", {
    deposit: "u48",
    uid: "u32",
    asset: "u16",
    amount: "i64",
  }),
  /** A withdrawal that was sent (net of its fee) or failed. `withdrawal` is what its request was answered with. */
  end_withdrawal: defineCommand(23, "wallet", {
    withdrawal: "u48",
    fee: "i64",
    isSent: "flag",
  }),
  source_price_set: defineCommand(30, "oracle", {
    market: "u16",
    source: "u8",
    price: "u53",
  }),
  set_vip_level: defineCommand(40, "platform", {
    uid: "u32",
    level: "u8",
  }),
  /** Withdrawals are refused until then, or until a later lock that stands already ends. */
  set_withdrawal_lock: defineCommand(41, "platform", {
    uid: "u32",
    until: "u53",
  }),
  set_kyc_level: defineCommand(42, "platform", {
    uid: "u32",
    level: "u8",
  }),
  /** Kind 0: trading bonus, 1: funding bonus. `ratio` in 1e-8, `endsAt` in ms. */
  grant_bonus: defineCommand(43, "platform", {
    uid: "u32",
    grant: "u32",
    campaign: "u32",
    kind: "u8",
    amount: "i64",
    ratio: "u32",
    endsAt: "u53",
    /** Limits at order entry: the one market it is for (0: any), leverage range, 0 any mode, 1 cross, 2 isolated. */
    market: "u16",
    minLeverage: "u8",
    maxLeverage: "u8",
  }),
  /** A grant ended early: what is left of it goes back to its campaign. */
  recall_grant: defineCommand(44, "platform", {
    grant: "u32",
  }),
  /** Campaign money to a user's wallet: cashback, loss deduction, profit double, cash bonus. */
  pay_coupon: defineCommand(45, "platform", {
    uid: "u32",
    campaign: "u32",
    asset: "u16",
    amount: "i64",
    /** The coupon that pays; each of its ledger lines carries it. */
    coupon: "u48",
  }),
  /** A share of the fees of a product to the referrer's wallet. */
  pay_referral: defineCommand(46, "platform", {
    uid: "u32",
    product: "u8",
    asset: "u16",
    amount: "i64",
    /** Days since 1970 that the fees were earned on. */
    day: "u32",
  }),
  /** Interest on what a user has subscribed, from the earn pool. */
  pay_earn: defineCommand(47, "platform", {
    uid: "u32",
    asset: "u16",
    amount: "i64",
    /** Days since 1970 that the interest is for. */
    day: "u32",
  }),
  /** A contract voucher: one position whose margin and fee are the campaign's. */
  open_voucher: defineCommand(48, "platform", {
    uid: "u32",
    voucher: "u32",
    campaign: "u32",
    market: "u16",
    posSide: "u8",
    leverage: "u8",
    face: "i64",
  }),
  /**
   * Money on its way out of the wallet: held until the chain has it, or back (rule book 3.3). `amount` holds the fee. The platform gives it, once
   * it has seen the second factor: a session alone never moves money out.
   */
  request_withdrawal: defineCommand(49, "platform", {
    uid: "u32",
    asset: "u16",
    amount: "i64",
  }),
  set_account_status: defineCommand(50, "operator", {
    uid: "u32",
    product: "u8",
    status: "u8",
  }),
  configure_asset: defineCommand(51, "operator", {
    asset: "u16",
    code: "text",
    scale: "u8",
    displayDecimals: "u8",
    maxHeld: "i64",
  }),
  /** Ticks and lots in 1e-8; sizes in lots, prices in ticks, money in minor units, rates in 1e-8; one weight per price source. */
  configure_market: defineCommand(52, "operator", {
    market: "u16",
    symbol: "text",
    kind: "u8",
    base: "u16",
    quote: "u16",
    product: "u8",
    tick: "u53",
    lot: "u53",
    minQty: "u53",
    maxQty: "u53",
    maxMarketQty: "u53",
    minNotional: "u53",
    maxNotional: "u53",
    minPrice: "u53",
    maxPrice: "u53",
    band: "u32",
    farBand: "u32",
    marketProtection: "u32",
    indexCap: "u32",
    /** A move of the reference within 60 s, in 1e-8, beyond which the market takes cancels only. */
    breaker: "u32",
    maxOpenOrders: "u32",
    weights: "weights",
  }),
  /** `liquidates`: liquidation goes on in this CANCEL_ONLY, against what rests in the book; without it, it is suspended. */
  set_market_status: defineCommand(53, "operator", {
    market: "u16",
    status: "u8",
    liquidates: "flag",
  }),
  configure_fees: defineCommand(54, "operator", {
    level: "u8",
    spotMaker: "i32",
    spotTaker: "i32",
    perpMaker: "i32",
    perpTaker: "i32",
  }),
  configure_contract: defineCommand(55, "operator", {
    market: "u16",
    settle: "u16",
    flashBand: "u32",
    markClamp: "u32",
    liqFeeRate: "u32",
    /** Linear: settle minor units at mark; inverse: contracts. */
    oiCap: "i64",
    maxTriggers: "u16",
    maxLeverage: "u8",
    fundingIntervalMs: "u32",
    interestRate: "i32",
    fundingCap: "u32",
    /** Settle minor units (inverse: contracts) that the impact prices are measured with. */
    impactNotional: "i64",
    tiers: "tiers",
  }),
  /** A spot market as a margin pair of product 5: leverage 3, 5 or 10, interest an hour in 1e-8. 0: not a pair. */
  configure_pair: defineCommand(56, "operator", {
    market: "u16",
    leverage: "u8",
    baseRate: "u32",
    quoteRate: "u32",
  }),
  /** closes a market for good; a perpetual's positions end at this mark, in 1e-8. */
  settle_market: defineCommand(57, "operator", {
    market: "u16",
    mark: "u53",
  }),
  move_treasury: defineCommand(58, "operator", {
    product: "u8",
    asset: "u16",
    amount: "i64",
  }),
  /** From a product's treasury account into its insurance fund, lending or earn pool, or back out of rounding: see `funds`. */
  seed_fund: defineCommand(59, "operator", {
    fund: "u8",
    product: "u8",
    asset: "u16",
    amount: "i64",
  }),
  upgrade: defineCommand(60, "core", {
    to: "u16",
    migration: "text",
    codeHash: "text",
  }),
  /** Residues of a product into its insurance fund: by an operator only (rule book 3.2). */
  sweep_rounding: defineCommand(61, "operator", {
    product: "u8",
    asset: "u16",
  }),
  /** Trading of a user stopped (or allowed again) in one market or, with market 0, everywhere. */
  set_trading_stop: defineCommand(62, "operator", {
    uid: "u32",
    market: "u16",
    stopped: "flag",
  }),
  /** Campaign money, moved from the product's treasury account (coupons: never an issuance). */
  fund_campaign: defineCommand(63, "operator", {
    campaign: "u32",
    product: "u8",
    asset: "u16",
    amount: "i64",
  }),
  /**
   * The withdrawal lock of a user as it shall stand, also when that is earlier than it was; 0: none. What `set_withdrawal_lock` cannot do: that only
   * lengthens it.
   */
  replace_withdrawal_lock: defineCommand(64, "operator", { uid: "u32", until: "u53" }, 2),
  /**
   * A stopped producer may continue. `next` is the number that the core expects of it, as the operator has read it; nothing below it is ever
   * carried out again.
   */
  lift_producer: defineCommand(65, "operator", { stopped: "u16", next: "u48" }, 2),
  /**
   * Profit that the bonus of a coupon made, from a user's cash of the USDT futures back to the campaign: as much of `amount` as may leave the account
   * . The event says how much that was.
   */
  reverse_profit: defineCommand(66, "platform", { uid: "u32", campaign: "u32", coupon: "u48", amount: "i64" }, 2),
  /** Ends the position of a contract voucher that was held for as long as its campaign lets it. */
  close_voucher: defineCommand(67, "platform", { uid: "u32", voucher: "u32", market: "u16", posSide: "u8" }, 2),
} as const;
