const parts = new Map<string, Intl.DateTimeFormat>();
/** Zones come from requests: so many are kept, the rest is made anew. */
const zonesKept = 100;

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = parts.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    fractionalSecondDigits: 3,
    timeZoneName: "longOffset",
  });
  if (parts.size < zonesKept) parts.set(timeZone, made);
  return made;
}

export type ZonedTime = { readonly day: string; readonly clock: string; readonly zone: string };

/** A moment on the clocks of a zone: 2026-11-14, 13:20:02.118, UTC+01:00. */
export function zonedTime(at: number, timeZone: string): ZonedTime {
  const found = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type as string, value]),
  );
  const part = (name: string): string => found.get(name) ?? "";
  return {
    day: `${part("year")}-${part("month")}-${part("day")}`,
    clock: `${part("hour")}:${part("minute")}:${part("second")}.${part("fractionalSecond")}`,
    zone: part("timeZoneName").replace("GMT", "UTC"),
  };
}

const dayMs = 86_400_000;

/** How far a zone's clocks are ahead of UTC at a moment. */
function offsetMs(at: number, timeZone: string): number {
  const { day, clock } = zonedTime(at, timeZone);
  return Date.parse(`${day}T${clock}Z`) - at;
}

/**
 * The first moment of a day. Clocks may be set at midnight itself, so the offsets of both sides are tried: of the moments that they name, the
 * first one that lies in the day. Where midnight is skipped, that is the moment of the jump.
 */
function dayStart(day: number, timeZone: string): number {
  const [before, after] = [day - offsetMs(day - dayMs, timeZone), day - offsetMs(day + dayMs, timeZone)];
  if (before === after) return before;
  const name = new Date(day).toISOString().slice(0, 10);
  const [earlier, later] = [Math.min(before, after), Math.max(before, after)];
  return zonedTime(earlier, timeZone).day === name ? earlier : later;
}

/** The days from `from` to `to`, both included, with the moments that they begin at, and the moment that the last one ends at. */
export function daysBetween(from: string, to: string, timeZone: string): { days: string[]; starts: number[] } {
  const days: string[] = [];
  const starts: number[] = [];
  const last = Date.parse(to);
  for (let day = Date.parse(from); day <= last; day += dayMs) {
    days.push(new Date(day).toISOString().slice(0, 10));
    starts.push(dayStart(day, timeZone));
  }
  starts.push(dayStart(last + dayMs, timeZone));
  return { days, starts };
}
