import {
  type CallName,
  calls,
  refusals,
  type Row,
  type SourceSeq,
  type Topic,
  type TopicName,
  type TopicRow,
  topics,
} from "@tidemark/contracts";
import type { Client, Outcome, Problem } from "./call.ts";
import type { Socket } from "./socket/socket.ts";
import type { Delta, StreamEvent } from "./socket/stream-events.ts";

/** A topic's rows by key, true at `seq` of `source`. In a topic that keeps only its newest rows, the oldest is first. */
export type View = SourceSeq & { readonly rows: ReadonlyMap<string, Row> };

const isWholeNumber = (value: unknown): value is number => typeof value === "number" && Number.isSafeInteger(value);

function trim(rows: Map<string, Row>, keep: number | undefined): Map<string, Row> {
  if (keep === undefined) return rows;
  for (const key of rows.keys()) {
    if (rows.size <= keep) break;
    rows.delete(key);
  }
  return rows;
}

/** The view of a snapshot `{ seq, rows }` or `{ seq, list }`. Snapshots of newest rows are sorted newest first. */
export function viewOf(topic: Topic, { source, seq }: SourceSeq, snapshot: readonly Row[]): View {
  const rows = new Map<string, Row>();
  const ordered = topic.keep === undefined ? snapshot : snapshot.slice(0, topic.keep).reverse();
  for (const row of ordered) if (!topic.gone(row)) rows.set(topic.rowKey(row), row);
  return { source, seq, rows };
}

/** The one rule of every view: skip what it already contains, apply what follows, take the snapshot again after a gap. */
export function advance(topic: Topic, view: View, delta: Delta): View | "resync" {
  if (delta.source !== view.source) return "resync";
  if (delta.seq <= view.seq) return view;
  if (delta.prev > view.seq) return "resync";
  const rows = new Map(view.rows);
  for (const row of delta.rows) {
    const key = topic.rowKey(row);
    const before = rows.get(key);
    const merged = before === undefined ? row : { ...before, ...row };
    if (topic.gone(merged)) rows.delete(key);
    else rows.set(key, merged);
  }
  return { source: delta.source, seq: delta.seq, rows: trim(rows, topic.keep) };
}

/** The rows as a screen lists them: newest first where only the newest are kept. */
export const rowsOf = (topic: Topic, view: View): Row[] => {
  const rows = [...view.rows.values()];
  return topic.keep === undefined ? rows : rows.reverse();
};

/** `loading` before the first snapshot; `stale` when the rows shown may be old. */
export type FollowState = "loading" | "live" | "stale";
export type Change<R> = {
  readonly state: FollowState;
  readonly seq: number;
  readonly rows: readonly R[];
  /** Rows that left the view with this change, in their last state. */
  readonly gone: readonly R[];
  readonly problem?: Problem;
};
/** Topics of a market need its symbol, and where it has several streams the part; topics of a user go by the session. */
export type FollowParams = { readonly symbol?: string; readonly part?: string };

const bufferedMax = 2_000;
const retryMinMs = 50;
const retryMaxMs = 3_000;

const callNameOf = (topic: Topic): CallName => {
  for (const [name, call] of Object.entries(calls)) if (call.name === topic.snapshot) return name as CallName;
  throw new Error(`${topic.name}: no call is named ${topic.snapshot}`);
};

function snapshotRows(value: unknown): readonly Row[] {
  const answer = value as { rows?: readonly Row[]; list?: readonly Row[] };
  return answer.rows ?? answer.list ?? [];
}

/**
 * Keeps a view of a topic: subscribes, buffers deltas, requests the snapshot, applies the deltas. Gaps and reconnects cost a new snapshot;
 * rows already shown stay, marked stale. Returns the function that ends it.
 */
export function follow<N extends TopicName>(
  client: Client,
  socket: Socket,
  topicName: N,
  params: FollowParams,
  onChange: (change: Change<TopicRow<N>>) => void,
): () => void {
  const topic: Topic = topics[topicName];
  const snapshotCall = callNameOf(topic);
  const { symbol, part } = params;
  const bySymbol = symbol === undefined ? {} : { symbol };
  const stream = { topic: topic.name, ...bySymbol, ...(part === undefined ? {} : { part }) };
  let view: View | undefined;
  let state: FollowState = "loading";
  let buffered: Delta[] | undefined;
  let needed: SourceSeq = { source: "", seq: 0 };
  let round = 0;
  let hasRenewed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(next: FollowState, gone: readonly Row[] = [], problem?: Problem): void {
    state = next;
    onChange({
      state,
      seq: view?.seq ?? 0,
      rows: (view === undefined ? [] : rowsOf(topic, view)) as unknown as TopicRow<N>[],
      gone: gone as unknown as TopicRow<N>[],
      ...(problem === undefined ? {} : { problem }),
    });
  }

  /** What a usable snapshot has at least: not older than the start of the stream. */
  const needs = (): SourceSeq => ({ ...needed, seq: Math.max(needed.seq, buffered?.[0]?.prev ?? 0) });
  const isUsable = ({ source, seq }: SourceSeq): boolean =>
    isWholeNumber(seq) && source === needed.source && seq >= needs().seq;

  function snapshotAt(minSeq: SourceSeq): Promise<Outcome<unknown>> {
    const ask = { ...topic.snapshotAsk, ...bySymbol, ...(part === undefined ? {} : topic.askOfPart?.(part)) };
    return client.call(snapshotCall, ask as never, { minSeq }) as Promise<Outcome<unknown>>;
  }

  function take(tries: number): void {
    const mine = round;
    void snapshotAt(needs()).then((outcome) => {
      if (mine !== round || buffered === undefined) return;
      if (outcome.ok && isUsable(outcome)) return settle(outcome, outcome.value);
      if (!outcome.ok) show(view === undefined ? "loading" : "stale", [], outcome);
      const wait = Math.min(retryMaxMs, retryMinMs * 2 ** Math.min(tries, 10));
      timer = setTimeout(() => take(tries + 1), wait / 2 + (Math.random() * wait) / 2);
    });
  }

  function settle(at: SourceSeq, value: unknown): void {
    let next = viewOf(topic, at, snapshotRows(value));
    const waiting = buffered ?? [];
    for (const [index, delta] of waiting.entries()) {
      const moved = advance(topic, next, delta);
      if (moved === "resync") return resync(waiting.slice(index), { ...delta, seq: delta.prev });
      next = moved;
    }
    buffered = undefined;
    view = next;
    client.noteSeq(next);
    show("live");
  }

  function resync(kept: Delta[], { source, seq }: SourceSeq): void {
    round += 1;
    clearTimeout(timer);
    buffered = kept;
    needed = { source, seq };
    if (state === "live") show("stale");
    take(0);
  }

  function apply(delta: Delta): void {
    if (buffered !== undefined) {
      buffered.push(delta);
      if (buffered.length <= bufferedMax) return;
      // A snapshot that is this slow must be newer than the deltas dropped here.
      buffered = [];
      needed = { source: delta.source, seq: delta.seq };
      return;
    }
    if (view === undefined) return;
    const before = view;
    const moved = advance(topic, before, delta);
    if (moved === "resync") return resync([delta], { ...delta, seq: delta.prev });
    if (moved === before) return;
    view = moved;
    client.noteSeq(moved);
    show("live", leavers(before, moved, delta));
  }

  /**
   * Another connection delivers from here on. If a change was lost with the old one, a view whose stream is quiet would not notice: the
   * snapshot shows it. Deltas are applied meanwhile; one with a gap before it takes a snapshot of its own.
   */
  function checkAt(at: SourceSeq): void {
    if (view === undefined || buffered !== undefined || at.source !== view.source) return resync([], at);
    const mine = round;
    void snapshotAt(at).then((outcome) => {
      if (mine !== round || view === undefined) return;
      if (!outcome.ok || outcome.source !== at.source || !(outcome.seq >= at.seq)) return resync([], at);
      if (outcome.seq <= view.seq) return;
      view = viewOf(topic, outcome, snapshotRows(outcome.value));
      client.noteSeq(view);
      show("live");
    });
  }

  /** Also rows that appear and disappear within one delta: an order that fills at once is reported too. */
  function leavers(before: View, after: View, delta: Delta): Row[] {
    const gone: Row[] = [];
    for (const row of delta.rows) {
      const key = topic.rowKey(row);
      if (!after.rows.has(key)) gone.push({ ...before.rows.get(key), ...row });
    }
    return gone;
  }

  function receive(event: StreamEvent): void {
    if (event.kind === "delta") return apply(event.delta);
    if (event.kind === "subscribed" || event.kind === "resync") {
      hasRenewed = false;
      return resync([], event.at);
    }
    if (event.kind === "continued") return checkAt(event.at);
    round += 1;
    clearTimeout(timer);
    buffered = undefined;
    if (event.kind === "lost") return state === "live" ? show("stale") : undefined;
    if (event.code !== refusals.LOGIN_INVALID.code || hasRenewed)
      return show(view === undefined ? "loading" : "stale", [], refused(event.code));
    // The connection was made with a session that has ended: a renewed one needs a new connection.
    hasRenewed = true;
    void client.renew().then((renewed) => {
      if (renewed) socket.restart();
      else show(view === undefined ? "loading" : "stale", [], refused(event.code));
    });
  }

  const unsubscribe = socket.subscribe(stream, receive);
  return () => {
    round += 1;
    clearTimeout(timer);
    unsubscribe();
  };
}

const refused = (code: number): Problem => ({ ok: false, code, message: "", facts: {} });
