import {
  decodeSnapshot,
  EngineMachine,
  folderSnapshots,
  genesisPosition,
  applicable,
  isIntact,
  pgJournal,
  Replica,
  type Row,
} from "@tidemark/core";
import { keyText } from "@tidemark/contracts/codec";
import type { Command } from "@tidemark/contracts/journal";
import { allBalances, checkAll, createState } from "@tidemark/engine";
import pg from "pg";
import { isAcked, type Recorded } from "./load.ts";

/**
 * The checker: one thread replays the journal alone and holds what the traders were told, what the nodes keep and what the read model
 * says against it (C1–C8). Nothing here looks at the running system.
 */
export type Verdict = {
  rows: number;
  commands: number;
  acked: number;
  unknown: number;
  lost: number;
  doubled: number;
  epochs: number;
  /** Of the nodes, held against the model. */
  snapshots: number;
  broken: string[];
};

type Effect = { seq: number; code: number; ref: number };

const conservationEvery = 100;

/** The rows from `from` on, as far as there are any now. */
async function rowsOf(url: string, from = 0): Promise<Row[]> {
  const session = await pgJournal(url, "single").connect();
  const rows: Row[] = [];
  try {
    for (;;) {
      const more = await session.read(from + rows.length, 500);
      rows.push(...more);
      if (more.length < 500) return rows;
    }
  } finally {
    session.close();
  }
}

const nameOf = (command: Command): string | undefined => {
  if (command.type === "place_order") {
    const { form, w0, w1, w2, w3, text } = command.key;
    return `place ${command.uid} ${text === "" ? keyText(form, w0, w1, w2, w3) : text}`;
  }
  return command.type === "cancel_order" ? `cancel ${command.uid} ${command.orderId}` : undefined;
};

class Model {
  readonly machine: EngineMachine = new EngineMachine(createState(1));
  readonly replica: Replica = new Replica(this.machine, genesisPosition);
  readonly effects = new Map<string, Effect[]>();
  /** State hash after each row, to compare with what nodes keep. */
  readonly hashes = new Map<number, string>();
  readonly broken: string[] = [];
  commands = 0;
  epochs = 0;
  snapshots = 0;

  apply(row: Row): void {
    if (!isIntact(row)) this.broken.push(`row ${row.seq} is not what its hash says`);
    if (this.replica.contradicts(row))
      this.broken.push(`C6 C8 row ${row.seq}: the leader's state of row ${row.stateSeq} is not the model's`);
    this.replica.begin(applicable(row));
    while (!this.replica.run());
    const { code, ref } = this.machine.results;
    this.replica.commands.forEach((command, i) => {
      this.commands += 1;
      const name = nameOf(command);
      if (name === undefined) return;
      const effects = this.effects.get(name);
      const effect = { seq: row.seq, code: code[i]!, ref: ref[i]! };
      if (effects === undefined) this.effects.set(name, [effect]);
      else effects.push(effect);
    });
    this.hashes.set(row.seq, Buffer.from(this.replica.stateHash).toString("hex"));
    if (row.seq % conservationEvery === 0)
      this.broken.push(...checkAll(this.machine.state).map((words) => `C5 ${words}`));
  }
}

/** C1–C3: what a trader was told is what the journal says; what he was not told happened once or not at all. */
function checkAnswers(records: readonly Recorded[], model: Model, verdict: Verdict): void {
  const seqs: { sentAt: number; answeredAt: number; seq: number }[] = [];
  for (const record of records) {
    const effects = model.effects.get(`${record.kind} ${record.uid} ${record.key}`) ?? [];
    // A command that a gateway sent again stands twice in the journal; the second is answered from memory and changes nothing.
    const carriedOut = effects.filter(
      (effect, i) => effect.code === 200 && !effects.slice(0, i).some((before) => before.ref === effect.ref),
    );
    if (carriedOut.length > 1) {
      verdict.doubled += 1;
      model.broken.push(`C2 ${record.kind} ${record.key} was carried out ${carriedOut.length} times`);
    }
    if (!isAcked(record)) {
      verdict.unknown += 1;
      continue;
    }
    verdict.acked += 1;
    const answered = effects.find(
      (effect) => effect.code === record.code && (record.code !== 200 || effect.ref === record.orderId),
    );
    if (answered === undefined) {
      verdict.lost += 1;
      model.broken.push(
        `C1 C3 ${record.kind} ${record.key} was answered ${record.code} order ${record.orderId}; the journal says ${JSON.stringify(effects)}`,
      );
    } else if (record.code === 200 && !effects.some((effect) => effect.seq === record.seq && effect.code === 200)) {
      model.broken.push(
        `C3 ${record.kind} ${record.key} was answered at row ${record.seq}; the journal has it elsewhere`,
      );
    } else if (record.code === 200)
      seqs.push({
        sentAt: record.sentAt,
        answeredAt: record.answeredAt,
        seq: effects.find((effect) => effect.code === 200)!.seq,
      });
  }
  checkOrder(seqs, model.broken);
}

/** C4: if A was answered before B was sent, A stands before B. */
function checkOrder(seqs: { sentAt: number; answeredAt: number; seq: number }[], broken: string[]): void {
  const byAnswer = [...seqs].sort((a, b) => a.answeredAt - b.answeredAt);
  const bySend = [...seqs].sort((a, b) => a.sentAt - b.sentAt);
  let highest = 0;
  let answered = 0;
  for (const later of bySend) {
    while (answered < byAnswer.length && byAnswer[answered]!.answeredAt < later.sentAt)
      highest = Math.max(highest, byAnswer[answered++]!.seq);
    if (later.seq < highest)
      broken.push(`C4 a command sent after row ${highest} was answered stands in row ${later.seq}`);
  }
}

/** Undefined: the node, which runs on, has replaced it by a newer one since it was listed. */
async function loadedOrGone<Bytes>(loading: Promise<Bytes>): Promise<Bytes | undefined> {
  try {
    return await loading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** C6: every snapshot that a node kept is the state that the model had there. */
async function checkSnapshots(folders: readonly string[], model: Model): Promise<void> {
  for (const folder of folders) {
    const store = folderSnapshots(folder, async () => undefined);
    for (const seq of await store.list().catch(() => [] as number[])) {
      const bytes = await loadedOrGone(store.load(seq));
      if (bytes === undefined) continue;
      const kept = decodeSnapshot(bytes);
      const { high, low } = kept.fingerprint;
      const tail = Buffer.alloc(8);
      tail.writeInt32LE(high | 0, 0);
      tail.writeInt32LE(low | 0, 4);
      const hash = Buffer.concat([kept.position.chain, tail]).toString("hex");
      if (model.hashes.has(seq)) model.snapshots += 1;
      if (model.hashes.has(seq) && model.hashes.get(seq) !== hash)
        model.broken.push(`C6 the snapshot at row ${seq} in ${folder} is another state`);
    }
  }
}

/** C7: the read model is the state at its cursor, to the unit. The exchange lives on meanwhile: the model goes on to where the cursor stands. */
async function checkReadModel(url: string, model: Model, tip: number, waitMaxMs: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let [reached, giveUpAt] = [-1, 0];
    for (;;) {
      const { rows } = await client.query<{ seq: string }>("select seq from history.cursor");
      const seq = Number(rows[0]!.seq);
      if (seq >= tip) break;
      // Behind a machine that others use too it may be slow, which is no violation.
      if (seq > reached) [reached, giveUpAt] = [seq, performance.now() + waitMaxMs];
      if (performance.now() > giveUpAt) return void model.broken.push(`C7 the read model stopped at ${seq} of ${tip}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await client.query("begin isolation level repeatable read");
    const cursor = await client.query("select seq from history.cursor");
    const { rows } = await client.query("select uid, account, units from history.balances");
    for (const row of await rowsOf(url, tip + 1)) if (row.seq <= Number(cursor.rows[0].seq)) model.apply(row);
    const said = new Map(rows.map((row) => [`${row.uid}:${row.account}`, BigInt(row.units)]));
    for (const { uid, account, units } of allBalances(model.machine.state))
      if ((said.get(`${uid}:${account}`) ?? 0n) !== units)
        model.broken.push(
          `C7 balance ${uid}:${account} is ${units}, the read model says ${said.get(`${uid}:${account}`)}`,
        );
  } finally {
    await client.end();
  }
}

export async function judge(
  records: readonly Recorded[],
  databaseUrl: string,
  folders: readonly string[],
  historyWaitMaxMs = 20_000,
): Promise<Verdict> {
  const model = new Model();
  const rows = await rowsOf(databaseUrl);
  for (const row of rows.slice(1)) {
    const before = model.replica.position.epoch;
    model.apply(row);
    if (row.epoch !== before) model.epochs += 1;
  }
  const verdict: Verdict = {
    rows: rows.length,
    commands: model.commands,
    acked: 0,
    unknown: 0,
    lost: 0,
    doubled: 0,
    epochs: model.epochs,
    snapshots: 0,
    broken: model.broken,
  };
  checkAnswers(records, model, verdict);
  model.broken.push(...checkAll(model.machine.state).map((words) => `C5 ${words}`));
  await checkSnapshots(folders, model);
  verdict.snapshots = model.snapshots;
  await checkReadModel(databaseUrl, model, rows.length - 1, historyWaitMaxMs);
  return verdict;
}
