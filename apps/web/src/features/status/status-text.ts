import { type ComponentState, isNetworkId, networks, type StatusLine } from "@tidemark/contracts";
import { utcDayText } from "../../lib/format/number-text.ts";

/** What the page says first, from all of its lines. */
export function overallOf(lines: readonly Pick<StatusLine, "state">[]): ComponentState {
  const states = new Set(lines.map(({ state }) => state));
  if (states.has("DOWN")) return "DOWN";
  if (states.has("HALTED") || states.has("DEGRADED")) return "DEGRADED";
  return states.has("OPERATIONAL") ? "OPERATIONAL" : "NOT_MEASURED";
}

/** Cut, never rounded up: a day with a second of trouble is not 100.00%. */
export function uptimeText(uptime: number | null): string {
  if (uptime === null) return "–";
  return `${(Math.floor(uptime * 10_000 + 1e-6) / 100).toFixed(2)}%`;
}

/** 14:02, in UTC. */
export const utcTimeText = (at: number): string => new Date(at).toISOString().slice(11, 16);
export const utcClockText = (at: number): string => new Date(at).toISOString().slice(11, 19);

/** The end of what began at `from`: with its day where that is another one. */
export const endText = (from: number, until: number): string =>
  utcDayText(from) === utcDayText(until) ? utcTimeText(until) : `${utcDayText(until)} ${utcTimeText(until)}`;

/** A network has a name; markets and assets are called by their codes. */
export const partText = (part: string): string => (isNetworkId(part) ? networks[part].name : part);
