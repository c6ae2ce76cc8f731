import { z } from "zod";
import { corridorRefusals, moneyUnitsOf, ofTrader, productNumber } from "../call-parts.ts";
import { type CommandDraft } from "../codec/command-codec.ts";
import { noKey } from "../journal/define.ts";
import { defineCall } from "../define.ts";
import { unknownId } from "../instruments.ts";
import {
  assetText,
  buckets,
  clientKeyText,
  decimalText,
  idText,
  signedDecimalText,
  symbolText,
  sourceSeq,
} from "../values.ts";

/** One bucket of one account. `sub` is the pair of the margin product or the contract of an isolated position, else empty. */
export const balanceRow = z.object({
  product: z.number().int(),
  sub: z.string(),
  asset: assetText,
  bucket: z.enum(buckets),
  amount: signedDecimalText,
});
export type BalanceRow = z.infer<typeof balanceRow>;

export const balances = defineCall({
  ...ofTrader,
  name: "account.balances",
  path: "GET /api/exchange-account-center-api/asset/balances",
  answers: "now",
  rate: "read",
  ask: z.strictObject({}),
  answer: z.object({ ...sourceSeq, rows: z.array(balanceRow) }),
  refusals: [],
});

export const transferAsk = z.strictObject({
  fromProduct: productNumber,
  toProduct: productNumber,
  fromSubProduct: symbolText.or(z.literal("")).optional(),
  toSubProduct: symbolText.or(z.literal("")).optional(),
  asset: assetText,
  amount: decimalText,
  requestId: clientKeyText.optional(),
});

/** What a transfer itself may be refused for. */
export const transferRefusals = [
  "SAME_ACCOUNT",
  "ACCOUNT_SUSPENDED",
  "LOCKED_BY_OPERATOR",
  "AMOUNT_INVALID",
  "INSUFFICIENT_TRANSFERABLE",
  "ASSET_NOT_IN_PRODUCT",
  "POSITION_IN_LIQUIDATION",
] as const;

export const transfer = defineCall({
  ...ofTrader,
  name: "account.transfer",
  path: "POST /api/exchange-account-center-api/asset/transfer",
  body: "form",
  answers: "command",
  rate: "trade",
  keyField: "requestId",
  ask: transferAsk,
  answer: z.object({ ...sourceSeq, transferId: idText }),
  refusals: [...transferRefusals, ...corridorRefusals],
  command: {
    make: (ask, { uid, instruments }): CommandDraft => {
      const sub = (symbol: string | undefined): number =>
        symbol === undefined || symbol === "" ? 0 : (instruments.market(symbol)?.id ?? unknownId);
      return {
        type: "transfer",
        uid,
        key: noKey,
        fromProduct: ask.fromProduct,
        fromSub: sub(ask.fromSubProduct),
        toProduct: ask.toProduct,
        toSub: sub(ask.toSubProduct),
        asset: instruments.asset(ask.asset)?.id ?? unknownId,
        amount: moneyUnitsOf(ask.amount),
      };
    },
    answer: (result) => ({ seq: result.seq, transferId: String(result.ref) }),
    moneyOf: (ask) => ask.asset,
  },
});

export const transferInfo = defineCall({
  ...ofTrader,
  name: "account.transferInfo",
  path: "GET /api/exchange-account-center-api/asset/transfer/info",
  answers: "now",
  rate: "read",
  ask: z.strictObject({
    fromProduct: productNumber,
    toProduct: productNumber,
    fromSubProduct: z.string().optional(),
    toSubProduct: z.string().optional(),
    asset: assetText,
    amount: z.string().optional(),
  }),
  answer: z.object({
    ...sourceSeq,
    products: z.array(z.object({ id: z.number().int(), transferAvailable: z.number().int().min(0).max(3) })),
    marginSymbols: z.array(symbolText),
    marginProductId: z.number().int(),
    availableBalance: signedDecimalText,
  }),
  refusals: ["ASSET_NOT_IN_PRODUCT"],
});

/** Until when nothing may be withdrawn, for a password or a factor was changed; 0 or a moment that has passed where nothing is locked. */
export const withdrawalLock = defineCall({
  ...ofTrader,
  name: "account.withdrawalLock",
  path: "GET /api/exchange-account-center-api/asset/withdrawal/lock",
  answers: "now",
  rate: "read",
  ask: z.strictObject({}),
  answer: z.object({ ...sourceSeq, lockedUntil: z.number().int() }),
  refusals: [],
});
