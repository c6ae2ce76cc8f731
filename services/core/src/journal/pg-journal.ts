import { type Clock, systemClock } from "@tidemark/kit-node";
import pg from "pg";
import type { InsertOutcome, JournalServer, JournalSession, ServerInfo } from "./journal.ts";
import type { Durability, Row } from "./row.ts";

const connectTimeoutMs = 1_000;
const readTimeoutMs = 2_000;
const keepAliveMs = 2_000;

const columns =
  "batch_seq, prev_id, batch_id, epoch, logic_ver, ts_us, durable_through, prev_hash, hash, state_seq, state_hash";

// The chain fence: the row goes in only behind the predecessor it names. Under `standby` the server must also be waiting for one, which
// is asked in the same statement since an operator may change it at any time. The clock comes back for the rule of 4.7.
const insertText = (durability: Durability): string => `
  insert into journal.journal (${columns}, payload)
  select $1::bigint, $2::uuid, $3::uuid, $4::bigint, $5::int, $6::bigint, $7::bigint, $8::bytea, $9::bytea, $10::bigint, $11::bytea, $12::bytea
  from journal.journal p where p.batch_seq = $1::bigint - 1 and p.batch_id = $2::uuid
  ${durability === "single" ? "" : "and current_setting('synchronous_standby_names') <> ''"}
  returning (extract(epoch from clock_timestamp()) * 1000000)::bigint`;

const infoText = `
  select pg_is_in_recovery(),
    (select system_identifier::text from pg_control_system()),
    case when pg_is_in_recovery() then '0' else substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end,
    (extract(epoch from clock_timestamp()) * 1000000)::bigint,
    current_setting('synchronous_standby_names'),
    current_setting('synchronous_commit') = 'on' and current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on'`;

const sqlStateUnique = "23505";
const sqlStateLockTimeout = "55P03";
/** Words of harmless notices; the word of a warning may be translated, so whatever is not harmless is one. */
const harmless = new Set(["NOTICE", "INFO", "LOG", "DEBUG"]);

type Columns = [
  string,
  string,
  string,
  string,
  number,
  string,
  string,
  Uint8Array,
  Uint8Array,
  string,
  Uint8Array,
  Uint8Array,
];

const rowOf = (c: Columns): Row => ({
  seq: Number(c[0]),
  prevId: c[1],
  batchId: c[2],
  epoch: Number(c[3]),
  logicVer: c[4],
  tsUs: Number(c[5]),
  durableThrough: Number(c[6]),
  prevHash: c[7],
  hash: c[8],
  stateSeq: Number(c[9]),
  stateHash: c[10],
  payload: c[11],
});

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

class PgSession implements JournalSession {
  readonly server: JournalServer;
  readonly info: ServerInfo;
  readonly #client: pg.Client;
  readonly #insertText: string;
  #lockTimeoutMs = 0;
  #warning = "";
  #closed = false;

  constructor(server: JournalServer, client: pg.Client, info: ServerInfo, durability: Durability) {
    this.server = server;
    this.info = info;
    this.#client = client;
    this.#insertText = insertText(durability);
    client.on("notice", (notice) => {
      if (!harmless.has(notice.severity ?? "")) this.#warning = notice.message ?? "warning";
    });
  }

  async tip(): Promise<Row> {
    const [row] = await this.#rows(
      `select ${columns}, payload from journal.journal order by batch_seq desc limit 1`,
      [],
    );
    if (row === undefined) throw new Error("the journal has no genesis row: run the migrations");
    return row;
  }

  read(seq: number, limit: number, headOnly = false): Promise<Row[]> {
    const payload = headOnly ? "case when batch_seq = $1 then ''::bytea else payload end" : "payload";
    return this.#rows(
      `select ${columns}, ${payload} from journal.journal where batch_seq >= $1 order by batch_seq limit $2`,
      [seq, limit],
    );
  }

  async #rows(text: string, values: unknown[]): Promise<Row[]> {
    // query_timeout is the driver's: it ends a read on a half-open connection.
    const query = { text, values, rowMode: "array" as const, query_timeout: readTimeoutMs };
    const { rows } = await this.#client.query<Columns>(query);
    return rows.map(rowOf);
  }

  async insert(row: Row, lockTimeoutMs: number): Promise<InsertOutcome> {
    try {
      if (lockTimeoutMs !== this.#lockTimeoutMs) {
        await this.#client.query(`set lock_timeout = ${Math.floor(lockTimeoutMs)}`);
        this.#lockTimeoutMs = lockTimeoutMs;
      }
      this.#warning = "";
      const { rows } = await this.#client.query<[string]>({
        name: "journal_insert",
        text: this.#insertText,
        rowMode: "array",
        values: this.#values(row),
      });
      // The promise settles at ReadyForQuery, after the commit; the commit's warning has arrived by then.
      if (this.#warning !== "") return { kind: "uncertain", why: this.#warning };
      return rows[0] === undefined ? { kind: "fenced" } : { kind: "acked", clockUs: Number(rows[0][0]) };
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (code === sqlStateUnique) return { kind: "fenced" };
      if (code === sqlStateLockTimeout) return { kind: "locked" };
      return { kind: "uncertain", why: message };
    }
  }

  #values(row: Row): unknown[] {
    return [
      row.seq,
      row.prevId,
      row.batchId,
      row.epoch,
      row.logicVer,
      row.tsUs,
      row.durableThrough,
      asBuffer(row.prevHash),
      asBuffer(row.hash),
      row.stateSeq,
      asBuffer(row.stateHash),
      asBuffer(row.payload),
    ];
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#client.end().catch(() => undefined);
  }
}

/** The real journal: `pg` on a direct connection (no pooler: its sessions would not be ours). */
export function pgJournal(url: string, durability: Durability, clock: Clock = systemClock): JournalServer {
  const { hostname, port, pathname } = new URL(url);
  const server: JournalServer = {
    name: `${hostname}:${port}${pathname}`,
    async connect() {
      const client = new pg.Client({
        connectionString: url,
        application_name: "tidemark journal",
        connectionTimeoutMillis: connectTimeoutMs,
        keepAlive: true,
        keepAliveInitialDelayMillis: keepAliveMs,
      });
      // Without a listener a broken connection would end the process; the pending query rejects all the same.
      client.on("error", () => undefined);
      await client.connect();
      try {
        await client.query("set synchronous_commit = on");
        return new PgSession(server, client, await infoOf(client, clock), durability);
      } catch (error) {
        client.end().catch(() => undefined);
        throw error;
      }
    },
  };
  return server;
}

async function infoOf(client: pg.Client, clock: Clock): Promise<ServerInfo> {
  const askedUs = clock.nowUs();
  const query = { text: infoText, values: [], rowMode: "array" as const, query_timeout: readTimeoutMs };
  const { rows } = await client.query<[boolean, string, string, string, string, boolean]>(query);
  const [recovering, systemId, timeline, clockUs, standbyNames, commitsSafely] = rows[0]!;
  return {
    writable: !recovering,
    systemId,
    timeline: Number.parseInt(timeline, 16),
    // It was read somewhere between asking and now.
    clockAheadUs: Number(clockUs) - (askedUs + clock.nowUs()) / 2,
    standbyNames,
    commitsSafely,
  };
}
