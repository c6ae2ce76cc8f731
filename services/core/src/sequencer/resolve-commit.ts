import type { InsertOutcome, JournalSession } from "../journal/journal.ts";
import type { Row } from "../journal/row.ts";
import { findPrimary } from "../journal/primary.ts";
import type { Deps } from "../deps.ts";

/**
 * A row that is not in the journal this long after it was first sent may not enter it any more: the next epoch row decides. One that is
 * there by then is proven however late.
 */
export const resolveCommitMaxMs = 10_000;
const lockTimeoutMs = 1_000;
const retryMs = 100;

export type CommitOutcome =
  /** All rows are durable: the last was committed cleanly, and the log is written in order. */
  | {
      readonly kind: "durable";
      readonly session: JournalSession;
      readonly rows: readonly Row[];
      readonly provenAt: number;
    }
  | { readonly kind: "overtaken" | "fenced" | "expired" | "unreachable" };

type Attempt = CommitOutcome | { readonly kind: "again" };

/** The row in doubt and the barriers behind it. Only the last of them may still be absent. */
type Doubt = { readonly rows: Row[]; lastFirstSentAt: number; lastReadAt: number };

/**
 * Finds out what became of a row whose insert ended without a clean answer. Nobody is answered meanwhile. If the row stands there, an
 * empty barrier row behind it proves it durable; if not, the same bytes go in again, never others.
 */
export async function resolveCommit(
  deps: Deps,
  first: Row,
  firstSentAt: number,
  barrierBehind: (row: Row) => Row | undefined,
  isOver: () => boolean,
): Promise<CommitOutcome> {
  const { time } = deps;
  const doubt: Doubt = { rows: [first], lastFirstSentAt: firstSentAt, lastReadAt: time.steady() };
  while (!isOver() && time.steady() - doubt.lastReadAt < resolveCommitMaxMs) {
    const session = await findPrimary(deps.servers, deps.durability, deps.seen);
    if (session === undefined) {
      await time.sleep(retryMs);
      continue;
    }
    const attempt = await attemptOn(deps, session, doubt, barrierBehind, isOver);
    if (attempt.kind !== "durable") session.close();
    if (attempt.kind !== "again") return attempt;
    await time.sleep(retryMs);
  }
  return { kind: "unreachable" };
}

async function attemptOn(
  deps: Deps,
  session: JournalSession,
  doubt: Doubt,
  barrierBehind: (row: Row) => Row | undefined,
  isOver: () => boolean,
): Promise<Attempt> {
  const { time } = deps;
  const { rows } = doubt;
  let refusedOnce = false;
  while (!isOver()) {
    const last = rows.at(-1)!;
    let found: Row | undefined;
    try {
      found = (await session.read(last.seq, 1, true)).find((row) => row.seq === last.seq);
    } catch {
      return { kind: "again" };
    }
    doubt.lastReadAt = time.steady();
    if (found !== undefined && found.batchId !== last.batchId) return { kind: "overtaken" };
    if (found !== undefined) {
      const barrier = barrierBehind(last);
      if (barrier === undefined) return { kind: "expired" };
      rows.push(barrier);
      doubt.lastFirstSentAt = time.steady();
    } else if (refusedOnce) return { kind: "fenced" };
    const deadline = doubt.lastFirstSentAt + resolveCommitMaxMs;
    if (time.steady() >= deadline) return { kind: "expired" };
    const provenAt = time.steady();
    const outcome = await insertUntil(deps, session, rows.at(-1)!, deadline);
    if (outcome.kind === "acked") return { kind: "durable", session, rows, provenAt };
    if (outcome.kind === "uncertain") return { kind: "again" };
    // Taken or held: the row is read once more. It may be our own, finished by the old connection's backend.
    refusedOnce = outcome.kind === "fenced";
  }
  return { kind: "again" };
}

/** An insert that does not outlast its deadline: the connection is given up with it. */
export function insertUntil(deps: Deps, session: JournalSession, row: Row, deadline: number): Promise<InsertOutcome> {
  return new Promise((resolve) => {
    const callOff = deps.time.after(Math.max(0, deadline - deps.time.steady()), () => {
      session.close();
      resolve({ kind: "uncertain", why: "no answer in time" });
    });
    void session.insert(row, lockTimeoutMs).then((outcome) => {
      callOff();
      resolve(outcome);
    });
  });
}
