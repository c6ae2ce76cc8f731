import { z } from "zod";
import { corridorRefusals, doneAt, listOf, moneyUnitsOf, ofTrader, historyPage, requestId } from "../call-parts.ts";
import { type CommandDraft } from "../codec/command-codec.ts";
import { noKey } from "../journal/define.ts";
import { defineCall } from "../define.ts";
import { unknownId } from "../instruments.ts";
import { assetText, decimalText, entryCauses, grantKinds, seq, symbolText, sourceSeq } from "../values.ts";

const command = { ...ofTrader, answers: "command", rate: "trade", keyField: "requestId" } as const;
const now = { ...ofTrader, answers: "now", rate: "read", refusals: [] } as const;
const history = { ...ofTrader, answers: "history", rate: "read", refusals: [] } as const;

/** The buckets of one futures account. `warnedRatio` is the last warning's percentage, empty where there was none. */
export const marginAccountRow = z.object({
  product: z.number().int(),
  asset: assetText,
  cash: z.string(),
  bonus: z.string(),
  fundBonus: z.string(),
  hold: z.string(),
  warnedRatio: z.string(),
});
const grantRow = z.object({
  grantId: z.number().int(),
  campaign: z.number().int(),
  kind: z.enum(grantKinds),
  remaining: z.string(),
  /** The part of a cost that it pays, 1 for all. */
  ratio: z.string(),
  endsAt: z.number().int(),
});
/** The account at the current marks; the ratio is a percentage, empty without equity to divide by. */
const marginAccountNowRow = marginAccountRow.extend({
  figures: z.object({
    uPnl: z.string(),
    equity: z.string(),
    initialMargin: z.string(),
    orderMargin: z.string(),
    maintenanceMargin: z.string(),
    availOpen: z.string(),
    availIso: z.string(),
    availOut: z.string(),
    marginRatio: z.string(),
    grants: z.array(grantRow),
  }),
});
export type MarginAccountNowRow = z.infer<typeof marginAccountNowRow>;

/** One row for every product and asset that contracts settle in, also where nothing is yet. */
export const marginAccounts = defineCall({
  ...now,
  name: "account.margin",
  path: "GET /api/exchange-account-center-api/asset/margin",
  ask: z.strictObject({}),
  answer: z.object({ ...sourceSeq, rows: z.array(marginAccountNowRow) }),
});

const earnAsk = z.strictObject({ asset: assetText, amount: decimalText, requestId });
const earnRefusals = [
  "AMOUNT_INVALID",
  "ASSET_NOT_IN_PRODUCT",
  "INSUFFICIENT_TRANSFERABLE",
  ...corridorRefusals,
] as const;
const earnDraft = (
  type: "earn_subscribe" | "earn_redeem",
  ask: z.infer<typeof earnAsk>,
  uid: number,
  asset: number | undefined,
): CommandDraft => ({ type, uid, key: noKey, asset: asset ?? unknownId, amount: moneyUnitsOf(ask.amount) });

export const earnSubscribe = defineCall({
  ...command,
  name: "account.earnSubscribe",
  path: "POST /api/spot-financial-api/earn/subscribe",
  ask: earnAsk,
  answer: doneAt,
  refusals: earnRefusals,
  command: {
    make: (ask, { uid, instruments }) => earnDraft("earn_subscribe", ask, uid, instruments.asset(ask.asset)?.id),
    answer: ({ seq: at }) => ({ seq: at }),
    moneyOf: (ask) => ask.asset,
  },
});

export const earnRedeem = defineCall({
  ...command,
  name: "account.earnRedeem",
  path: "POST /api/spot-financial-api/earn/redeem",
  ask: earnAsk,
  answer: doneAt,
  refusals: earnRefusals,
  command: {
    make: (ask, { uid, instruments }) => earnDraft("earn_redeem", ask, uid, instruments.asset(ask.asset)?.id),
    answer: ({ seq: at }) => ({ seq: at }),
    moneyOf: (ask) => ask.asset,
  },
});

const loanAsk = z.strictObject({ symbol: symbolText, asset: assetText, amount: decimalText, requestId });
const loanRefusals = ["SYMBOL_NOT_FOUND", "ASSET_NOT_IN_PRODUCT", "AMOUNT_INVALID", ...corridorRefusals] as const;

/** A loan of one of a margin pair's two assets. */
export const borrow = defineCall({
  ...command,
  name: "account.borrow",
  path: "POST /api/exchange-account-center-api/asset/margin/borrow",
  ask: loanAsk,
  answer: doneAt,
  refusals: [...loanRefusals, "MARKET_NOT_TRADING", "LOCKED_BY_OPERATOR", "BORROW_LIMIT", "POOL_EMPTY"],
  command: {
    make: (ask, { uid, instruments }): CommandDraft => ({
      type: "borrow",
      uid,
      key: noKey,
      market: instruments.market(ask.symbol)?.id ?? unknownId,
      asset: instruments.asset(ask.asset)?.id ?? unknownId,
      amount: moneyUnitsOf(ask.amount),
    }),
    answer: ({ seq: at }) => ({ seq: at }),
    moneyOf: (ask) => ask.asset,
  },
});

/** Interest first, then principal; more than is owed stays where it is. */
export const repay = defineCall({
  ...command,
  name: "account.repay",
  path: "POST /api/exchange-account-center-api/asset/margin/repay",
  ask: loanAsk,
  answer: doneAt,
  refusals: [...loanRefusals, "INSUFFICIENT_BALANCE"],
  command: {
    make: (ask, { uid, instruments }): CommandDraft => ({
      type: "repay",
      uid,
      key: noKey,
      market: instruments.market(ask.symbol)?.id ?? unknownId,
      asset: instruments.asset(ask.asset)?.id ?? unknownId,
      amount: moneyUnitsOf(ask.amount),
    }),
    answer: ({ seq: at }) => ({ seq: at }),
    moneyOf: (ask) => ask.asset,
  },
});

const pairAsset = z.object({
  asset: assetText,
  avail: z.string(),
  hold: z.string(),
  principal: z.string(),
  interest: z.string(),
  transferable: z.string(),
});

/**
 * A margin pair: `level` is assets over debts, empty without debt; the holder is warned at `warnLevel` and liquidated at
 * `liquidationLevel`. `warnedLevel` is the last warning's, empty where there is none. Interest is charged next at `interestAt`, 0
 * without debt.
 */
export const pairRow = z.object({
  symbol: symbolText,
  level: z.string(),
  warnLevel: z.string(),
  liquidationLevel: z.string(),
  warnedLevel: z.string(),
  interestAt: z.number().int(),
  base: pairAsset,
  quote: pairAsset,
});

/** The user's margin pairs that hold or owe anything. */
export const pairs = defineCall({
  ...now,
  name: "account.pairs",
  path: "GET /api/exchange-account-center-api/asset/margin/pairs",
  ask: z.strictObject({}),
  answer: z.object({ ...sourceSeq, rows: z.array(pairRow) }),
});

/** Loans, repayments and interest: `cause` says which. */
export const loanHistory = defineCall({
  ...history,
  name: "account.loanHistory",
  path: "GET /api/exchange-account-center-api/asset/margin/history",
  ask: z.strictObject({ ...historyPage, symbol: symbolText.optional() }),
  answer: listOf(
    z.object({
      seq,
      symbol: z.string(),
      asset: z.string(),
      cause: z.enum(entryCauses),
      amount: z.string(),
      at: z.number().int(),
    }),
  ),
});

/** Every grant of bonus that the user ever had; `remaining` is 0 once it has ended. */
export const grants = defineCall({
  ...history,
  name: "account.grants",
  path: "GET /api/exchange-account-center-api/asset/bonus",
  ask: z.strictObject({ ...historyPage, kind: z.enum(grantKinds).optional() }),
  answer: listOf(grantRow.extend({ amount: z.string(), asset: z.string(), at: z.number().int() })),
});

/** What was taken of the grants, and why. */
export const grantChanges = defineCall({
  ...history,
  name: "account.grantChanges",
  path: "GET /api/exchange-account-center-api/asset/bonus/changes",
  ask: z.strictObject({ ...historyPage, grantId: z.number().int().min(1).optional() }),
  answer: listOf(
    z.object({
      seq,
      grantId: z.number().int(),
      cause: z.enum(entryCauses),
      amount: z.string(),
      remaining: z.string(),
      asset: z.string(),
      at: z.number().int(),
    }),
  ),
});
