import { z } from "zod";
import { ofTrader, productNumber } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { assetText, posSides, signedDecimalText, sourceSeq, symbolText } from "../values.ts";
import { transferAsk, transferRefusals } from "./calls.ts";

const now = { ...ofTrader, answers: "now", rate: "read" } as const;

/** The coins that accounts can hold, and the products that take each: what a transfer can be asked for. */
export const assetList = defineCall({
  ...now,
  name: "account.assets",
  path: "GET /api/exchange-account-center-api/asset",
  ask: z.strictObject({}),
  answer: z.object({
    ...sourceSeq,
    list: z.array(
      z.object({
        asset: assetText,
        scale: z.number().int(),
        displayDecimals: z.number().int(),
        products: z.array(productNumber),
      }),
    ),
  }),
  refusals: [],
});

export const valuationAssets = ["BTC", "USDT"] as const;

/**
 * One coin of one account: `total` is all that the account would come to if it were closed now, so profit and loss of open positions are
 * in it and debts are taken off. `value` is its worth in the valuation asset, cut to 1e-8; empty where the coin has no price.
 */
const holdingRow = z.object({
  product: productNumber,
  /** The margin pair that the account belongs to, else empty. */
  sub: z.string(),
  asset: assetText,
  total: signedDecimalText,
  /** What a transfer may take out. */
  available: signedDecimalText,
  /** Bound by orders, by isolated positions, and lent to Earn. */
  held: signedDecimalText,
  isolated: signedDecimalText,
  earn: signedDecimalText,
  owed: signedDecimalText,
  uPnl: signedDecimalText,
  /** Of `total`, what came from coupons and cannot be taken out: trading bonus, and, of `isolated`, the margin of positions of vouchers. */
  bonus: signedDecimalText,
  voucher: signedDecimalText,
  value: z.string(),
});
export type HoldingRow = z.infer<typeof holdingRow>;

/**
 * What all accounts are worth together. The values of the rows add up to those of the products, and these to the total: a sum of cut
 * figures, not a cut sum. Prices are the index of the coin's USDT market, or its last price where there is no index.
 */
export const totalPreestimate = defineCall({
  ...now,
  name: "account.totalPreestimate",
  path: "GET /api/exchange-account-center-api/asset/totalPreestimate",
  ask: z.strictObject({ valuationAsset: z.enum(valuationAssets).default("USDT") }),
  answer: z.object({
    ...sourceSeq,
    valuationAsset: z.enum(valuationAssets),
    /** In BTC, whatever the valuation asset; empty without a price of BTC. */
    btcTotalPreestimate: z.string(),
    /** In the valuation asset; empty where that is BTC and has no price. */
    totalPreestimate: z.string(),
    /** The worth of each account; empty where the total is. */
    products: z.array(z.object({ product: productNumber, value: z.string(), bonus: signedDecimalText })),
    /** The worth of what earns: a part of the wallet account's, which overviews show apart; empty where the total is. */
    earn: z.string(),
    rows: z.array(holdingRow),
    /** Coins that are held and have no price: they are in no sum. */
    unpriced: z.array(assetText),
  }),
  refusals: [],
});

const change = z.object({ before: z.string(), after: z.string() });

/** What a transfer would do, from the function that performs it: applied to the state now and rolled back. */
export const previewTransfer = defineCall({
  ...now,
  name: "account.previewTransfer",
  path: "POST /api/exchange-account-center-api/asset/transfer/preview",
  ask: transferAsk.omit({ requestId: true }),
  answer: z.object({
    ...sourceSeq,
    /** What can be moved out of both accounts. */
    from: change,
    to: change,
    /** Trading bonus that a transfer out of derivatives ends. */
    forfeited: signedDecimalText,
    /** The contract accounts that it touches. The ratio is a percentage, empty without equity to divide by. */
    margins: z.array(z.object({ product: productNumber, asset: assetText, equity: change, marginRatio: change })),
    /** Open positions whose liquidation price it moves; empty where there is none. */
    positions: z.array(z.object({ symbol: symbolText, posSide: z.enum(posSides), liquidationPrice: change })),
    /** Margin pairs that it touches: assets over debts, empty without debt. */
    pairs: z.array(z.object({ symbol: symbolText, level: change })),
  }),
  refusals: [...transferRefusals, "PREVIEW_TOO_LARGE"],
});
