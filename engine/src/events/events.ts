import { type EventName, type EventValues, journalEvents } from "@tidemark/contracts/journal";
import { reserve } from "../memory/reserve.ts";
import { layoutOf } from "./layout.ts";

const answered = layoutOf("answered");
const entry = layoutOf("entry");
const level = layoutOf("level_set");

const bytesMax = 2 ** 32;
/** A batch of more numbers than this (64 MB) is large: funding, or a settlement. Its memory goes back after so many others. */
const numbersThatAreMany = 2 ** 23;
const batchesUntilGivenBack = 1_000;

/** The events of a batch, as rows in one array of numbers that is reused from batch to batch. */
export class Events {
  a: Float64Array = new Float64Array(reserve(bytesMax));
  length = 0;
  /** Batches since a large one, while its memory is still held. */
  private sinceLarge = 0;
  private holdsLarge = false;

  /** A batch begins. */
  clear(): void {
    if (this.length > numbersThatAreMany) {
      this.holdsLarge = true;
      this.sinceLarge = 0;
    } else if (this.holdsLarge) this.giveBack();
    this.length = 0;
  }

  private giveBack(): void {
    this.sinceLarge += 1;
    if (this.sinceLarge < batchesUntilGivenBack) return;
    this.a = new Float64Array(reserve(bytesMax));
    this.holdsLarge = false;
  }

  /** Makes room for a row and returns where it starts. */
  row(width: number): number {
    const at = this.length;
    if (at + width > this.a.length) this.extend(width);
    this.length = at + width;
    return at;
  }

  /** Only where the system granted less than was asked for. */
  private extend(width: number): void {
    const larger = new Float64Array(this.a.length * 2 + width);
    larger.set(this.a);
    this.a = larger;
  }

  /** Makes room for a row, begins it with its code, and returns where it starts. */
  begin({ code, width }: { readonly code: number; readonly width: number }): number {
    const at = this.row(width);
    this.a[at] = code;
    return at;
  }

  /** One event, its fields by name: what is missing, unknown or misspelt does not compile. */
  emit<N extends EventName>(name: N, values: EventValues<N>): void {
    const { code, fields } = journalEvents[name];
    const at = this.row(fields.length + 1);
    const { a } = this;
    a[at] = code;
    for (let i = 0; i < fields.length; i += 1)
      a[at + 1 + i] = (values as Readonly<Record<string, number>>)[fields[i]!]!;
  }

  answered(index: number, result: number, ref: number): void {
    const at = this.begin(answered);
    this.a[at + answered.at.index] = index;
    this.a[at + answered.at.result] = result;
    this.a[at + answered.at.ref] = ref;
  }

  /** The header of a ledger entry; how many lines it has is filled in when it closes. */
  entry(cause: number, ref: number): number {
    const at = this.begin(entry);
    this.a[at + entry.at.cause] = cause;
    this.a[at + entry.at.ref] = ref;
    return at;
  }

  closeEntry(at: number, lines: number): void {
    this.a[at + entry.at.lines] = lines;
  }

  level(market: number, side: number, price: number, total: number): void {
    const at = this.begin(level);
    const { a } = this;
    a[at + level.at.market] = market;
    a[at + level.at.side] = side;
    a[at + level.at.price] = price;
    a[at + level.at.total] = total;
  }
}
