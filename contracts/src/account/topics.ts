import { accountParts, joinMoney } from "../codec/events.ts";
import { printUnits } from "@tidemark/money";
import { defineTopic } from "../define.ts";
import { buckets, productIds } from "../values.ts";
import { balanceRow } from "./calls.ts";
import { marginAccountRow, pairRow } from "./margin-calls.ts";

/** A user's balances, absolute, so that a row heals by itself with the next change. */
export const balancesTopic = defineTopic({
  name: "account.balances",
  owner: "core",
  per: "user",
  snapshot: "account.balances",
  row: balanceRow,
  rowKey: (row) => `${String(row.product)}:${String(row.sub)}:${String(row.asset)}:${String(row.bucket)}`,
  gone: () => false,
  events: ["ledger_line"],
  rows(event, instruments) {
    if (event.type !== "ledger_line" || event.uid === 0) return [];
    const parts = accountParts(event.account);
    // A campaign's money stands under the campaign's number in place of a user's.
    const bucket = buckets[parts.bucket];
    if (bucket === undefined) return [];
    return [
      {
        to: event.uid,
        row: {
          product: parts.product,
          sub: parts.sub === 0 ? "" : (instruments.marketOf(parts.sub)?.symbol ?? ""),
          asset: instruments.assetOf(parts.asset)?.asset ?? "",
          bucket,
          amount: instruments.amount(parts.asset, joinMoney(event.high, event.low)),
        },
      },
    ];
  },
});

const marginBuckets = { cash: "cash", bonus: "bonus", fundbonus: "fundBonus", hold: "hold" } as const;
const isMarginBucket = (bucket: string | undefined): bucket is keyof typeof marginBuckets =>
  bucket !== undefined && bucket in marginBuckets;

/** The buckets of a user's futures accounts, and the last warning. What follows from marks is the screen's to compute. */
export const marginTopic = defineTopic({
  name: "account.margin",
  owner: "core",
  per: "user",
  snapshot: "account.margin",
  row: marginAccountRow.partial(),
  rowKey: (row) => `${String(row.product)}:${String(row.asset)}`,
  gone: () => false,
  events: ["ledger_line", "margin_warned"],
  rows(event, instruments) {
    if (event.type === "margin_warned") {
      const asset = instruments.assetOf(event.asset)?.asset ?? "";
      const warnedRatio = printUnits(BigInt(event.ratio), 2, 2);
      return [{ to: event.uid, row: { product: event.product, asset, warnedRatio } }];
    }
    if (event.type !== "ledger_line" || event.uid === 0) return [];
    const { product, sub, asset, bucket } = accountParts(event.account);
    const isFutures = product === productIds.futures_btc || product === productIds.futures_usdt;
    const name = buckets[bucket];
    if (!isFutures || sub !== 0 || !isMarginBucket(name)) return [];
    const amount = instruments.amount(asset, joinMoney(event.high, event.low));
    const row = { product, asset: instruments.assetOf(asset)?.asset ?? "", [marginBuckets[name]]: amount };
    return [{ to: event.uid, row }];
  },
});

/** Warnings of a user's margin pairs. What a pair holds comes with the balances; its level follows from the index. */
export const pairsTopic = defineTopic({
  name: "account.pairs",
  owner: "core",
  per: "user",
  snapshot: "account.pairs",
  row: pairRow.partial(),
  rowKey: (row) => String(row.symbol),
  gone: () => false,
  events: ["pair_warned"],
  rows(event, instruments) {
    if (event.type !== "pair_warned") return [];
    const symbol = instruments.marketOf(event.market)?.symbol ?? "";
    return [{ to: event.uid, row: { symbol, warnedLevel: printUnits(BigInt(event.level)) } }];
  },
});
