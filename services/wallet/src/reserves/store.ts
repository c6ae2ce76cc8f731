import type { NetworkId, PublishedReserve } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

export type Statement = Omit<PublishedReserve, "signature"> & { readonly stateSeq: number };

type Row = Omit<Statement, "block"> & { readonly block: number; readonly signature: string };
const columns =
  sql.raw(`state_seq::float8 as "stateSeq", network, role, address, height::float8 as block, block_hash as "blockHash",
  balances, text, coalesce(signature, '') as signature`);

/** SQL of what own addresses have and sign at a publication. */
export const statements = {
  /** Hot addresses first. */
  async of(db: Database, stateSeq: number): Promise<Row[]> {
    const { rows } = await sql<Row>`
      select ${columns} from wallet.reserve_statements where state_seq = ${stateSeq}
      order by network, role = 'deposits', role desc`.execute(db);
    return rows;
  },
  async ofNetwork(db: Database, stateSeq: number, network: NetworkId): Promise<Row[]> {
    return (await statements.of(db, stateSeq)).filter((one) => one.network === network);
  },
  async add(tx: Database, one: Statement, at: number): Promise<void> {
    await sql`
      insert into wallet.reserve_statements (state_seq, network, role, address, height, block_hash, balances, text, made_at)
      values (${one.stateSeq}, ${one.network}, ${one.role}, ${one.address}, ${one.block}, ${one.blockHash},
        ${JSON.stringify(one.balances)}::jsonb, ${one.text}, ${at}) on conflict do nothing`.execute(tx);
  },
  /** False: there is no such text, or it is signed. */
  async sign(db: Database, text: string, signature: string, at: number): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update wallet.reserve_statements set signature = ${signature}, signed_at = ${at}
      where text = ${text} and text <> '' and signature is null`.execute(db);
    return numAffectedRows === 1n;
  },
  /** Texts that wait for a signature which is made offline, of the newest publications. */
  async unsigned(db: Database, max: number): Promise<Row[]> {
    const { rows } = await sql<Row>`
      select ${columns} from wallet.reserve_statements where role = 'cold' and signature is null and text <> ''
      order by state_seq desc, network limit ${max}`.execute(db);
    return rows;
  },
};
