import { assetNetworkOf, type NetworkId } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import { getAddress } from "viem";
import type { Transfer } from "../../chains/chain.ts";
import { type PaymentChain, TokenSilent } from "../../chains/payment-chain.ts";

/** An asset at a deposit address of ours. */
export type OwnPlace = { readonly asset: string; readonly address: string; readonly index: number };

export const placeKey = ({ asset, address }: Pick<OwnPlace, "asset" | "address">): string => `${asset} ${address}`;

/** The node gets them as lists of a hundred, not one by one. */
const askedAtOnce = 200;

/** What stands at each place at one block, by `placeKey`. A token that does not say a balance is named and in no row. */
export async function balancesAt(
  chain: PaymentChain,
  places: readonly Pick<OwnPlace, "asset" | "address">[],
  blockHash: string,
): Promise<{ readonly balances: ReadonlyMap<string, bigint>; readonly silent: ReadonlySet<string> }> {
  const balances = new Map<string, bigint>();
  const silent = new Set<string>();
  async function ask(place: Pick<OwnPlace, "asset" | "address">): Promise<void> {
    const contract = assetNetworkOf(place.asset, chain.network)?.tokenContract ?? null;
    try {
      const token = contract === null ? null : getAddress(contract);
      balances.set(placeKey(place), await chain.balanceOf(token, place.address, blockHash));
    } catch (error) {
      // One token that does not answer must not hide a lack of another.
      if (!(error instanceof TokenSilent)) throw error;
      silent.add(place.asset);
    }
  }
  for (let at = 0; at < places.length; at += askedAtOnce)
    await Promise.all(places.slice(at, at + askedAtOnce).map(ask));
  return { balances, silent };
}

/** SQL of where coins of ours are. */
export const ownPlaces = {
  /** Deposit addresses that something ever arrived at, and those that were given coins for a fee. */
  async all(db: Database, network: NetworkId): Promise<OwnPlace[]> {
    const { rows } = await sql<OwnPlace>`
      select asset, address, uid::float8 as index from wallet.deposits where network = ${network}
      union
      select asset, receiver, receiver_index::float8 from wallet.sends where network = ${network} and kind = 'fund_gas'`.execute(
      db,
    );
    return rows;
  },
  /** Where a deposit was credited that no sweep took with it, and nothing is on its way from there or for its fee. */
  async unswept(db: Database, network: NetworkId, max: number, resting: readonly string[]): Promise<OwnPlace[]> {
    const { rows } = await sql<OwnPlace>`
      select d.asset, d.address, d.uid::float8 as index from wallet.deposits d
      where d.network = ${network} and d.state = 'CREDITED' and d.asset || ' ' || d.address <> all(${resting})
        and not exists (
          select 1 from wallet.sends s where s.network = d.network and s.sender = d.address
            and (s.state in ('PLANNED', 'SIGNED', 'SENT', 'MINED')
              or (s.asset = d.asset and s.state = 'FINAL'
                and case when s.read_height is null then s.made_at > d.seen_at else s.read_height >= d.height end)))
        and not exists (
          select 1 from wallet.sends s where s.network = d.network and s.receiver = d.address and s.kind = 'fund_gas'
            and s.state in ('PLANNED', 'SIGNED', 'SENT'))
      group by d.asset, d.address, d.uid order by min(d.changed_at) limit ${max}`.execute(db);
    return rows;
  },
  /** Transactions of the hot address among these transfers that stand in no row: the tables were set back, and nobody can say what they were for. */
  async unexplained(
    db: Database,
    network: NetworkId,
    transfers: readonly Transfer[],
    askHot: () => Promise<string | undefined>,
  ): Promise<ReadonlySet<string>> {
    const sent = transfers.filter(({ sender }) => sender !== undefined);
    if (sent.length === 0) return new Set();
    const { rows } = await sql<{ address: string }>`
      select address from wallet.senders where network = ${network} and key = 'hot'`.execute(db);
    const hotAddress = rows[0]?.address ?? (await askHot());
    const ours = sent.filter(({ sender }) => sender === hotAddress).map(({ txid }) => txid);
    const known = await sql<{ txid: string }>`select txid from wallet.attempts where txid = any(${ours})`.execute(db);
    const explained = new Set(known.rows.map(({ txid }) => txid));
    return new Set(ours.filter((txid) => !explained.has(txid)));
  },
  /** Of a list of transactions those that only moved own coins: nobody paid anything in by them. */
  async ownMoves(db: Database, txids: readonly string[]): Promise<ReadonlySet<string>> {
    if (txids.length === 0) return new Set();
    const { rows } = await sql<{ txid: string }>`
      select a.txid from wallet.attempts a join wallet.sends s on s.id = a.send_id
      where a.txid = any(${txids}) and s.kind in ('fund_gas', 'sweep')`.execute(db);
    return new Set(rows.map(({ txid }) => txid));
  },
};
