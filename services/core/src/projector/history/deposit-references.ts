import { journalEvents, type EventRow } from "@tidemark/contracts/journal";
import { Columns } from "../columns.ts";

type Told = Extract<EventRow, { type: "deposit_reference" }>;

const words = journalEvents.deposit_reference.fields.filter((name) => name !== "depositId" && name !== "length");
const charactersPerWord = 4;

/** Each word holds four characters, the first one lowest; zeros stand behind the end. */
function textOf(event: Told): string {
  const codes = words.flatMap((name) =>
    Array.from({ length: charactersPerWord }, (_, place) => Math.floor(event[name] / 256 ** place) % 256),
  );
  return String.fromCharCode(...codes.slice(0, event.length));
}

/** Collects by which transaction of a chain each deposit came. */
export class DepositReferencesBatch {
  readonly rows = new Columns({ deposit_id: "bigint", reference: "text" });

  add(event: Told): void {
    this.rows.add({ deposit_id: event.depositId, reference: textOf(event) });
  }
}
