import type { Row } from "./row.ts";

/** What a server says of itself when a session begins. */
export type ServerInfo = {
  /** Not in recovery: it takes inserts. */
  readonly writable: boolean;
  readonly systemId: string;
  /** 0 while in recovery. */
  readonly timeline: number;
  /** The server's clock minus ours, as it was when the session began. */
  readonly clockAheadUs: number;
  readonly standbyNames: string;
  /** synchronous_commit, fsync and full_page_writes are on. */
  readonly commitsSafely: boolean;
};

/**
 * How an insert ended. `acked` is the answer after the commit, its wait and its warnings; everything that is neither a clean answer nor
 * a clear refusal is `uncertain`: the row may stand there or may still appear.
 */
export type InsertOutcome =
  | { readonly kind: "acked"; readonly clockUs: number }
  /** The predecessor is not there, the number is taken, or the server would not wait for a standby. */
  | { readonly kind: "fenced" }
  /** Somebody's unfinished row holds the number. */
  | { readonly kind: "locked" }
  | { readonly kind: "uncertain"; readonly why: string };

/** One connection to one server. Everything but `insert` rejects when the connection is gone. */
export type JournalSession = {
  readonly server: JournalServer;
  readonly info: ServerInfo;
  tip(): Promise<Row>;
  /** Rows from `seq` on, that one included, in order; the payload of row `seq` itself is left out when `headOnly`. */
  read(seq: number, limit: number, headOnly?: boolean): Promise<Row[]>;
  /** Never rejects. At most one at a time. */
  insert(row: Row, lockTimeoutMs: number): Promise<InsertOutcome>;
  close(): void;
};

export type JournalServer = {
  readonly name: string;
  connect(): Promise<JournalSession>;
};
