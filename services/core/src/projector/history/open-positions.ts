import { joinMoney } from "@tidemark/contracts/codec";
import type { EventRow } from "@tidemark/contracts/journal";
import { type ContractMeasure, gainsWithValue } from "@tidemark/money";
import type pg from "pg";

type Changed = Extract<EventRow, { type: "position_changed" }>;

/** A position from its opening on, in units of the history: sizes in 1e-8, money in minor units. */
export type PositionStory = {
  uid: number;
  market: number;
  pos_side: number;
  opened_seq: number;
  opened_line: number;
  opened_at: number;
  closed_seq: number | null;
  closed_at: number | null;
  cause: number;
  qty: bigint;
  value: bigint;
  margin: bigint;
  max_qty: bigint;
  opened_qty: bigint;
  opened_value: bigint;
  closed_qty: bigint;
  closed_value: bigint;
  realised: bigint;
  fees: bigint;
  funding: bigint;
};

const long = 1;
const keyOf = (uid: number, market: number, posSide: number): string => `${uid}:${market}:${posSide}`;

/**
 * The positions that are open at the end of what was read. An event tells how a position stands after a change; what the change was follows
 * from how it stood before, and that is kept here.
 */
export class OpenPositions {
  readonly #open = new Map<string, PositionStory>();

  /** As the history left them; whoever writes it goes on from there. */
  static async load(client: pg.ClientBase): Promise<OpenPositions> {
    const positions = new OpenPositions();
    const { rows } = await client.query<Record<keyof PositionStory, string | number | null>>(
      "select * from history.positions where closed_at is null",
    );
    for (const row of rows) {
      const story = storyOf(row);
      positions.#open.set(keyOf(story.uid, story.market, story.pos_side), story);
    }
    return positions;
  }

  /** Takes a change in; the story it belongs to, and what it realised. Undefined: a position that was not there is still not there. */
  take(
    event: Changed,
    seq: number,
    line: number,
    at: number,
    lot: bigint,
    measure: ContractMeasure,
  ): { story: PositionStory; pnl: bigint } | undefined {
    const key = keyOf(event.uid, event.market, event.posSide);
    const known = this.#open.get(key);
    if (known === undefined && event.qty === 0) return undefined;
    const story = known ?? newStory(event, seq, line);
    if (known === undefined) this.#open.set(key, story);
    const pnl = change(story, event, lot, gainsWithValue(measure.kind, event.posSide === long ? "long" : "short"));
    if (event.qty === 0) {
      story.closed_seq = seq;
      story.closed_at = at;
      this.#open.delete(key);
    }
    return { story, pnl };
  }
}

/** Moves the story to where the event says it stands, and adds up what was opened and closed on the way. */
function change(story: PositionStory, event: Changed, lot: bigint, gains: boolean): bigint {
  const qty = BigInt(event.qty) * lot;
  const value = joinMoney(event.valueHigh, event.valueLow);
  const realised = joinMoney(event.realisedHigh, event.realisedLow);
  const pnl = realised - story.realised;
  if (qty > story.qty) {
    story.opened_qty += qty - story.qty;
    story.opened_value += value - story.value;
  } else if (qty < story.qty) {
    const released = story.value - value;
    story.closed_qty += story.qty - qty;
    story.closed_value += gains ? released + pnl : released - pnl;
  }
  if (qty > story.max_qty) story.max_qty = qty;
  story.qty = qty;
  story.value = value;
  story.realised = realised;
  story.margin = joinMoney(event.marginHigh, event.marginLow);
  story.fees = joinMoney(event.feesHigh, event.feesLow);
  story.funding = joinMoney(event.fundingHigh, event.fundingLow);
  story.cause = event.cause;
  return pnl;
}

const newStory = (event: Changed, seq: number, line: number): PositionStory => ({
  uid: event.uid,
  market: event.market,
  pos_side: event.posSide,
  opened_seq: seq,
  opened_line: line,
  opened_at: event.openedAt,
  closed_seq: null,
  closed_at: null,
  cause: event.cause,
  qty: 0n,
  value: 0n,
  margin: 0n,
  max_qty: 0n,
  opened_qty: 0n,
  opened_value: 0n,
  closed_qty: 0n,
  closed_value: 0n,
  realised: 0n,
  fees: 0n,
  funding: 0n,
});

function storyOf(row: Record<keyof PositionStory, string | number | null>): PositionStory {
  const number = (name: keyof PositionStory): number => Number(row[name]);
  const big = (name: keyof PositionStory): bigint => BigInt(row[name]!);
  return {
    uid: number("uid"),
    market: number("market"),
    pos_side: number("pos_side"),
    opened_seq: number("opened_seq"),
    opened_line: number("opened_line"),
    opened_at: number("opened_at"),
    closed_seq: null,
    closed_at: null,
    cause: number("cause"),
    qty: big("qty"),
    value: big("value"),
    margin: big("margin"),
    max_qty: big("max_qty"),
    opened_qty: big("opened_qty"),
    opened_value: big("opened_value"),
    closed_qty: big("closed_qty"),
    closed_value: big("closed_value"),
    realised: big("realised"),
    fees: big("fees"),
    funding: big("funding"),
  };
}
