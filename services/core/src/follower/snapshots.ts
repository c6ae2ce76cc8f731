import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { isLink } from "../journal/row.ts";
import type { JournalSession } from "../journal/journal.ts";
import type { Fingerprint, Machine, MachineMaker } from "../machine.ts";
import type { Notes } from "../deps.ts";
import { genesisPosition, Replica } from "../replica.ts";
import { decodeSnapshot, type Snapshot } from "./snapshot-file.ts";

/** Never fewer: one may be damaged, one may be of a lost branch. */
export const snapshotsKept = 3;

/** Where snapshots lie, by the number of the batch they stand behind. */
export type SnapshotStore = {
  /** Newest first. */
  list(): Promise<number[]>;
  load(seq: number): Promise<Uint8Array>;
  /** Resolves when the snapshot is on disk and was loaded back. */
  keep(seq: number, bytes: Uint8Array): Promise<void>;
  /** Out of the way, but kept for whoever wants to know what happened. */
  setAside(seq: number): Promise<void>;
};

const isSame = (a: Fingerprint, b: Fingerprint): boolean =>
  (a.high | 0) === (b.high | 0) && (a.low | 0) === (b.low | 0);

/** The machine of a snapshot, if its bytes give the very state they claim; throws otherwise. */
function machineOf(snapshot: Snapshot, maker: MachineMaker): Machine {
  const machine = maker.restore(snapshot.body);
  if (!isSame(machine.accumulator(), snapshot.fingerprint) || !isSame(machine.fullHash(), snapshot.fingerprint))
    throw new Error("the snapshot restores to another state");
  return machine;
}

/** A snapshot counts only after it was loaded and gave the same state and the same bytes again. */
export function verifySnapshot(bytes: Uint8Array, maker: MachineMaker): void {
  const snapshot = decodeSnapshot(bytes);
  if (Buffer.compare(machineOf(snapshot, maker).snapshot(), snapshot.body) !== 0)
    throw new Error("the snapshot does not come back byte for byte");
}

/**
 * A replica from the newest snapshot that the journal confirms, else from genesis. A snapshot of a branch that the writable server does
 * not have is set aside; one that a lagging standby does not have yet is only passed over.
 */
export async function rebuild(
  store: SnapshotStore,
  session: JournalSession,
  maker: MachineMaker,
  note: Notes,
  seqMax: number = Number.MAX_SAFE_INTEGER,
): Promise<Replica> {
  for (const seq of await store.list()) {
    if (seq > seqMax) continue;
    let snapshot: Snapshot;
    try {
      snapshot = decodeSnapshot(await store.load(seq));
      if (snapshot.position.logicVer > maker.logicVer) continue;
      const row = (await session.read(seq, 1, true)).find((one) => one.seq === seq);
      if (row !== undefined && isLink(row, snapshot.position.link))
        return new Replica(machineOf(snapshot, maker), snapshot.position, maker.skips);
      if (row === undefined && !session.info.writable) continue;
      note("alarm", "snapshot is of a lost branch", { seq });
    } catch (error) {
      note("alarm", "snapshot cannot be used", { seq, why: (error as Error).message });
    }
    await store.setAside(seq);
  }
  return new Replica(maker.fresh(), genesisPosition, maker.skips);
}

const fileName = (seq: number): string => `snapshot-${String(seq).padStart(15, "0")}.bin`;
const fileForm = /^snapshot-(\d{15})\.bin$/;

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync();
  await handle.close();
}

/** Snapshots as files. `verify` loads a finished file, in a process of its own where that is worth it. */
export function folderSnapshots(folder: string, verify: (path: string) => Promise<void>): SnapshotStore {
  const pathOf = (seq: number): string => join(folder, fileName(seq));
  const list = async (): Promise<number[]> => {
    await mkdir(folder, { recursive: true });
    const instruments = await readdir(folder);
    return instruments
      .flatMap((name) => fileForm.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => b - a);
  };
  return {
    list,
    load: (seq) => readFile(pathOf(seq)),
    async keep(seq, bytes) {
      await mkdir(folder, { recursive: true });
      const unproven = `${pathOf(seq)}.tmp`;
      const handle = await open(unproven, "w");
      await handle.writeFile(bytes);
      await handle.sync();
      await handle.close();
      try {
        await verify(unproven);
      } catch (error) {
        await rm(unproven, { force: true });
        throw error;
      }
      await rename(unproven, pathOf(seq));
      await syncFolder(folder);
      for (const old of (await list()).slice(snapshotsKept)) await rm(pathOf(old), { force: true });
    },
    async setAside(seq) {
      await rename(pathOf(seq), `${pathOf(seq)}.aside`);
      await syncFolder(folder);
    },
  };
}
