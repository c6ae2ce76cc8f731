import { joinMoney } from "../codec/events.ts";
import { defineTopic } from "../define.ts";
import type { Instruments } from "../instruments.ts";
import type { EventRow } from "../journal/index.ts";
import { printUnits } from "@tidemark/money";
import { posSides } from "../values.ts";
import { type LiquidationRow, liquidationRow } from "./rows.ts";

/** Every row has every field, as the snapshot's rows do; texts are empty where the event says nothing. */
const nothing = {
  posSide: posSides[0],
  qty: "",
  value: "",
  bankruptcyPrice: "",
  mark: "",
  equity: "",
  maintenanceMargin: "",
  pnl: "",
  marginToFund: "",
  level: "",
};

type Done = Partial<LiquidationRow> & Pick<LiquidationRow, "kind">;

/** What of a liquidation its event says, as the history writes it. What a takeover realised stands in the history only. */
function doneOf(event: EventRow, instruments: Instruments): Done | undefined {
  const worth = (market: number, high: number, low: number): string => instruments.worth(market, joinMoney(high, low));
  switch (event.type) {
    case "liquidation_started":
      return {
        kind: "STARTED",
        posSide: posSides[event.posSide]!,
        equity: worth(event.market, event.equityHigh, event.equityLow),
        maintenanceMargin: worth(event.market, event.maintenanceHigh, event.maintenanceLow),
      };
    case "pair_netted":
      return {
        kind: "NETTED",
        qty: instruments.size(event.market, event.qty),
        mark: instruments.price(event.market, event.mark),
      };
    case "taken_over":
      return {
        kind: "TAKEN_OVER",
        posSide: posSides[event.posSide]!,
        qty: instruments.size(event.market, event.qty),
        bankruptcyPrice: event.bankruptcyPrice === 0 ? "" : instruments.price(event.market, event.bankruptcyPrice),
        mark: instruments.price(event.market, event.mark),
        value: worth(event.market, event.valueHigh, event.valueLow),
        marginToFund: worth(event.market, event.marginHigh, event.marginLow),
      };
    case "deleveraged":
      return {
        kind: "DELEVERAGED",
        posSide: posSides[event.posSide]!,
        qty: instruments.size(event.market, event.qty),
        value: worth(event.market, event.valueHigh, event.valueLow),
        // What its profit was cut by belongs to what it came to.
        pnl: instruments.worth(
          event.market,
          joinMoney(event.pnlHigh, event.pnlLow) - joinMoney(event.cutHigh, event.cutLow),
        ),
      };
    case "pair_liquidated":
      return {
        kind: "PAIR",
        level: printUnits(BigInt(event.level)),
        value: worth(event.market, event.deficitHigh, event.deficitLow),
      };
    case "deficit_paid":
      return {
        kind: "DEFICIT",
        value: instruments.amount(event.asset, joinMoney(event.amountHigh, event.amountLow)),
        asset: instruments.assetOf(event.asset)?.asset ?? "",
      };
    default:
      return undefined;
  }
}

/** What has just been done to a user's positions by force: liquidation, takeover, deleveraging. */
export const liquidationsTopic = defineTopic({
  name: "trading.liquidations",
  owner: "core",
  per: "user",
  snapshot: "trading.liquidations",
  snapshotAsk: { pageSize: 20 },
  row: liquidationRow.partial(),
  rowKey: ({ seq, place }) => `${String(seq)}:${String(place)}`,
  gone: () => false,
  keep: 20,
  numbersRows: true,
  events: ["liquidation_started", "pair_netted", "taken_over", "deleveraged", "pair_liquidated", "deficit_paid"],
  rows(event, instruments, at) {
    const done = doneOf(event, instruments);
    if (done === undefined || !("uid" in event) || event.uid === 0) return [];
    // A deficit is of the account: it has an asset and no market.
    const market = "market" in event ? event.market : 0;
    const symbol = instruments.marketOf(market)?.symbol ?? "";
    const row = { ...nothing, symbol, asset: instruments.worthAsset(market), at, ...done };
    return [{ to: event.uid, row }];
  },
});
