import { type Database, secretBox } from "@tidemark/kit-node";
import { sql } from "kysely";
import { openSecret } from "../src/mail/notice-queue.ts";

type Kept = { readonly id: string; readonly kind: string; readonly to: string; readonly facts: Record<string, string> };
type SentNotice = Kept & { readonly secret?: string };

/** Reads the queued notices of an address, for tests without a sender. */
export function noticeSink(db: Database) {
  const box = secretBox("IDENTITY_SECRET", "", "development");
  return {
    async of(address: string): Promise<SentNotice[]> {
      const { rows } = await sql<Kept & { sealed: Buffer | null }>`
        select id, kind, recipient as to, facts, sealed from mail.notices
        where recipient = ${address} order by number`.execute(db);
      return rows.map(({ sealed, ...kept }) => {
        const secret = sealed === null ? undefined : openSecret(box, kept.id, sealed);
        return secret === undefined ? kept : { ...kept, secret };
      });
    },
    async codeOf(address: string): Promise<string> {
      const code = (await this.of(address)).findLast(({ secret }) => secret !== undefined)?.secret;
      if (code === undefined) throw new Error(`no code was sent to ${address}`);
      return code;
    },
  };
}
