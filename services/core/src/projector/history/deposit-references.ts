import { wordsText } from "@tidemark/contracts/codec";
import { journalEvents, type EventRow } from "@tidemark/contracts/journal";
import { Columns } from "../columns.ts";

type DepositReference = Extract<EventRow, { type: "deposit_reference" }>;

const words = journalEvents.deposit_reference.fields.filter((name) => name !== "depositId" && name !== "length");

/** Collects by which transaction of a chain each deposit came. */
export class DepositReferencesBatch {
  readonly rows = new Columns({ deposit_id: "bigint", reference: "text" });

  add(event: DepositReference): void {
    this.rows.add({
      deposit_id: event.depositId,
      reference: wordsText(
        event.length,
        words.map((name) => event[name]),
      ),
    });
  }
}
