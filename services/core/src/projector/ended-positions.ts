import { buckets, entryCauses, liquidationKinds, posSides } from "@tidemark/contracts";
import {
  type CommandClass,
  type EndedPosition,
  type EndedPositionsAsk,
  type EndedPositionsPage,
  linkedAccountsMax,
} from "@tidemark/contracts/journal";
import { accountKeyOf } from "@tidemark/contracts/codec";
import type { State } from "@tidemark/engine";
import { type Answer, answered, refused } from "../questions/refuse.ts";
import { fillColumns, type FillPayersDeps, type FillRow, payersOf } from "./fill-payers.ts";
import { highestLeverage, leveragesAsWritten, type LeverageRun } from "./leverages.ts";

const positionsMax = 200;
/** Fills that opened a position, of which each is looked at. */
const openingFillsMax = 1_000;
const [long, iso, isoShort] = [posSides.indexOf("LONG"), buckets.indexOf("iso"), buckets.indexOf("iso_short")];
/** An account's number by the market that it belongs to. */
const marketUnit = accountKeyOf({ product: 0, sub: 1, asset: 0, bucket: 0 });
const voucher = entryCauses.indexOf("VOUCHER");
const forced = (["TAKEN_OVER", "NETTED"] as const).map((kind) => liquidationKinds.indexOf(kind));

type Row = {
  readonly market: number;
  readonly posSide: number;
  readonly openedSeq: string;
  readonly openedLine: number;
  readonly openedAt: string;
  readonly closedSeq: string;
  readonly closedAt: string;
  readonly realised: string;
  readonly fees: string;
  readonly funding: string;
  readonly openedValue: string;
  /** As it was at the opening, by the change of before it or the one that followed; null: neither says it. */
  readonly leverageBefore: number | null;
  /** The highest to which it was set since; null: not at all. */
  readonly leverageSince: number | null;
  /** The lowest to which it was set since. */
  readonly lowestSince: number | null;
  /** Whether the history has any change of it. */
  readonly isChanged: boolean;
  readonly isLiquidated: boolean;
  readonly isVoucher: boolean;
  readonly hadOpposite: boolean;
};

/** A voucher's money comes with the opening and leaves with the end by entries of its own cause; netting names no side. */
const endedText = `
  select p.market, p.pos_side as "posSide", p.opened_seq as "openedSeq", p.opened_line as "openedLine",
    p.opened_at as "openedAt", p.closed_seq as "closedSeq", p.closed_at as "closedAt", p.realised, p.fees, p.funding,
    p.opened_value as "openedValue",
    coalesce((select case p.pos_side when ${long} then c.long else c.short end from history.leverage_changes c
      where c.uid = p.uid and c.market = p.market and (c.batch_seq, c.line) < (p.opened_seq, p.opened_line)
      order by c.batch_seq desc, c.line desc limit 1),
      (select case p.pos_side when ${long} then c.long_before else c.short_before end from history.leverage_changes c
      where c.uid = p.uid and c.market = p.market and (c.batch_seq, c.line) > (p.opened_seq, p.opened_line)
      order by c.batch_seq, c.line limit 1)) as "leverageBefore",
    exists (select from history.leverage_changes c where c.uid = p.uid and c.market = p.market) as "isChanged",
    (select max(case p.pos_side when ${long} then c.long else c.short end) from history.leverage_changes c
      where c.uid = p.uid and c.market = p.market and (c.batch_seq, c.line) > (p.opened_seq, p.opened_line)
        and c.batch_seq <= p.closed_seq) as "leverageSince",
    (select min(case p.pos_side when ${long} then c.long else c.short end) from history.leverage_changes c
      where c.uid = p.uid and c.market = p.market and (c.batch_seq, c.line) > (p.opened_seq, p.opened_line)
        and c.batch_seq <= p.closed_seq) as "lowestSince",
    exists (select from history.liquidations l where l.uid = p.uid and l.market = p.market and l.pos_side in (0, p.pos_side)
      and l.kind in (${forced.join(", ")}) and l.batch_seq between p.opened_seq and p.closed_seq) as "isLiquidated",
    exists (select from history.ledger_lines l where l.uid = p.uid and l.cause = ${voucher}
      and l.batch_seq between p.opened_seq and p.closed_seq and (l.batch_seq = p.opened_seq or l.account / ${marketUnit} = p.market
        and l.bucket = case p.pos_side when ${long} then ${iso} else ${isoShort} end)) as "isVoucher",
    exists (select from history.positions o where o.uid = any(array_append($4::bigint[], p.uid)) and o.market = p.market
      and o.pos_side <> p.pos_side and o.opened_at < p.closed_at and coalesce(o.closed_at, p.closed_at) > p.opened_at) as "hadOpposite"
  from history.positions p
  where p.uid = $1 and p.closed_at is not null and p.closed_seq > $2 and p.opened_at >= $3
  order by p.closed_seq fetch first ${positionsMax} rows with ties`;

const openingText = `
  select ${fillColumns} from history.fills f join history.trades t using (trade_id)
  where f.uid = $1 and f.market = $2 and f.pos_side = $3 and f.side = $4 and f.at >= $5 and f.at <= $6
    and t.batch_seq between $7 and $8
  order by f.trade_id limit ${openingFillsMax}`;

/** What carried the fills that opened a position: isolated where each was, and the most bonus that stood beside one of the others. */
async function openedBy(
  deps: FillPayersDeps,
  uid: number,
  row: Omit<Row, keyof LeverageRow>,
): Promise<Pick<EndedPosition, "margin" | "bonus">> {
  const side = row.posSide === long ? 0 : 1;
  const values = [uid, row.market, row.posSide, side, row.openedAt, row.closedAt, row.openedSeq, row.closedSeq];
  const { rows } = await deps.pool.query<FillRow>(openingText, values);
  let [bonus, isIsolated] = [0n, rows.length > 0];
  for (const fill of rows) {
    const payers = await payersOf(deps, fill);
    if (payers === undefined || payers[3] === "ISOLATED") continue;
    isIsolated = false;
    if (BigInt(payers[5]) > bonus) bonus = BigInt(payers[5]);
  }
  return { margin: isIsolated ? "ISOLATED" : "CROSS", bonus: String(bonus) };
}

type LeverageRow = Pick<Row, "leverageBefore" | "leverageSince" | "lowestSince" | "isChanged">;

/**
 * The highest and the lowest that it had. Without any change both are that of now, whenever it was set. A first change that does not say what it changed leaves
 * open what was before it: then it may have been the highest of the contract, or 1, and no coupon pays for what it would not have paid for.
 */
function leveragesOf(
  { leverageBefore, leverageSince, lowestSince, isChanged }: LeverageRow,
  now: number,
  highest: number,
): Pick<EndedPosition, "leverage" | "lowestLeverage"> {
  const atOpening = leverageBefore ?? (isChanged ? undefined : now);
  return {
    leverage: Math.max(atOpening ?? highest, leverageSince ?? 0),
    lowestLeverage: Math.min(atOpening ?? 1, lowestSince ?? highest),
  };
}

const isNumber = (one: unknown): boolean => Number.isSafeInteger(one);

/** Positions of a user that have ended, with what carried them and what stood against them. */
export async function endedPositions(
  deps: FillPayersDeps & { readonly state: State; readonly unwritten: LeverageRun },
  by: CommandClass,
  asked: unknown,
): Promise<Answer> {
  // Gateways ask under the users' key: the answer is about everybody.
  if (by !== "platform") return refused("REQUEST_INVALID", { problem: "ended positions are for the platform" });
  const { uid, afterSeq, openedFrom, linked } = (asked ?? {}) as Partial<EndedPositionsAsk>;
  const isFitting = [uid, afterSeq, openedFrom].every(isNumber) && Array.isArray(linked) && linked.every(isNumber);
  if (!isFitting || linked.length > linkedAccountsMax)
    return refused("REQUEST_INVALID", { problem: "the ask does not fit" });
  const { state, instruments, unwritten } = deps;
  const leverages = leveragesAsWritten(state, instruments, unwritten, uid!);
  const { rows } = await deps.pool.query<Row>(endedText, [uid, afterSeq, openedFrom, linked]);
  const ended: EndedPosition[] = [];
  for (const { leverageBefore, leverageSince, lowestSince, isChanged, ...row } of rows) {
    const { market, posSide } = row;
    const now = leverages(market)[posSide === long ? "long" : "short"];
    ended.push({
      ...row,
      openedSeq: Number(row.openedSeq),
      openedAt: Number(row.openedAt),
      closedSeq: Number(row.closedSeq),
      closedAt: Number(row.closedAt),
      ...leveragesOf(
        { leverageBefore, leverageSince, lowestSince, isChanged },
        now,
        highestLeverage(instruments, market),
      ),
      ...(await openedBy(deps, uid!, row)),
    });
  }
  return answered({ rows: ended, hasMore: rows.length >= positionsMax } satisfies EndedPositionsPage);
}
