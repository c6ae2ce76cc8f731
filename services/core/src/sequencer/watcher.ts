import type { JournalSession } from "../journal/journal.ts";
import type { Row } from "../journal/row.ts";

/**
 * The leader's second connection: it looks at the journal while the first one writes. Opened when it is needed, given up when it fails;
 * what cannot be read is undefined, and whoever asked asks again.
 */
export class Watcher {
  readonly #writing: () => JournalSession;
  #session: JournalSession | undefined;
  #isClosed = false;

  /** Looks at the server that `writing` writes to. */
  constructor(writing: () => JournalSession) {
    this.#writing = writing;
  }

  tip(): Promise<Row | undefined> {
    return this.#look((session) => session.tip());
  }

  /** Rows from `seq` on. */
  read(seq: number, limit: number): Promise<Row[] | undefined> {
    return this.#look((session) => session.read(seq, limit));
  }

  close(): void {
    this.#isClosed = true;
    this.#session?.close();
  }

  async #look<T>(read: (session: JournalSession) => Promise<T>): Promise<T | undefined> {
    try {
      this.#session ??= await this.#writing().server.connect();
      if (this.#isClosed) this.#session.close();
      return await read(this.#session);
    } catch {
      this.#session?.close();
      this.#session = undefined;
      return undefined;
    }
  }
}
