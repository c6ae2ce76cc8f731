import type { EventRow } from "@tidemark/contracts/journal";
import type { Report } from "./ledger.ts";

/** of one asset every reference is credited once. */
export class DepositWatch {
  declare private readonly report: Report;
  private readonly references = new Set<string>();
  private asset = 0;

  constructor(report: Report) {
    this.report = report;
  }

  see(event: EventRow): void {
    if (event.type === "deposit_credited") this.asset = event.asset;
    if (event.type !== "deposit_reference") return;
    const { depositId, ...words } = event;
    const reference = `${this.asset} ${JSON.stringify(words)}`;
    if (this.references.has(reference))
      this.report(`R-3.10 deposit ${depositId} has a reference that was credited before`);
    this.references.add(reference);
  }
}
