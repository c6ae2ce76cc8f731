import type { JournalSession } from "../journal/journal.ts";
import { isLink, type Link, type Row } from "../journal/row.ts";
import { findReadable } from "../journal/primary.ts";
import type { Deps } from "../deps.ts";

export type TailRead =
  | { readonly kind: "rows"; readonly rows: readonly Row[]; readonly isFull: boolean }
  | { readonly kind: "unreachable" }
  /** The row we stand on is gone or another: what we hold in memory never happened. */
  | { readonly kind: "lost_branch" };

/** The journal from one's own row on, over a connection that is kept and moved as servers come and go. */
export class Tail {
  readonly #deps: Deps;
  #session: JournalSession | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The rows behind `cursor`. The cursor's own row is read every time, so that a lost branch is noticed at once. */
  async read(cursor: Link, limit: number): Promise<TailRead> {
    const session = await this.session();
    if (session === undefined) return { kind: "unreachable" };
    let rows: Row[];
    try {
      rows = await session.read(cursor.seq, limit + 1, true);
    } catch {
      this.leave(session);
      return { kind: "unreachable" };
    }
    const own = rows.shift();
    if (own !== undefined && isLink(own, cursor)) return { kind: "rows", rows, isFull: rows.length === limit };
    return this.#judge(session);
  }

  /** Only the writable server of the newest timeline can say that a row is gone: a standby may lag, an old primary may be wrong. */
  #judge(session: JournalSession): TailRead {
    if (session.info.writable && session.info.timeline >= this.#deps.seen.timeline) return { kind: "lost_branch" };
    this.leave(session);
    return { kind: "unreachable" };
  }

  async session(): Promise<JournalSession | undefined> {
    if (this.#session !== undefined) return this.#session;
    const found = await findReadable(this.#deps.servers, this.#deps.seen);
    if (this.#session === undefined) this.#session = found;
    else found?.close();
    return this.#session;
  }

  /** Reads go on over this session: somebody was seen writing there. */
  adopt(session: JournalSession): void {
    this.#session?.close();
    this.#session = session;
  }

  leave(session: JournalSession | undefined = this.#session): void {
    session?.close();
    if (this.#session === session) this.#session = undefined;
  }
}
