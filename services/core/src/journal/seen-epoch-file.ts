import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { noSeenEpoch, type SeenEpoch } from "./primary.ts";

function readEpoch(path: string): number {
  try {
    const epoch = Number(readFileSync(path, "utf8"));
    return Number.isSafeInteger(epoch) && epoch > 0 ? epoch : 0;
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
 * A sighting whose epoch outlives the process, for a leader that ends takes its memory along. It is written once per election, and at
 * once: a leader must not speak under a number that its own disk could forget. A file that cannot be written keeps nobody from leading.
 */
export function keptSeenEpoch(folder: string, failed: (why: string) => void): SeenEpoch {
  const path = join(folder, "epoch");
  let epoch = readEpoch(path);
  return {
    ...noSeenEpoch(),
    get epoch() {
      return epoch;
    },
    set epoch(next) {
      if (next <= epoch) return;
      epoch = next;
      try {
        syncedWrite(folder, path, String(next));
      } catch (error) {
        failed((error as Error).message);
      }
    },
  };
}
