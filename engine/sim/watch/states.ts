import {
  type EventRow,
  mayFollow,
  orderStates,
  orderStatuses,
  type StateTable,
  triggerStates,
  withdrawalStates,
} from "@tidemark/contracts/journal";
import type { Report } from "./ledger.ts";

/** What stands in a state, folded from the events alone; a step that its table does not have is reported. */
class StateFold<S extends string> {
  declare private readonly report: Report;
  declare private readonly kind: string;
  declare private readonly table: StateTable<S>;
  private readonly now = new Map<number, S>();

  constructor(report: Report, kind: string, table: StateTable<S>) {
    this.report = report;
    this.kind = kind;
    this.table = table;
  }

  begin(id: number, state: S): void {
    if (this.now.has(id)) this.report(`I23 ${this.kind} ${id} begins twice`);
    this.now.set(id, state);
  }

  step(id: number, to: S): void {
    const from = this.now.get(id);
    if (from === undefined) return this.report(`I23 ${this.kind} ${id} becomes ${to} and never began`);
    if (!mayFollow(this.table, from, to)) this.report(`I23 ${this.kind} ${id} goes from ${from} to ${to}`);
    if (this.table[to].length === 0) this.now.delete(id);
    else this.now.set(id, to);
  }

  has(id: number): boolean {
    return this.now.has(id);
  }
}

/** I23: orders, triggers and withdrawals go from state to state by their tables. */
export class StatesFold {
  declare private readonly orders: StateFold<keyof typeof orderStates>;
  declare private readonly triggers: StateFold<keyof typeof triggerStates>;
  declare private readonly withdrawals: StateFold<keyof typeof withdrawalStates>;

  constructor(report: Report) {
    this.orders = new StateFold(report, "order", orderStates);
    this.triggers = new StateFold(report, "trigger", triggerStates);
    this.withdrawals = new StateFold(report, "withdrawal", withdrawalStates);
  }

  see(event: EventRow): void {
    switch (event.type) {
      case "order_accepted":
        return this.orders.begin(event.orderId, "NEW");
      case "order_filled":
        // The engine's own orders take and leave no record.
        for (const id of [event.makerOrder, event.takerOrder])
          if (this.orders.has(id)) this.orders.step(id, "PARTIALLY_FILLED");
        return;
      case "order_closed":
        return this.orders.step(event.orderId, orderStatuses[event.status] as keyof typeof orderStates);
      case "trigger_accepted":
        return this.triggers.begin(event.orderId, "PENDING_TRIGGER");
      case "trigger_ended":
        return this.triggers.step(event.orderId, orderStatuses[event.status] as keyof typeof triggerStates);
      case "withdrawal_requested":
        return this.withdrawals.begin(event.withdrawalId, "REQUESTED");
      case "withdrawal_ended":
        return this.withdrawals.step(event.withdrawalId, event.isSent === 1 ? "SENT" : "FAILED");
      default:
    }
  }
}
