import { accountParts, joinMoney } from "../codec/events.ts";
import { defineTopic } from "../define.ts";
import { buckets } from "../values.ts";
import { balanceRow } from "./calls.ts";

/** A user's balances, absolute, so that a row heals by itself with the next change. */
export const balancesTopic = defineTopic({
  name: "account.balances",
  per: "user",
  snapshot: "account.balances",
  row: balanceRow,
  rowKey: (row) => `${String(row.product)}:${String(row.sub)}:${String(row.asset)}:${String(row.bucket)}`,
  gone: () => false,
  hears: ["ledger_line"],
  rows(event, names) {
    if (event.type !== "ledger_line" || event.uid === 0) return [];
    const parts = accountParts(event.account);
    return [
      {
        to: event.uid,
        row: {
          product: parts.product,
          sub: parts.sub === 0 ? "" : (names.marketOf(parts.sub)?.symbol ?? ""),
          asset: names.assetOf(parts.asset)?.asset ?? "",
          bucket: buckets[parts.bucket] ?? "avail",
          amount: names.amount(parts.asset, joinMoney(event.high, event.low)),
        },
      },
    ];
  },
});
