import { type EventName, journalEvents } from "@tidemark/contracts/journal";
import { readEvents } from "@tidemark/contracts/codec";
import { expect, test } from "vitest";
import { Events } from "./events.ts";
import { layoutOf } from "./layout.ts";

test("an event is emitted by the names of its fields and read back by them", () => {
  const events = new Events();
  events.emit("withdrawal_locked", { until: 9, uid: 7 });
  events.answered(3, 200, 44);
  events.level(1, 0, 500, 20);
  expect(readEvents(events.a.slice(0, events.length))).toEqual([
    { type: "withdrawal_locked", uid: 7, until: 9 },
    { type: "answered", index: 3, result: 200, ref: 44 },
    { type: "level_set", market: 1, side: 0, price: 500, total: 20 },
  ]);
});

test("fields in another order, under another name, left out or too many do not compile", () => {
  const events = new Events();
  // @ts-expect-error fields have names, not places
  const byPlace = (): void => events.emit("withdrawal_locked", [7, 9]);
  // @ts-expect-error `till` is no field of this event
  const misspelt = (): void => events.emit("withdrawal_locked", { uid: 7, till: 9 });
  // @ts-expect-error `until` is missing
  const leftOut = (): void => events.emit("withdrawal_locked", { uid: 7 });
  // @ts-expect-error `market` is no field of this event
  const tooMany = (): void => events.emit("withdrawal_locked", { uid: 7, until: 9, market: 1 });
  // @ts-expect-error nor has its layout such a place
  const wrongPlace = (): number => layoutOf("withdrawal_locked").at.market;
  expect([byPlace, misspelt, leftOut, tooMany, wrongPlace].every((each) => typeof each === "function")).toBe(true);
});

test("a layout has the places that readers of the contracts read", () => {
  for (const name of Object.keys(journalEvents) as EventName[]) {
    const { at, width, code } = layoutOf(name);
    expect([code, width, Object.keys(at)]).toEqual([
      journalEvents[name].code,
      journalEvents[name].fields.length + 1,
      [...journalEvents[name].fields],
    ]);
  }
});
