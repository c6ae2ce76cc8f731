import { type Row, readPayload } from "../src/journal/row.ts";
import { applicable, genesisPosition, Replica } from "../src/replica.ts";
import { faultOf } from "../src/replay.ts";
import type { Call, Client } from "./clients.ts";
import type { Sighted } from "./cluster.ts";
import { toyMaker } from "./toy-machine.ts";

type Told = { readonly seq: number; readonly code: number; readonly ref: number };

/** The journal replayed by a single-threaded model: what every answer, event and hash has to agree with. */
export type Model = {
  /** Every place a command's bytes have in the journal, with what it was told there. */
  readonly places: ReadonlyMap<string, readonly Told[]>;
  readonly events: ReadonlyMap<string, Float64Array>;
  readonly stateHashes: ReadonlyMap<string, string>;
  readonly commandCount: number;
  readonly problems: readonly string[];
};

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

export function replayModel(rows: readonly Row[]): Model {
  const machine = toyMaker.fresh();
  const replica = new Replica(machine, genesisPosition);
  const places = new Map<string, Told[]>();
  const events = new Map<string, Float64Array>();
  const stateHashes = new Map<string, string>();
  const problems: string[] = [];
  let commandCount = 0;
  for (const row of rows.slice(1)) {
    const fault = faultOf(replica, row, toyMaker.logicVer);
    if (fault !== undefined) {
      problems.push(`C6 row ${row.seq} is ${fault}`);
      break;
    }
    replica.begin(applicable(row));
    while (!replica.run());
    const payload = readPayload(row.payload);
    const commands = payload.kind === "batch" ? payload.commands : [];
    commandCount += commands.length;
    commands.forEach((bytes, i) => {
      const told = { seq: row.seq, code: machine.results.code[i]!, ref: machine.results.ref[i]! };
      const key = hexOf(bytes);
      places.set(key, [...(places.get(key) ?? []), told]);
    });
    events.set(row.batchId, machine.events());
    stateHashes.set(row.batchId, hexOf(replica.stateHash));
    if (machine.balanceOfAll() !== 0n) problems.push(`C5 money is not conserved behind row ${row.seq}`);
  }
  return { places, events, stateHashes, commandCount, problems };
}

/** Answers given before the journal was set back by an operator cannot be held against it. */
export type Excuse = (seq: number, heardAt: number) => boolean;

export function checkCalls(calls: readonly Call[], model: Model, isExcused: Excuse): string[] {
  const problems: string[] = [];
  const ordered: { sentAt: number; answeredAt: number; first: number }[] = [];
  for (const call of calls) {
    const told = model.places.get(hexOf(call.bytes)) ?? [];
    // The bus may double a message, so its bytes may stand there twice; the key must have made one effect of them.
    if (new Set(told.map(({ code, ref }) => `${code}:${ref}`)).size > 1)
      problems.push("C2 a command took effect twice");
    const { result, answeredAt } = call;
    if (result === undefined || answeredAt === undefined || isExcused(result.seq, answeredAt)) continue;
    const place = told.find(({ seq }) => seq === result.seq);
    if (place === undefined) problems.push(`C1 an answer says batch ${result.seq}, the journal does not`);
    else if (place.code !== result.code || place.ref !== result.ref)
      problems.push(
        `C3 batch ${result.seq} answered ${result.code}/${result.ref}, the model ${place.code}/${place.ref}`,
      );
    if (told[0] !== undefined) ordered.push({ sentAt: call.sentAt, answeredAt, first: told[0].seq });
  }
  return [...problems, ...checkOrder(ordered)];
}

/** C4: what was sent after another's answer stands behind it. */
function checkOrder(calls: readonly { sentAt: number; answeredAt: number; first: number }[]): string[] {
  const byAnswer = [...calls].sort((a, b) => a.answeredAt - b.answeredAt);
  const bySending = [...calls].sort((a, b) => a.sentAt - b.sentAt);
  let highest = 0;
  let next = 0;
  for (const call of bySending) {
    while (next < byAnswer.length && byAnswer[next]!.answeredAt < call.sentAt) {
      highest = Math.max(highest, byAnswer[next]!.first);
      next += 1;
    }
    if (call.first <= highest)
      return [`C4 batch ${call.first} holds a command sent after batch ${highest} was answered`];
  }
  return [];
}

/** C8: what was announced is what a replay gives, and nothing was announced that the journal does not have. */
export function checkAnnouncements(
  clients: readonly Client[],
  model: Model,
  isExcused: (seq: number) => boolean,
): string[] {
  const problems: string[] = [];
  for (const client of clients)
    for (const { seq, batchId, parts, events } of client.announced) {
      const expected = model.events.get(batchId);
      if (expected === undefined) {
        if (!isExcused(seq)) problems.push(`C8 batch ${seq} was announced and is not in the journal`);
      } else if (parts === 1 && Buffer.compare(Buffer.from(expected.buffer), Buffer.from(events.buffer)) !== 0)
        problems.push(`C8 batch ${seq} was announced with other events`);
    }
  return problems;
}

/** C6: whoever stood behind a row held the model's state there, and nobody ever stood on a row that was later lost. */
export function checkStates(sighted: readonly Sighted[], model: Model, isExcused: (seq: number) => boolean): string[] {
  const problems = new Set<string>();
  for (const { node, seq, batchId, stateHash } of sighted) {
    const expected = model.stateHashes.get(batchId);
    if (expected === undefined && !isExcused(seq)) problems.add(`C6 ${node} applied batch ${seq}, which was lost`);
    if (expected !== undefined && expected !== stateHash) problems.add(`C6 ${node} held another state behind ${seq}`);
  }
  return [...problems];
}
