import { createHash } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { StorePosition } from "@tidemark/contracts";
import type { BitcoinAllowed } from "./bitcoin/bitcoin-rules.ts";
import { accepted, type Outcome, refused } from "./outcome.ts";
import { type Known, type Reservation, reservationOf, type Signed, type Spent } from "./reservation-rules.ts";
import { type Reservable } from "./rules.ts";

const schema = `
  CREATE TABLE store (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE signed (
    network TEXT NOT NULL, sender TEXT NOT NULL, nonce INTEGER NOT NULL, kind TEXT NOT NULL,
    intent_id TEXT UNIQUE, intent_hash TEXT, payment TEXT NOT NULL, fee TEXT NOT NULL, digest TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (network, sender, nonce)) STRICT;
  CREATE TABLE spent (budget TEXT NOT NULL, minute INTEGER NOT NULL, amount TEXT NOT NULL, PRIMARY KEY (budget, minute)) STRICT;
  CREATE TABLE audit (seq INTEGER PRIMARY KEY, line TEXT NOT NULL, hash TEXT NOT NULL) STRICT;`;

/** Coins of networks without nonces, each with the amount that was signed for it and its place. Also added to a store that is older. */
const coinsSchema = `
  CREATE TABLE IF NOT EXISTS coins (
    network TEXT NOT NULL, coin TEXT NOT NULL, sender TEXT NOT NULL, nonce INTEGER NOT NULL, amount TEXT NOT NULL,
    PRIMARY KEY (network, coin)) STRICT;
  CREATE INDEX IF NOT EXISTS coins_by_place ON coins (network, sender, nonce);`;
/** Intents that ran out unsigned and whose money may have been given back. Stores of before get it at their next start. */
const expiredTable = "CREATE TABLE IF NOT EXISTS expired (intent_id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;";

const minuteMs = 60_000;
const minutesOfHour = 60;
const minutesOfDay = 1_440;
/** Rows of the audit that are checked at each start; `pnpm signer audit` checks all. */
const auditCheckedAtStart = 10_000;
const hashNone = "0".repeat(64);

type SignedRow = {
  network: string;
  sender: string;
  nonce: number;
  kind: Reservable["kind"];
  intent_id: string | null;
  intent_hash: string | null;
  payment: string;
  fee: string;
  digest: string;
};
type AuditRow = { seq: number; line: string; hash: string };

/** What was signed, what was spent, and the audit, in one SQLite file that one process holds. A commit is on the disk before it returns. */
export type Store = {
  position(): StorePosition;
  /** False for a position that this store has never had: it is an older copy, or another one. */
  hasHad(position: StorePosition): boolean;
  /** The time that counts: it never runs backwards, whatever the clock does. */
  now(): number;
  nonceNext(network: string, sender: string, first: bigint): bigint;
  /** Decides, and writes what was decided with its line of the audit in one transaction. Only then may a signature be made. */
  reserve(allowed: Reservable | BitcoinAllowed, line: (outcome: Outcome<Reservation>) => object): Outcome<Reservation>;
  /** From then on the intent is never signed, whatever another text of the same id says. Refused where it was signed, or has time left. */
  expire(intent: Expiring, line: (outcome: Outcome<undefined>) => object): Outcome<undefined>;
  audit(line: object): void;
  close(): void;
};
type Expiring = { readonly id: string; readonly expiresAt: number };

const hashOf = (before: string, line: string): string => createHash("sha256").update(before).update(line).digest("hex");

function open(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    db.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA;");
    db.exec("BEGIN EXCLUSIVE; COMMIT;");
  } catch (error) {
    db.close();
    throw new Error(`store ${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  return db;
}

/** Part of the ceremony, never of a start: a signer that made itself an empty store would have forgotten what it has signed. */
export function createStore(path: string, hotAddress: string): void {
  writeFileSync(path, "", { mode: 0o600, flag: "wx" });
  const db = open(path);
  db.exec(schema);
  db.exec(coinsSchema);
  db.prepare("INSERT INTO store VALUES ('hot address', ?)").run(hotAddress);
  db.close();
}

/** Throws at the first row that does not follow from the one before it. */
function checkAudit(rows: readonly AuditRow[], before: string): void {
  let hash = before;
  for (const row of rows) {
    hash = hashOf(hash, row.line);
    if (hash !== row.hash) throw new Error(`audit: row ${row.seq} was changed`);
  }
  if (rows.length > 0 && rows.at(-1)!.seq - rows[0]!.seq !== rows.length - 1)
    throw new Error("audit: rows are missing");
}

/** Checks every row; returns how many there are. For the ceremony tool; the signer must not be running. */
export function checkWholeAudit(path: string): number {
  if (!existsSync(path)) throw new Error(`store ${path}: not found`);
  const db = open(path);
  try {
    const rows = db.prepare("SELECT seq, line, hash FROM audit ORDER BY seq").all() as unknown as AuditRow[];
    if (rows.length > 0 && rows[0]!.seq !== 1) throw new Error("audit: the first rows are missing");
    checkAudit(rows, hashNone);
    return rows.length;
  } finally {
    db.close();
  }
}

function newestAudit(db: DatabaseSync): StorePosition {
  const rows = db
    .prepare("SELECT seq, line, hash FROM audit ORDER BY seq DESC LIMIT ?")
    .all(auditCheckedAtStart + 1)
    .toReversed() as unknown as AuditRow[];
  const [first, ...rest] = rows;
  if (first === undefined) return { seq: 0, hash: hashNone };
  if (first.seq === 1) checkAudit(rows, hashNone);
  else checkAudit(rest, first.hash);
  const { seq, hash } = rows.at(-1)!;
  return { seq, hash };
}

const signedOf = (row: SignedRow | undefined): (Signed & { network: string; sender: string }) | undefined =>
  row === undefined
    ? undefined
    : {
        network: row.network,
        sender: row.sender,
        nonce: BigInt(row.nonce),
        kind: row.kind,
        intentId: row.intent_id,
        intentHash: row.intent_hash,
        payment: row.payment,
        fee: BigInt(row.fee),
        digest: row.digest,
      };

export function openStore(path: string, hotAddress: string, clock: () => number): Store {
  if (!existsSync(path))
    throw new Error(`store ${path}: not found; it is made by \`pnpm signer create\` or \`restore\``);
  const db = open(path);
  try {
    const owner = db.prepare("SELECT value FROM store WHERE name = 'hot address'").get()?.value;
    if (owner !== hotAddress) throw new Error(`store ${path}: belongs to ${String(owner)}, not to ${hotAddress}`);
    db.exec(coinsSchema);
    db.exec(expiredTable);
    return storeOf(db, clock);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The latest time that an answer was given at, refusals included: `intent_expired` must stay true after a restart with an earlier clock. */
function timeLastOf(db: DatabaseSync): number {
  const signed = db.prepare("SELECT max(at) AS at FROM signed").get() as { at: number | null };
  const audited = db.prepare("SELECT line FROM audit ORDER BY seq DESC LIMIT 1").get() as { line: string } | undefined;
  const at: unknown = audited === undefined ? 0 : (JSON.parse(audited.line) as { at?: unknown }).at;
  return Math.max(signed.at ?? 0, typeof at === "number" ? at : 0);
}

function storeOf(db: DatabaseSync, clock: () => number): Store {
  let position = newestAudit(db);
  let timeLast = timeLastOf(db);
  const sql = statements(db);

  const now = (): number => (timeLast = Math.max(timeLast, clock()));

  function spent(budget: string, at: number): Spent {
    const minute = Math.floor(at / minuteMs);
    const rows = sql.spent.all(budget, minute - minutesOfDay) as { minute: number; amount: string }[];
    let hour = 0n;
    let day = 0n;
    for (const row of rows) {
      day += BigInt(row.amount);
      if (row.minute >= minute - minutesOfHour) hour += BigInt(row.amount);
    }
    return { hour, day };
  }

  function addSpent(budget: string, at: number, amount: bigint): void {
    if (amount === 0n) return;
    const minute = Math.floor(at / minuteMs);
    const row = sql.spentMinute.get(budget, minute) as { amount: string } | undefined;
    sql.putSpent.run(budget, minute, String(BigInt(row?.amount ?? 0) + amount));
    sql.dropSpent.run(minute - 2 * minutesOfDay);
  }

  function nonceNext(network: string, sender: string, first: bigint): bigint {
    const { nonce } = sql.nonceLast.get(network, sender) as { nonce: number | null };
    return nonce === null ? first : BigInt(nonce) + 1n;
  }

  function known(allowed: Reservable, at: number): Known {
    const { network, sender, nonce, intent, spend } = allowed;
    return {
      isExpired: intent !== null && sql.expired.get(intent.id) !== undefined,
      ofIntent: intent === null ? undefined : signedOf(sql.ofIntent.get(intent.id) as SignedRow | undefined),
      ofNonce: signedOf(sql.ofNonce.get(network, sender, nonce) as SignedRow | undefined),
      nonceNext: nonceNext(network, sender, allowed.nonceFirst),
      spent: spend === null ? { hour: 0n, day: 0n } : spent(spend.asset, at),
      feesSpent: spent(`fee ${network}`, at),
    };
  }

  /**
   * Coins take the place of a nonce: what was signed for some of them belongs to one place, whose transactions have all of them and no others.
   * So two transactions for one payment can never both be mined. An amount that was signed for a coin once is never another: with two of them
   * a requester could put signatures together that pay more of a fee than either showed.
   */
  function placed(allowed: BitcoinAllowed): Outcome<Reservable> {
    const { network, sender, inputs } = allowed;
    const places = new Set<number>();
    let known = 0;
    for (const { coin, amount } of inputs) {
      const row = sql.coin.get(network, coin) as { nonce: number; amount: string } | undefined;
      if (row === undefined) continue;
      if (row.amount !== String(amount)) return refused("input_amount_differs", coin);
      places.add(row.nonce);
      known += 1;
    }
    if (known === 0) return accepted({ ...allowed, nonce: nonceNext(network, sender, allowed.nonceFirst) });
    const [nonce] = places;
    const { count } = sql.coinsOf.get(network, sender, nonce!) as { count: number };
    if (places.size > 1 || known !== inputs.length || count !== known)
      return refused("input_taken", `by payment ${[...places].join(", ")}`);
    return accepted({ ...allowed, nonce: BigInt(nonce!) });
  }

  function write(allowed: Reservable, { row, spent: amount, feeSpent }: Reservation, at: number): void {
    const { network, sender, spend } = allowed;
    const { nonce, kind, intentId, intentHash, payment, fee, digest } = row;
    sql.putSigned.run(network, sender, nonce, kind, intentId, intentHash, payment, String(fee), digest, at);
    if (spend !== null) addSpent(spend.asset, at, amount);
    addSpent(`fee ${network}`, at, feeSpent);
  }

  function append(line: object): StorePosition {
    const text = JSON.stringify({ at: now(), ...line });
    const next = { seq: position.seq + 1, hash: hashOf(position.hash, text) };
    sql.putAudit.run(next.seq, text, next.hash);
    return next;
  }

  /** The position moves only after the commit, so that it never names what is not on the disk. */
  function transaction<T>(work: () => { result: T; position: StorePosition }): T {
    db.exec("BEGIN");
    try {
      const done = work();
      db.exec("COMMIT");
      position = done.position;
      return done.result;
    } catch (error) {
      if (db.isTransaction) db.exec("ROLLBACK");
      throw error;
    }
  }

  return {
    position: () => position,
    hasHad({ seq, hash }) {
      if (seq > position.seq) return false;
      return seq === 0 ? hash === hashNone : (sql.auditHash.get(seq) as { hash: string } | undefined)?.hash === hash;
    },
    now,
    nonceNext,
    reserve: (allowed, line) =>
      transaction(() => {
        const at = now();
        const place = "inputs" in allowed ? placed(allowed) : accepted(allowed);
        const result = place.ok ? reservationOf(place.value, known(place.value, at), at) : place;
        if (place.ok && result.ok) write(place.value, result.value, at);
        if (result.ok && "inputs" in allowed)
          for (const { coin, amount } of allowed.inputs)
            sql.putCoin.run(allowed.network, coin, allowed.sender, result.value.row.nonce, String(amount));
        if (!result.ok && result.reason === "intent_expired") sql.putExpired.run(allowed.intent!.id, at);
        return { result, position: append(line(result)) };
      }),
    expire: ({ id, expiresAt }, line) =>
      transaction(() => {
        const at = now();
        const signed = signedOf(sql.ofIntent.get(id) as SignedRow | undefined);
        const isKnown = sql.expired.get(id) !== undefined;
        const result =
          signed !== undefined
            ? refused("intent_already_signed", `nonce ${signed.nonce}`)
            : !isKnown && at < expiresAt
              ? refused("intent_not_expired", String(expiresAt))
              : accepted(undefined);
        if (result.ok) sql.putExpired.run(id, at);
        return { result, position: append(line(result)) };
      }),
    audit: (line) => transaction(() => ({ result: undefined, position: append(line) })),
    close: () => db.close(),
  };
}

function statements(db: DatabaseSync) {
  return {
    spent: db.prepare("SELECT minute, amount FROM spent WHERE budget = ? AND minute >= ?"),
    spentMinute: db.prepare("SELECT amount FROM spent WHERE budget = ? AND minute = ?"),
    putSpent: db.prepare(
      "INSERT INTO spent VALUES (?, ?, ?) ON CONFLICT (budget, minute) DO UPDATE SET amount = excluded.amount",
    ),
    dropSpent: db.prepare("DELETE FROM spent WHERE minute < ?"),
    nonceLast: db.prepare("SELECT max(nonce) AS nonce FROM signed WHERE network = ? AND sender = ?"),
    ofIntent: db.prepare("SELECT * FROM signed WHERE intent_id = ?"),
    ofNonce: db.prepare("SELECT * FROM signed WHERE network = ? AND sender = ? AND nonce = ?"),
    putSigned: db.prepare(
      `INSERT INTO signed VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (network, sender, nonce) DO UPDATE SET fee = excluded.fee, digest = excluded.digest`,
    ),
    coin: db.prepare("SELECT nonce, amount FROM coins WHERE network = ? AND coin = ?"),
    coinsOf: db.prepare("SELECT count(*) AS count FROM coins WHERE network = ? AND sender = ? AND nonce = ?"),
    putCoin: db.prepare("INSERT INTO coins VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"),
    expired: db.prepare("SELECT 1 FROM expired WHERE intent_id = ?"),
    putExpired: db.prepare("INSERT INTO expired VALUES (?, ?) ON CONFLICT DO NOTHING"),
    putAudit: db.prepare("INSERT INTO audit VALUES (?, ?, ?)"),
    auditHash: db.prepare("SELECT hash FROM audit WHERE seq = ?"),
  };
}
