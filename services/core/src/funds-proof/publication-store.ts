import type pg from "pg";
import type { Publication, PublicationHead, PublishedAsset } from "./publication.ts";

/** So many publications keep their leaves: a day of hours. */
export const fullPublicationsMax = 24;

type HeadColumns = { state_seq: string; state_hash: Buffer; at: string; has_leaves: boolean };
type RootColumns = {
  asset: number;
  code: string;
  scale: number;
  root: Buffer;
  sum: string;
  leaves: number;
  customers: string;
  system: Record<string, string>;
  custody: string;
  uncovered: string;
};
export type ListedHead = PublicationHead & { readonly hasLeaves: boolean };
type StoredLeaves = { readonly code: string; readonly packed: Buffer; readonly nonceKey: Buffer };

const headColumns = `p.state_seq, p.state_hash, p.at,
  exists (select from funds_proof.nonce_keys k where k.state_seq = p.state_seq) as has_leaves`;
const headOf = (row: HeadColumns): ListedHead => ({
  stateSeq: Number(row.state_seq),
  stateHash: row.state_hash,
  at: Number(row.at),
  hasLeaves: row.has_leaves,
});

/** Newest first. */
export async function listPublications(
  pool: pg.Pool,
  before: number | undefined,
  limit: number,
): Promise<ListedHead[]> {
  const { rows } = await pool.query<HeadColumns>(
    `select ${headColumns} from funds_proof.publications p
     where $1::bigint is null or p.state_seq < $1 order by p.state_seq desc limit $2`,
    [before ?? null, limit],
  );
  return rows.map(headOf);
}

/** The publication of a sequence, or the newest. */
export async function readPublication(
  pool: pg.Pool,
  stateSeq: number | undefined,
): Promise<{ readonly head: ListedHead; readonly assets: readonly PublishedAsset[] } | undefined> {
  const { rows } = await pool.query<HeadColumns>(
    `select ${headColumns} from funds_proof.publications p
     where $1::bigint is null or p.state_seq = $1 order by p.state_seq desc limit 1`,
    [stateSeq ?? null],
  );
  if (rows[0] === undefined) return undefined;
  const head = headOf(rows[0]);
  const { rows: roots } = await pool.query<RootColumns>(
    `select asset, code, scale, root, sum, leaves, customers, system, custody, uncovered
     from funds_proof.roots where state_seq = $1 order by asset`,
    [head.stateSeq],
  );
  const assets = roots.map((row) => ({
    ...row,
    sum: BigInt(row.sum),
    customers: BigInt(row.customers),
    custody: BigInt(row.custody),
    uncovered: BigInt(row.uncovered),
  }));
  return { head, assets };
}

/** The leaves of an asset; undefined where there are none, or none any more. */
export async function readLeaves(pool: pg.Pool, stateSeq: number, code: string): Promise<StoredLeaves | undefined> {
  const { rows } = await pool.query<{ packed: Buffer; key: Buffer }>(
    `select packed, key from funds_proof.roots join funds_proof.leaves using (state_seq, asset)
     join funds_proof.nonce_keys using (state_seq) where state_seq = $1 and code = $2`,
    [stateSeq, code],
  );
  return rows[0] === undefined ? undefined : { code, packed: rows[0].packed, nonceKey: rows[0].key };
}

const rootText = `insert into funds_proof.roots
  (state_seq, asset, code, scale, root, sum, leaves, customers, system, custody, uncovered)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;
const rootValues = (stateSeq: number, one: PublishedAsset): unknown[] => [
  stateSeq,
  one.asset,
  one.code,
  one.scale,
  one.root,
  String(one.sum),
  one.leaves,
  String(one.customers),
  JSON.stringify(one.system),
  String(one.custody),
  String(one.uncovered),
];
const oldText = `state_seq not in (select state_seq from funds_proof.publications order by state_seq desc limit $1)`;

/** Writes a publication and deletes the leaves of those that are too old, all or nothing. Answers the oldest that still has leaves. */
export async function writePublication(client: pg.ClientBase, publication: Publication): Promise<number> {
  const { stateSeq, stateHash, at, nonceKey, assets } = publication;
  await client.query("begin");
  try {
    await client.query("insert into funds_proof.publications (state_seq, state_hash, at) values ($1, $2, $3)", [
      stateSeq,
      stateHash,
      at,
    ]);
    await client.query("insert into funds_proof.nonce_keys (state_seq, key) values ($1, $2)", [stateSeq, nonceKey]);
    for (const one of assets) {
      await client.query(rootText, rootValues(stateSeq, one));
      await client.query("insert into funds_proof.leaves (state_seq, asset, packed) values ($1, $2, $3)", [
        stateSeq,
        one.asset,
        one.packed,
      ]);
    }
    await client.query(`delete from funds_proof.leaves where ${oldText}`, [fullPublicationsMax]);
    await client.query(`delete from funds_proof.nonce_keys where ${oldText}`, [fullPublicationsMax]);
    const { rows } = await client.query<{ oldest: string }>(
      "select min(state_seq) as oldest from funds_proof.nonce_keys",
    );
    await client.query("commit");
    return Number(rows[0]!.oldest);
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}
