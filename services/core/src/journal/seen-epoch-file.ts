import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { SeenEpoch } from "./primary.ts";

function readNumber(path: string): number {
  try {
    const kept = Number(readFileSync(path, "utf8"));
    return Number.isSafeInteger(kept) && kept > 0 ? kept : 0;
  } catch {
    return 0;
  }
}

function syncedWrite(folder: string, path: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  const unproven = `${path}.${process.pid}.tmp`;
  const file = openSync(unproven, "w");
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(unproven, path);
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}

/**
 * A sighting whose epoch and timelines outlive the process, for a leader that ends takes its memory along. Each is written when it grows, and
 * at once: a leader must not speak under a number that its own disk could forget. A file that cannot be written keeps nobody from leading.
 * Timelines are kept by cluster: which cluster is ours is said by the addresses at every start, and a mistaken one keeps no node from its own.
 */
export function keptSeenEpoch(folder: string, failed: (why: string) => void): SeenEpoch {
  const epochPath = join(folder, "epoch");
  const timelinePath = (systemId: string): string => join(folder, `timeline-${systemId}`);
  const keep = (path: string, next: number): void => {
    try {
      syncedWrite(folder, path, String(next));
    } catch (error) {
      failed((error as Error).message);
    }
  };
  let epoch = readNumber(epochPath);
  let timeline = 0;
  return {
    systemId: "",
    keptTimeline: (systemId) => readNumber(timelinePath(systemId)),
    get timeline() {
      return timeline;
    },
    set timeline(next) {
      timeline = next;
      const path = timelinePath(this.systemId);
      if (next > readNumber(path)) keep(path, next);
    },
    get epoch() {
      return epoch;
    },
    set epoch(next) {
      if (next <= epoch) return;
      epoch = next;
      keep(epochPath, next);
    },
  };
}
