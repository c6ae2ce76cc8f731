import { readFileSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";

/**
 * Of this process, or of a child. Linux may schedule by autogroup first and apply niceness only within one, so the autogroup gets the
 * niceness too; but an autogroup is a whole session: it is lowered for the leader of one only.
 */
export function lowerPriority(niceness: number, pid: number = process.pid): void {
  setPriority(pid, niceness);
  try {
    if (sessionOf(pid) === pid) writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch {
    // Other systems have no autogroups.
  }
}

/** The sixth field; the second is the name in brackets and may hold anything. */
function sessionOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[3]);
}
