import { assetNetworks, type Instruments, ledgerUnitsOf, networks } from "@tidemark/contracts";
import { type Database, type Log, type Time } from "@tidemark/kit-node";
import { sql } from "kysely";
import { hasAccounts, type PaymentChain } from "../../chains/payment-chain.ts";
import { balancesAt, ownPlaces, placeKey } from "./own-balances.ts";
import type { Round } from "../sends/round.ts";
import { halts } from "../../limits/halts-store.ts";

/** What the ledger says is in custody, by the core's number of the asset. Throws while the core does not answer. */
export type AskCustody = () => Promise<ReadonlyMap<number, bigint>>;

export type ReconciliationDeps = {
  readonly db: Database;
  readonly chain: PaymentChain;
  /** Where coins stand beside the hot and the deposit addresses. */
  readonly coldAddress: string | undefined;
  /**
   * Whether all places of an asset are looked at, where these networks were: one that also stands elsewhere would always lack something. Rows of
   * other networks than those that are paid on count for nothing.
   */
  readonly isCounted: (asset: string, networks: readonly string[]) => boolean;
  readonly custody: AskCustody;
  readonly instruments: (wanted: readonly string[]) => Promise<Instruments>;
  readonly time: Pick<Time, "now">;
  readonly log: Log;
};

/** A lack is believed when it is still found so long after the first time: the core's answer may be of a moment before the last end. */
const lackingMinMs = 3_000;
/** A token that was compared before and does not say its balances at so many blocks, one after another, halts: what left would not be seen. */
const silentTimes = 3;

export type Reconciliation = {
  run(round: Round): Promise<void>;
  /** Whether own addresses were compared with the ledger a moment ago. Nothing is paid while they are not. */
  isRecent(): boolean;
};
const comparedMaxMs = 5 * 60_000;
/** A chain may have no block for an hour, and the ledger changes meanwhile: it is asked again so often. With rounds of 3 s a lack halts within ten (W8). */
const ledgerEveryMs = 2_000;

type Reserve = { readonly asset: string; readonly assetId: number; readonly units: bigint };

/**
 * What is in blocks up to this height and not ended by the core, whatever stands here: one that the core gave back is missing from then on.
 * Where a send could not be looked at, all that is on its way may be in a block.
 */
async function unendedOf(db: Database, network: string, height: number, isWhole: boolean) {
  const { rows } = await sql<{ asset: string; units: string }>`
    select p.asset, sum(p.units - p.fee)::text as units from wallet.payments p join wallet.sends s on s.id = p.send_id
    join wallet.held h on h.core_id = p.core_id
    where p.network = ${network} and h.ended is null
      and ((p.state in ('MINED', 'PAID') and s.is_success and s.height <= ${height})
      or (not ${isWhole}::boolean and s.state in ('SIGNED', 'SENT')))
    group by p.asset`.execute(db);
  return new Map<string, bigint>(rows.map(({ asset, units }) => [asset, BigInt(units)]));
}

async function keepReserve(db: Database, network: string, height: number, unended: bigint, one: Reserve, at: number) {
  await sql`
    insert into wallet.reserves (network, asset, asset_id, height, units, unended_units, read_at)
    values (${network}, ${one.asset}, ${one.assetId}, ${height}, ${one.units.toString()}, ${unended.toString()}, ${at})
    on conflict (network, asset) do update set asset_id = excluded.asset_id, height = excluded.height, units = excluded.units,
      unended_units = excluded.unended_units, read_at = excluded.read_at`.execute(db);
}

/** The same block again: what stands on addresses is as it was, what was paid and not ended may have changed. */
async function keepUnended(db: Database, network: string, unended: ReadonlyMap<string, bigint>): Promise<void> {
  const [assets, units] = [[...unended.keys()], [...unended.values()].map(String)];
  await sql`
    update wallet.reserves r set unended_units = coalesce(
      (select u.units from unnest(${assets}::text[], ${units}::numeric[]) as u (asset, units) where u.asset = r.asset), 0)
    where r.network = ${network}`.execute(db);
}

/** For those who lift a halt. */
async function keepComparison(db: Database, { asset, units }: Reserve, owed: bigint, at: number): Promise<void> {
  await sql`
    insert into wallet.comparisons (asset, units, owed, compared_at)
    values (${asset}, ${units.toString()}, ${owed.toString()}, ${at})
    on conflict (asset) do update set units = excluded.units, owed = excluded.owed, compared_at = excluded.compared_at`.execute(
    db,
  );
}

/** What it had before would be compared for ever, and the comparison called new. */
async function dropReserve(db: Database, network: string, asset: string): Promise<void> {
  await sql`delete from wallet.reserves where network = ${network} and asset = ${asset}`.execute(db);
}

async function wasCompared(db: Database, asset: string): Promise<boolean> {
  const { rows } = await sql`select 1 from wallet.comparisons where asset = ${asset}`.execute(db);
  return rows.length > 0;
}

/** Of all networks together, with what was credited above the blocks that were looked at: the ledger has it already. */
async function reservesOf(db: Database): Promise<(Reserve & { readonly networks: readonly string[] })[]> {
  const { rows } = await sql<{ asset: string; assetId: number; units: string; networks: string[] }>`
    select r.asset, r.asset_id as "assetId", array_agg(r.network) as networks,
      sum(r.units + r.unended_units + coalesce(d.units, 0))::text as units
    from wallet.reserves r left join lateral (
      select sum(units) as units from wallet.deposits
      where network = r.network and asset = r.asset and height > r.height and state in ('FINAL', 'CREDITED')) d on true
    group by r.asset, r.asset_id`.execute(db);
  return rows.map((row) => ({ ...row, units: BigInt(row.units) }));
}

/**
 * Compares, at every block, what own addresses have with what the ledger says is in custody. Where a chain has less, withdrawals of the asset
 * halt until people lift it.
 */
export function openReconciliation(deps: ReconciliationDeps): Reconciliation {
  const { db, chain, coldAddress, time, log } = deps;
  const { network } = chain;
  const here = assetNetworks.filter((one) => one.network === network);
  /** Assets that lack something, with the time of the first finding. */
  const lacking = new Map<string, number>();
  /** Assets whose balances cannot be read, each with the comparisons that it missed. */
  const silences = new Map<string, number>();
  let comparedAt = "";
  let comparedMs = Number.NEGATIVE_INFINITY;

  async function balances({ hotAddress, tip }: Round) {
    const fixed = [hotAddress, ...(coldAddress === undefined ? [] : [coldAddress])];
    const places = [
      ...here.flatMap(({ asset }) => fixed.map((address) => ({ asset, address }))),
      ...(await ownPlaces.all(db, network)),
    ];
    const read = await balancesAt(chain, places, tip!.hash);
    const sums = new Map<string, bigint>();
    for (const place of places)
      sums.set(place.asset, (sums.get(place.asset) ?? 0n) + (read.balances.get(placeKey(place)) ?? 0n));
    for (const asset of read.silent) sums.delete(asset);
    return { sums, silent: read.silent };
  }

  async function haltSilent(asset: string): Promise<void> {
    const facts = { network: networks[network].name };
    if (await halts.add(db, asset, "SILENT", facts, time.now()))
      log.fatal({ asset, ...facts }, "reconciliation: a token no longer says its balances, withdrawals halted");
  }

  /** What is silent is compared nowhere until it answers: not with what it had before, and not by other networks. */
  async function keepSilences(silent: ReadonlySet<string>): Promise<void> {
    const isChanged = silent.size !== silences.size || [...silent].some((asset) => !silences.has(asset));
    for (const asset of silences.keys()) if (!silent.has(asset)) silences.delete(asset);
    for (const asset of silent) {
      const missed = (silences.get(asset) ?? 0) + 1;
      silences.set(asset, missed);
      lacking.delete(asset);
      await dropReserve(db, network, asset);
      if (missed >= silentTimes && (await wasCompared(db, asset))) await haltSilent(asset);
    }
    if (!isChanged) return;
    const facts = { network, assets: [...silent] };
    if (silent.size === 0) log.warn(facts, "reconciliation: all tokens say their balances again");
    else log.error(facts, "reconciliation: tokens do not say their balances, they are not compared");
  }

  async function halt({ asset, units }: Reserve, owed: bigint): Promise<void> {
    const facts = {
      network: networks[network].name,
      units: String(units),
      owed: String(owed),
      lack: String(owed - units),
    };
    const now = time.now();
    const since = lacking.get(asset) ?? now;
    lacking.set(asset, since);
    if (now - since < lackingMinMs) return;
    if (await halts.add(db, asset, "DEFICIT", facts, now))
      log.fatal(
        { asset, ...facts },
        "reconciliation: own addresses have less than the ledger owes, withdrawals halted",
      );
  }

  /** What own addresses have at this block. */
  async function keepReserves(round: Round, height: number, unended: ReadonlyMap<string, bigint>): Promise<void> {
    const instruments = await deps.instruments([]);
    const { sums, silent } = await balances(round);
    await keepSilences(silent);
    for (const [asset, amount] of sums) {
      const entry = instruments.asset(asset);
      if (entry === undefined) continue;
      const { decimals } = here.find((one) => one.asset === asset)!;
      const units = ledgerUnitsOf(amount, decimals, entry.scale);
      const reserve = { asset, assetId: entry.id, units };
      await keepReserve(db, network, height, unended.get(asset) ?? 0n, reserve, time.now());
    }
  }

  async function compareWithLedger(): Promise<void> {
    const owed = await deps.custody();
    for (const one of await reservesOf(db)) {
      const due = deps.isCounted(one.asset, one.networks) ? owed.get(one.assetId) : undefined;
      if (due !== undefined) await keepComparison(db, one, due, time.now());
      if (due === undefined || due <= one.units) lacking.delete(one.asset);
      else await halt(one, due);
    }
  }

  return {
    isRecent: () => time.now() - comparedMs < comparedMaxMs,
    async run(round) {
      const { tip } = round;
      if (tip === undefined) return;
      const isSame = comparedAt === tip.hash && lacking.size === 0;
      if (isSame && time.now() - comparedMs < ledgerEveryMs) return;
      // Coins are known from the blocks that were read: at a first start those of later blocks would be missed.
      if (!isSame && !hasAccounts(chain) && tip.height < (await chain.tip()).height) return;
      // The rows first, the ledger after them: what stands there as ended is ended in the ledger too.
      const unended = await unendedOf(db, network, tip.height, round.isWhole);
      await (isSame ? keepUnended(db, network, unended) : keepReserves(round, tip.height, unended));
      await compareWithLedger();
      comparedAt = tip.hash;
      comparedMs = time.now();
    },
  };
}
