import { type StatusComponent, statusComponents } from "@tidemark/contracts";
import { describe, expect, test } from "vitest";
import { changesOf, gapMs, historyOf, spansOf, timeOf } from "./history.ts";
import type { Measure } from "./rules.ts";
import type { Change } from "./store.ts";

const day = 86_400_000;
const hour = 3_600_000;
const today = 20_000 * day;
const halted = { state: "HALTED", affected: [{ part: "BTC/USDT", problem: "HALTED" }] } as const;
const good = { state: "OPERATIONAL", affected: [] } as const;
const unmeasured = { state: "NOT_MEASURED", affected: [] } as const;
const spot = (at: number, measure: Measure): Change => ({ component: "SPOT", at, ...measure });
const all = (measure: Measure): Record<StatusComponent, Measure> =>
  Object.fromEntries(statusComponents.map((one) => [one, measure])) as Record<StatusComponent, Measure>;
const ofSpot = (changes: readonly Change[]) => changes.filter(({ component }) => component === "SPOT");

describe("[U.67] a row is a change", () => {
  test("the first measurement is one, and an equal one is not", () => {
    expect(changesOf([], undefined, all(good), 1_000)).toHaveLength(statusComponents.length);
    const last = statusComponents.map((component) => ({ component, at: 1_000, ...good }));
    expect(changesOf(last, 1_000, all(good), 6_000)).toEqual([]);
    expect(ofSpot(changesOf(last, 1_000, all(halted), 6_000))).toEqual([spot(6_000, halted)]);
    expect(changesOf([], undefined, all(unmeasured), 1_000)).toEqual([]);
  });

  test("other parts are one too", () => {
    const other = { ...halted, affected: [{ part: "BTC/USDT", problem: "CANCEL_ONLY" }] } as const;
    expect(ofSpot(changesOf([spot(1_000, halted)], 1_000, all(other), 6_000))).toEqual([spot(6_000, other)]);
  });

  test("a gap begins with the last measurement and ends with the next, even where the state is the same", () => {
    const [before, now] = [10_000, 10_000 + gapMs + 1];
    const made = ofSpot(changesOf([spot(1_000, good)], before, all(good), now));
    expect(made).toEqual([spot(before, unmeasured), spot(now, good)]);
    expect(ofSpot(changesOf([spot(1_000, good)], before, all(good), before + gapMs))).toEqual([]);
  });
});

describe("[U.67] the uptime of a day", () => {
  const changes = [
    spot(today - 40 * day, good),
    spot(today - 2 * day + 6 * hour, halted),
    spot(today - 2 * day + 12 * hour, good),
    spot(today - day, unmeasured),
    spot(today - day + 12 * hour, good),
  ];
  const now = today + hour;

  test("is the share of its measured time in which all worked", () => {
    const spans = spansOf(changes, now);
    expect(timeOf(spans, today - 2 * day, today - day)).toEqual({
      state: "HALTED",
      upMs: 18 * hour,
      measuredMs: 24 * hour,
    });
    expect(timeOf(spans, today - day, today)).toEqual({
      state: "OPERATIONAL",
      upMs: 12 * hour,
      measuredMs: 12 * hour,
    });
  });

  test("is unknown where nothing was measured, and those days count for nothing", () => {
    const [line] = historyOf(changes, now, now).components;
    expect(line?.days).toHaveLength(90);
    expect(line?.days.slice(0, 49)).toEqual(
      Array.from({ length: 49 }, () => ({ state: "NOT_MEASURED", uptime: null })),
    );
    expect(line?.days.slice(-3)).toEqual([
      { state: "HALTED", uptime: 0.75 },
      { state: "OPERATIONAL", uptime: 1 },
      { state: "OPERATIONAL", uptime: 1 },
    ]);
    expect(line?.uptime).toBeCloseTo(1 - 6 / (40 * 24 - 12 + 1), 6);
  });
});

describe("[U.67] incidents", () => {
  test("one lasts until all works again, with its worst state and all of its parts", () => {
    const degraded = { state: "DEGRADED", affected: [{ part: "ETH/USDT", problem: "CANCEL_ONLY" }] } as const;
    const [from, until] = [today + 1_000, today + 61_000];
    const changes = [spot(today, good), spot(from, degraded), spot(from + 5_000, halted), spot(until, good)];
    expect(historyOf(changes, until + 5_000, until + 6_000).incidents).toEqual([
      { component: "SPOT", state: "HALTED", affected: [...degraded.affected, ...halted.affected], from, until },
    ]);
  });

  test("the present one has no end, and measuring that stops ends it and says so", () => {
    const changes = [spot(today, good), spot(today + 1_000, halted)];
    const measuredAt = today + 6_000;
    const lasting = historyOf(changes, measuredAt, measuredAt + gapMs);
    expect(lasting.incidents).toMatchObject([{ from: today + 1_000, until: null }]);
    expect(lasting.components).toMatchObject([{ state: "HALTED", since: today + 1_000 }]);
    const stopped = historyOf(changes, measuredAt, measuredAt + gapMs + 1);
    expect(stopped.incidents).toMatchObject([{ from: today + 1_000, until: measuredAt }]);
    expect(stopped.components).toMatchObject([{ state: "NOT_MEASURED", since: 0, affected: [] }]);
  });

  test("those before the shown days are left out, and so is what was never measured", () => {
    const changes = [spot(today - 100 * day, halted), spot(today - 99 * day, good)];
    expect(historyOf(changes, today, today)).toMatchObject({ incidents: [], components: [{ component: "SPOT" }] });
    expect(historyOf([], today, today)).toEqual({ incidents: [], components: [] });
  });
});
