import { DecodeError } from "@tidemark/contracts/codec";
import type { Command } from "@tidemark/contracts/journal";
import type { Time } from "@tidemark/kit-node";
import { continues, isIntact, type Row } from "./journal/row.ts";
import { applicable, type Replica } from "./replica.ts";

/** How long rows may be applied before the event loop gets its turn. */
const sliceMaxMs = 5;

/**
 * What is wrong with a row that was read behind the replica's own: another branch, bytes that are not what was written, a leader whose
 * state is not ours, or a version that this build does not know.
 */
export type RowFault = "forked" | "damaged" | "contradicted" | "too_new";

export function faultOf(replica: Replica, row: Row, logicVer: number): RowFault | undefined {
  if (!continues(replica.position.link, row)) return "forked";
  if (!isIntact(row)) return "damaged";
  if (row.logicVer > logicVer) return "too_new";
  return replica.contradicts(row) ? "contradicted" : undefined;
}

/** Resolves when the event loop has turned once. */
export const turn = (time: Time): Promise<void> => new Promise((resolve) => time.soon(resolve));

export type Replayed = { readonly fault: RowFault | undefined; readonly count: number };

/** Applies rows that are known to be durable, in slices; stops at the first that is not as it should be. `starting` gets commands that are applied next. */
export async function replay(
  replica: Replica,
  rows: readonly Row[],
  logicVer: number,
  time: Time,
  applied: (row: Row) => void | Promise<void>,
  starting: (commands: readonly Command[]) => void = () => undefined,
): Promise<Replayed> {
  let count = 0;
  let since = time.steady();
  for (const row of rows) {
    const fault = faultOf(replica, row, logicVer) ?? beginRow(replica, row, starting);
    if (fault !== undefined) return { fault, count };
    while (!replica.run()) await turn(time);
    const pending = applied(row);
    if (pending !== undefined) await pending;
    count += 1;
    if (time.steady() - since < sliceMaxMs) continue;
    await turn(time);
    since = time.steady();
  }
  return { fault: undefined, count };
}

function beginRow(replica: Replica, row: Row, starting: (commands: readonly Command[]) => void): RowFault | undefined {
  try {
    const batch = applicable(row);
    replica.begin(batch);
    starting(batch.commands);
    return undefined;
  } catch (error) {
    if (error instanceof DecodeError) return "damaged";
    throw error;
  }
}
