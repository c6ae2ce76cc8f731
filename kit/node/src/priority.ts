import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";

/** Linux may schedule by autogroup first and apply niceness only within one, so the autogroup gets the niceness too. */
export function lowerPriority(niceness: number): void {
  setPriority(niceness);
  try {
    writeFileSync("/proc/self/autogroup", String(niceness));
  } catch {
    // Other systems have no autogroups.
  }
}
