/**
 * The closed list of refusals and their wire codes (rule book 4.2). A number is never reused. `facts` names the numbers that a
 * refusal brings along, so that every sentence can say what was needed and what was there. `unit` says how a core counts them:
 * `decimal` prices and sizes in 1e-8, `money` in minor units of one asset, else plain whole numbers.
 */
export const refusals = {
  LOGIN_INVALID: { code: 10001, facts: [] },
  REGION_DENIED: { code: 1405, facts: [] },
  REQUEST_INVALID: { code: 40000, facts: [] },
  NOT_FOUND: { code: 40400, facts: [] },
  TOO_MANY_REQUESTS: { code: 42900, facts: [] },
  SYMBOL_NOT_FOUND: { code: 21001, facts: [] },
  MARKET_NOT_TRADING: { code: 21002, facts: [] },
  ORDER_TYPE_NOT_ALLOWED: { code: 21003, facts: [] },
  PRICE_TICK: { code: 21004, facts: ["tick"], unit: "decimal" },
  PRICE_RANGE: { code: 21005, facts: ["min", "max"], unit: "decimal" },
  PRICE_BAND: { code: 21006, facts: ["min", "max"], unit: "decimal" },
  QTY_STEP: { code: 21007, facts: ["step"], unit: "decimal" },
  QTY_RANGE: { code: 21008, facts: ["min", "max"], unit: "decimal" },
  MIN_NOTIONAL: { code: 21009, facts: ["needed", "given"], unit: "money" },
  MAX_NOTIONAL: { code: 21010, facts: ["allowed", "given"], unit: "money" },
  TOO_MANY_ORDERS: { code: 21011, facts: ["allowed"] },
  DUPLICATE_CLIENT_ID: { code: 21013, facts: [] },
  POST_ONLY_WOULD_TAKE: { code: 21014, facts: [] },
  FOK_NOT_FILLABLE: { code: 21015, facts: [] },
  NO_LIQUIDITY: { code: 21016, facts: [] },
  TIF_INVALID: { code: 21017, facts: [] },
  CLIENT_ID_INVALID: { code: 21018, facts: [] },
  INSUFFICIENT_BALANCE: { code: 21040, facts: ["needed", "available"], unit: "money" },
  INSUFFICIENT_MARGIN: { code: 21041, facts: ["needed", "available"], unit: "money" },
  ORDER_NOT_FOUND: { code: 21050, facts: [] },
  ORDER_FINAL: { code: 21051, facts: [] },
  AMEND_NOT_ALLOWED: { code: 21052, facts: [] },
  AMEND_NO_CHANGE: { code: 21053, facts: [] },
  SAME_ACCOUNT: { code: 23001, facts: [] },
  ACCOUNT_SUSPENDED: { code: 23002, facts: ["product"] },
  AMOUNT_INVALID: { code: 23003, facts: [] },
  INSUFFICIENT_TRANSFERABLE: { code: 23004, facts: ["needed", "available"], unit: "money" },
  ASSET_NOT_IN_PRODUCT: { code: 23005, facts: ["product"] },
  LOCKED_BY_OPERATOR: { code: 23008, facts: [] },
  INTERNAL: { code: 50001, facts: [] },
  BUSY: { code: 50002, facts: [] },
  TOO_OLD: { code: 50003, facts: [] },
  UNKNOWN_RESULT: { code: 50004, facts: [] },
  PRODUCER_GAP: { code: 50005, facts: ["expected"] },
  PRODUCER_FORK: { code: 50006, facts: [] },
  CONFIG_INVALID: { code: 50007, facts: [] },
  CLASS_FORBIDDEN: { code: 50008, facts: [] },
  PREVIEW_TOO_LARGE: { code: 50009, facts: [] },
} as const;

export type Refusal = keyof typeof refusals;
export const success = 200;

const nameByCode = new Map<number, Refusal>(
  Object.entries(refusals).map(([name, { code }]) => [code, name as Refusal]),
);

export const refusalOf = (code: number): Refusal | undefined => nameByCode.get(code);

/** Facts as they travel: exact decimal text by name; `asset` beside them says what money facts are of. */
export type Facts = Readonly<Record<string, string>>;

/** English sentences; the gateway phrases `message` from these until the translations of contracts/locales stand beside them. */
export const refusalSentence: Readonly<Record<Refusal, string>> = {
  LOGIN_INVALID: "Login has expired",
  REGION_DENIED: "This service is not offered in your region.",
  REQUEST_INVALID: "The request is not understood: {problem}",
  NOT_FOUND: "Not found.",
  TOO_MANY_REQUESTS: "Too many requests. Please wait a moment.",
  SYMBOL_NOT_FOUND: "There is no such market.",
  MARKET_NOT_TRADING: "This market does not accept the order at the moment.",
  ORDER_TYPE_NOT_ALLOWED: "This combination of order type and options is not allowed.",
  PRICE_TICK: "The price must be a multiple of {tick}.",
  PRICE_RANGE: "The price must be between {min} and {max}.",
  PRICE_BAND: "The price is too far from the market: it must be between {min} and {max}.",
  QTY_STEP: "The size must be a multiple of {step}.",
  QTY_RANGE: "The size must be between {min} and {max}.",
  MIN_NOTIONAL: "The order is too small: it is worth {given}, at least {needed} is required.",
  MAX_NOTIONAL: "The order is too large: it is worth {given}, at most {allowed} is allowed.",
  TOO_MANY_ORDERS: "You have reached the limit of {allowed} open orders.",
  DUPLICATE_CLIENT_ID: "This client order id was used for another order.",
  POST_ONLY_WOULD_TAKE: "The post-only order would have taken liquidity and was not placed.",
  FOK_NOT_FILLABLE: "The order could not be filled completely and was not placed.",
  NO_LIQUIDITY: "There is no order on the other side of the book.",
  TIF_INVALID: "This time in force does not go with the order type.",
  CLIENT_ID_INVALID: "The client order id may have at most 36 characters.",
  INSUFFICIENT_BALANCE: "Not enough balance: {needed} needed, {available} available.",
  INSUFFICIENT_MARGIN: "Not enough margin: {needed} needed, {available} available.",
  ORDER_NOT_FOUND: "There is no such order.",
  ORDER_FINAL: "The order has already ended.",
  AMEND_NOT_ALLOWED: "This order cannot be changed.",
  AMEND_NO_CHANGE: "Nothing would change.",
  SAME_ACCOUNT: "The two accounts must differ.",
  ACCOUNT_SUSPENDED: "The account is suspended.",
  AMOUNT_INVALID: "The amount is not valid.",
  INSUFFICIENT_TRANSFERABLE: "Not enough to transfer: {needed} asked, {available} transferable.",
  ASSET_NOT_IN_PRODUCT: "This account does not hold that coin.",
  LOCKED_BY_OPERATOR: "The account is locked. Please contact support.",
  INTERNAL: "Something went wrong on our side. Nothing was changed.",
  BUSY: "The exchange is busy. Please try again.",
  TOO_OLD: "The request arrived too late and was not carried out.",
  UNKNOWN_RESULT: "The result is not known yet. Look the order up by its client order id.",
  PRODUCER_GAP: "A command number is missing: {expected} was expected.",
  PRODUCER_FORK: "The command number was used for another command.",
  CONFIG_INVALID: "The configuration breaks a rule and was not accepted.",
  CLASS_FORBIDDEN: "The sender may not give this command.",
  PREVIEW_TOO_LARGE: "The order is too large to preview.",
};
