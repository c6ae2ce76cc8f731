import { type EventField, type EventName, journalEvents } from "@tidemark/contracts/journal";

/** Where the fields of an event stand in its row. */
export type EventLayout<N extends EventName> = {
  readonly code: number;
  readonly width: number;
  readonly at: { readonly [F in EventField<N>]: number };
};

/** For events that are too frequent for `Events.emit`: their rows are written field by field, each by its name. */
export function layoutOf<N extends EventName>(name: N): EventLayout<N> {
  const { code, fields } = journalEvents[name];
  const at = Object.fromEntries(fields.map((field, place) => [field, place + 1]));
  // Parsed again, because V8 then keeps its properties in the fast form, and its places are constants in compiled code.
  // oxlint-disable-next-line no-restricted-globals -- once, when the engine is loaded
  const places = JSON.parse(JSON.stringify(at)) as EventLayout<N>["at"];
  return { code, width: fields.length + 1, at: places };
}
