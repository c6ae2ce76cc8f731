import {
  type AffectedPart,
  type ComponentState,
  componentStates,
  incidentsMax,
  type StatusComponent,
  statusComponents,
  statusDays,
  type StatusIncident,
  type StatusLine,
} from "@tidemark/contracts";
import { dayMs, dayOf, startOf } from "../module/utc-days.ts";
import type { Measure } from "./rules.ts";
import type { Change } from "./store.ts";

export const measureEveryMs = 5_000;
/** Without a measurement for so long nobody can say what worked meanwhile. */
export const gapMs = 30_000;

/** Where the oldest shown day begins. */
export const shownSince = (at: number): number => startOf(dayOf(at) - statusDays + 1);

const isSame = (a: Measure, b: Measure): boolean =>
  a.state === b.state &&
  a.affected.length === b.affected.length &&
  a.affected.every(({ part, problem }, place) => {
    const other = b.affected[place]!;
    return part === other.part && problem === other.problem;
  });

/** The rows that a measurement adds. After a gap the time since the one before counts as not measured, whatever was measured last. */
export function changesOf(
  last: readonly Change[],
  measuredAt: number | undefined,
  measured: Readonly<Record<StatusComponent, Measure>>,
  at: number,
): Change[] {
  const isGap = measuredAt !== undefined && at - measuredAt > gapMs;
  return statusComponents.flatMap((component) => {
    const before = last.find((one) => one.component === component);
    const now = { component, at, ...measured[component] };
    const gap = { component, at: measuredAt ?? at, state: "NOT_MEASURED" as const, affected: [] };
    if (isGap && before !== undefined && before.state !== "NOT_MEASURED")
      return now.state === "NOT_MEASURED" ? [gap] : [gap, now];
    if (before === undefined) return now.state === "NOT_MEASURED" ? [] : [now];
    return isSame(before, now) ? [] : [now];
  });
}

type Span = Omit<Change, "at" | "component"> & { readonly from: number; readonly until: number };

/** What counted from when to when. Nothing is said about the time behind the last measurement. */
export function spansOf(changes: readonly Change[], measuredAt: number): Span[] {
  return changes.map(({ at: from, state, affected }, place) => {
    const until = changes[place + 1]?.at ?? Math.max(from, measuredAt);
    return { from, until, state, affected };
  });
}

const worse = (a: ComponentState, b: ComponentState): ComponentState =>
  componentStates.indexOf(a) < componentStates.indexOf(b) ? b : a;

type Time = { readonly state: ComponentState; readonly upMs: number; readonly measuredMs: number };

/** A time within bounds: the worst state, how long all worked, and how long it was measured. */
export function timeOf(spans: readonly Span[], from: number, until: number): Time {
  let time: Time = { state: "NOT_MEASURED", upMs: 0, measuredMs: 0 };
  for (const span of spans) {
    const ms = Math.min(span.until, until) - Math.max(span.from, from);
    if (ms <= 0 || span.state === "NOT_MEASURED") continue;
    time = {
      state: worse(time.state, span.state),
      upMs: time.upMs + (span.state === "OPERATIONAL" ? ms : 0),
      measuredMs: time.measuredMs + ms,
    };
  }
  return time;
}

const shareOf = ({ upMs, measuredMs }: Time): number | null => (measuredMs === 0 ? null : upMs / measuredMs);

function merged(a: readonly AffectedPart[], b: readonly AffectedPart[]): AffectedPart[] {
  const byPart = new Map([...a, ...b].map((one) => [one.part, one]));
  return [...byPart.values()];
}

/** States that follow each other without a time in which all worked are one incident. */
function incidentsOf(component: StatusComponent, spans: readonly Span[], isMeasured: boolean): StatusIncident[] {
  const found: (StatusIncident & { readonly lastUntil: number })[] = [];
  const isBad = ({ state }: Span): boolean => state !== "OPERATIONAL" && state !== "NOT_MEASURED";
  for (const span of spans.filter(isBad)) {
    const before = found.at(-1);
    const isNext = before?.lastUntil === span.from;
    const one = {
      component,
      state: isNext ? worse(before.state, span.state) : span.state,
      affected: isNext ? merged(before.affected, span.affected) : [...span.affected],
      from: isNext ? before.from : span.from,
      until: isMeasured && span === spans.at(-1) ? null : span.until,
      lastUntil: span.until,
    };
    if (isNext) found[found.length - 1] = one;
    else found.push(one);
  }
  return found.map(({ lastUntil: _until, ...incident }) => incident);
}

export type History = { readonly components: StatusLine[]; readonly incidents: StatusIncident[] };

/** The page's lines and incidents from rows that are in the order of time. */
export function historyOf(all: readonly Change[], measuredAt: number, now: number): History {
  const first = shownSince(now);
  const isMeasured = now - measuredAt <= gapMs;
  const components: StatusLine[] = [];
  const incidents: StatusIncident[] = [];
  for (const component of statusComponents) {
    const changes = all.filter((one) => one.component === component);
    const spans = spansOf(changes, measuredAt);
    const last = changes.at(-1);
    const whole = timeOf(spans, first, now);
    const isNow = isMeasured && last !== undefined && last.state !== "NOT_MEASURED";
    if (whole.measuredMs === 0 && !isNow) continue;
    const present = isNow ? last : { state: "NOT_MEASURED" as const, at: 0, affected: [] };
    const days = Array.from({ length: statusDays }, (_, day) => {
      const from = first + day * dayMs;
      const time = timeOf(spans, from, from + dayMs);
      return { state: time.state, uptime: shareOf(time) };
    });
    const { state, at: since } = present;
    components.push({ component, state, since, affected: [...present.affected], uptime: shareOf(whole), days });
    incidents.push(...incidentsOf(component, spans, isMeasured).filter(({ until }) => until === null || until > first));
  }
  return { components, incidents: incidents.toSorted((a, b) => b.from - a.from).slice(0, incidentsMax) };
}
