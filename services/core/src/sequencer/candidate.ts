import { DecodeError } from "@tidemark/contracts/codec";
import { epochPayload, genesisLink, isIntact, isLink, readPayload, type Row } from "../journal/row.ts";
import type { JournalSession } from "../journal/journal.ts";
import { findPrimary } from "../journal/primary.ts";
import type { Deps } from "../deps.ts";
import type { Replica } from "../replica.ts";
import type { Term } from "./term.ts";
import { clockDifferenceMaxUs, nextRow } from "./next-row.ts";
import { insertUntil } from "./resolve-commit.ts";

/** Without a new row for this long, and a random share of the second figure more, a follower stands for election. */
export const silenceMinMs = 1_000;
export const silenceSpreadMs = 300;
/** One that is further behind waits longer, so that a cold cluster still starts but a late one does not win. */
const silenceWhenBehindMs = 10_000;
const behindMaxUs = 1_000_000;
const electionMaxMs = 3_000;

export type Candidacy =
  | { readonly kind: "elected"; readonly term: Term }
  /** Somebody writes after all; the session is at the server where that was seen. */
  | { readonly kind: "progress"; readonly session: JournalSession }
  | { readonly kind: "lost"; readonly why: string };

/**
 * The epoch row is the election: primary key and chain give one winner, and only a clean ack on the connection that sent it makes a
 * leader. Whose insert ended otherwise follows again, also when it later reads that very row.
 */
export async function stand(deps: Deps, replica: Replica, tipSeen: number, silentMs: number): Promise<Candidacy> {
  const session = await findPrimary(deps.servers, deps.durability, deps.seen);
  if (session === undefined) return { kind: "lost", why: "no writable server" };
  let tip: Row;
  let own: Row | undefined;
  try {
    [own] = await session.read(replica.seq, 1, true);
    tip = await session.tip();
  } catch {
    session.close();
    return { kind: "lost", why: "the journal cannot be read" };
  }
  // The follower's own round will find out about a lost branch on this server.
  const isLed = tip.seq > tipSeen && tip.epoch >= deps.seen.epoch;
  if (isLed || own === undefined || !isLink(own, replica.position.link)) return { kind: "progress", session };
  const bar = barTo(deps, replica, tip, silentMs, session.info.clockAheadUs);
  if (bar !== undefined) {
    session.close();
    return { kind: "lost", why: bar };
  }
  return run(deps, replica, session, tip);
}

/** What forbids this node to lead now, if anything. */
function barTo(deps: Deps, replica: Replica, tip: Row, silentMs: number, clockAheadUs: number): string | undefined {
  if (tip.logicVer > deps.maker.logicVer) return "the journal is of a newer logic version";
  const before = readPayload(tip.payload);
  if (before.kind !== "genesis" && before.durability !== deps.durability && !deps.changeDurability)
    return `the journal was last written under ${before.durability}`;
  if (isBehind(replica, tip) && silentMs < silenceWhenBehindMs) return "too far behind";
  if (Math.abs(clockAheadUs) > clockDifferenceMaxUs) return "the clock differs from the server's";
  return undefined;
}

/** Rows that nobody has proven durable yet hold nobody back: no follower may apply them, this election will. */
const isBehind = (replica: Replica, tip: Row): boolean =>
  replica.seq < tip.durableThrough && tip.tsUs - replica.position.tsUs > behindMaxUs;

/** The row of an election, read back as everybody else will: one that nobody can read would end every node for good. */
function epochRowBehind(deps: Deps, replica: Replica, tip: Row): Row | undefined {
  try {
    const row = newEpochRow(deps, replica, tip);
    const read = readPayload(row.payload);
    const isReadable = read.kind === "epoch" && read.epoch === row.epoch && read.node === deps.node;
    return isReadable && isIntact(row) ? row : undefined;
  } catch (error) {
    if (error instanceof RangeError || error instanceof DecodeError) return undefined;
    throw error;
  }
}

function newEpochRow(deps: Deps, replica: Replica, tip: Row): Row {
  // Never a number that was used before: a journal that was set back has forgotten epochs that everybody else remembers.
  const epoch = Math.max(tip.epoch, deps.seen.epoch) + 1;
  const content = {
    epoch,
    // The journal's version, not the build's: rows that are still to be replayed may hold an upgrade. Only an empty journal begins under the build's.
    logicVer: tip.seq === genesisLink.seq ? deps.maker.logicVer : Math.max(tip.logicVer, replica.position.logicVer),
    clockUs: deps.time.nowUs(),
    // A readable row is durable only under `single`; otherwise the tip itself is still to be proven, by this row.
    durableThrough: deps.durability === "single" ? tip.seq : tip.durableThrough,
    stateSeq: replica.seq,
    stateHash: replica.stateHash,
    payload: epochPayload(deps.durability, epoch, deps.node),
  };
  return nextRow(tip, content, deps.chance);
}

async function run(deps: Deps, replica: Replica, session: JournalSession, tip: Row): Promise<Candidacy> {
  const epochRow = epochRowBehind(deps, replica, tip);
  if (epochRow === undefined) {
    session.close();
    deps.note("alarm", "election: the epoch row cannot be read back", { tipEpoch: tip.epoch, seen: deps.seen.epoch });
    return { kind: "lost", why: "the epoch row cannot be read back" };
  }
  const sentAt = deps.time.steady();
  const outcome = await insertUntil(deps, session, epochRow, sentAt + electionMaxMs);
  if (outcome.kind === "acked") return { kind: "elected", term: { session, epochRow, sentAt } };
  session.close();
  return { kind: "lost", why: outcome.kind };
}
