import { joinMoney } from "../codec/events.ts";
import { defineTopic } from "../define.ts";
import type { Instruments } from "../instruments.ts";
import type { EventRow } from "../journal/index.ts";
import { posSides } from "../values.ts";
import { type LiquidationRow, liquidationRow } from "./rows.ts";

type Done = Partial<LiquidationRow> & Pick<LiquidationRow, "kind">;

/** What of a liquidation its event says. What it realised stands in the history only. */
function doneOf(event: EventRow, instruments: Instruments): Done | undefined {
  switch (event.type) {
    case "liquidation_started":
      return {
        kind: "STARTED",
        posSide: posSides[event.posSide]!,
        equity: instruments.worth(event.market, joinMoney(event.equityHigh, event.equityLow)),
        maintenanceMargin: instruments.worth(event.market, joinMoney(event.maintenanceHigh, event.maintenanceLow)),
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
        marginToFund: instruments.worth(event.market, joinMoney(event.marginHigh, event.marginLow)),
      };
    case "deleveraged":
      return {
        kind: "DELEVERAGED",
        posSide: posSides[event.posSide]!,
        qty: instruments.size(event.market, event.qty),
      };
    case "pair_liquidated":
      return { kind: "PAIR" };
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
  rowKey: ({ at, kind, symbol, posSide, qty }) => [at, kind, symbol, posSide, qty].map(String).join(":"),
  gone: () => false,
  keep: 20,
  events: ["liquidation_started", "pair_netted", "taken_over", "deleveraged", "pair_liquidated"],
  rows(event, instruments, at) {
    const done = doneOf(event, instruments);
    if (done === undefined || !("uid" in event) || !("market" in event) || event.uid === 0) return [];
    const market = instruments.marketOf(event.market);
    const row = { symbol: market?.symbol ?? "", posSide: posSides[0], qty: "", asset: "", at, ...done };
    return [{ to: event.uid, row }];
  },
});
