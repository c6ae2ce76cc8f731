import type { EventRow } from "@tidemark/contracts/journal";
import { Market, marketStatus } from "../../src/records/market.ts";
import { opens } from "../../src/records/order.ts";
import { UserMarket, User } from "../../src/records/user.ts";
import { Contract, rung } from "../../src/records/contract.ts";
import type { State } from "../../src/state/state.ts";
import { direction, phase, role, source, Trigger } from "../../src/records/trigger.ts";
import type { Report } from "./ledger.ts";

type Waiting = { readonly market: number; readonly price: number; readonly isUp: boolean; readonly isOpening: boolean };

/** I17 for LAST: what waited before a trade that reached its price, in a market that trades, does not wait after the command. */
export class TriggerWatch {
  declare private readonly report: Report;
  private waiting = new Map<number, Waiting>();
  private readonly traded = new Map<number, { low: number; high: number }>();
  private readonly interrupted = new Set<number>();
  private isChanged = false;

  constructor(report: Report) {
    this.report = report;
  }

  see(event: EventRow): void {
    if (event.type === "order_filled") {
      const known = this.traded.get(event.market);
      const low = Math.min(known?.low ?? event.price, event.price);
      this.traded.set(event.market, { low, high: Math.max(known?.high ?? event.price, event.price) });
      this.isChanged = true;
    } else if (event.type === "trigger_accepted" || event.type === "trigger_amended" || event.type === "trigger_ended")
      this.isChanged = true;
    else if (event.type === "market_status_set" || event.type === "mark_set") this.interrupted.add(event.market);
  }

  after(state: State): void {
    if (this.isChanged) this.compare(state);
    this.traded.clear();
    this.interrupted.clear();
    this.isChanged = false;
  }

  private compare(state: State): void {
    const now = waitingOnLast(state);
    for (const [market, { low, high }] of this.traded) {
      if (!isTrading(state, market, false) || this.interrupted.has(market)) continue;
      for (const [id, before] of this.waiting) {
        const still = now.get(id);
        // What was changed by this command waits for another price.
        const isSame = still !== undefined && still.price === before.price && still.isUp === before.isUp;
        if (before.market !== market || !isSame) continue;
        if (before.isOpening && !isTrading(state, market, true)) continue;
        if (before.isUp ? high >= before.price : low <= before.price)
          this.report(`I17 trigger ${id} at ${before.price} waits, and ${low} to ${high} were traded`);
      }
    }
    this.waiting = now;
  }
}

/** is this a market whose triggers fire? Those that open do not in M4. */
function isTrading(state: State, id: number, isOpening: boolean): boolean {
  const { w } = state.memory;
  const market = state.markets.at(id);
  const contract = w[market + Market.contract]!;
  if (w[market + Market.status] !== marketStatus.trading) return false;
  return !isOpening || contract === 0 || w[contract + Contract.rung]! < rung.protected;
}

function waitingOnLast(state: State): Map<number, Waiting> {
  const { triggers: t } = state;
  const { w } = state.memory;
  const found = new Map<number, Waiting>();
  for (const user of state.users.all())
    for (let trigger = w[user + User.oldestTrigger]!; trigger !== 0; trigger = w[trigger + Trigger.newer]!) {
      if (w[trigger + Trigger.source] !== source.last || w[trigger + Trigger.phase] !== phase.waiting) continue;
      // Of a trailing stop this is the price that activates it: the whole state is checked for those.
      if (w[trigger + Trigger.role] === role.trailing) continue;
      found.set(t.idOf(trigger), {
        market: w[w[trigger + Trigger.userMarket]! + UserMarket.market]!,
        price: w[trigger + Trigger.triggerPrice]!,
        isUp: w[trigger + Trigger.direction] === direction.up,
        isOpening: opens(t.side(trigger), t.posSide(trigger)),
      });
    }
  return found;
}
