import { liquidationKinds, type Instruments } from "@tidemark/contracts";
import { joinMoney } from "@tidemark/contracts/codec";
import type { EventRow } from "@tidemark/contracts/journal";
import { parseUnits } from "@tidemark/money";
import { Columns } from "../columns.ts";
import { LeverageRun } from "../leverages.ts";
import type { OpenPositions, PositionStory } from "./open-positions.ts";

type Event<T extends EventRow["type"]> = Extract<EventRow, { type: T }>;
type Place = { readonly batch_seq: number; readonly line: number; readonly at: number };

const place = { batch_seq: "bigint", line: "int", uid: "bigint" } as const;
const ofKind = (kind: (typeof liquidationKinds)[number]): number => liquidationKinds.indexOf(kind);
const nothing = {
  pos_side: 0,
  qty: null,
  value: null,
  price: null,
  mark: null,
  equity: null,
  maintenance: null,
  pnl: null,
  margin: null,
  level: null,
};

/** What contracts, bonus and margin pairs leave behind in the history. */
export class PerpHistoryBatch {
  readonly positions = new Columns({
    uid: "bigint",
    market: "int",
    pos_side: "smallint",
    opened_seq: "bigint",
    opened_line: "int",
    opened_at: "bigint",
    closed_seq: "bigint",
    closed_at: "bigint",
    cause: "smallint",
    qty: "bigint",
    value: "bigint",
    margin: "bigint",
    max_qty: "bigint",
    opened_qty: "bigint",
    opened_value: "bigint",
    closed_qty: "bigint",
    closed_value: "bigint",
    realised: "bigint",
    fees: "bigint",
    funding: "bigint",
  });
  readonly fundingPayments = new Columns({
    ...place,
    market: "int",
    pos_side: "smallint",
    rate: "int",
    amount: "bigint",
    capitalised: "bigint",
    at: "bigint",
  });
  readonly fundingSettlements = new Columns({
    batch_seq: "bigint",
    line: "int",
    market: "int",
    due_at: "bigint",
    rate: "int",
    mark: "bigint",
    positions: "int",
    residue: "bigint",
  });
  readonly liquidations = new Columns({
    ...place,
    kind: "smallint",
    market: "int",
    pos_side: "smallint",
    asset: "int",
    qty: "bigint",
    value: "bigint",
    price: "bigint",
    mark: "bigint",
    equity: "bigint",
    maintenance: "bigint",
    pnl: "bigint",
    margin: "bigint",
    level: "bigint",
    at: "bigint",
  });
  readonly grants = new Columns({
    grant_id: "bigint",
    batch_seq: "bigint",
    uid: "bigint",
    campaign: "bigint",
    kind: "smallint",
    amount: "bigint",
    remaining: "bigint",
    ratio: "int",
    ends_at: "bigint",
    at: "bigint",
  });
  readonly grantsLeft = new Columns({ grant_id: "bigint", remaining: "bigint" });
  readonly grantChanges = new Columns({
    ...place,
    grant_id: "bigint",
    cause: "smallint",
    amount: "bigint",
    remaining: "bigint",
    at: "bigint",
  });
  readonly loanChanges = new Columns({
    ...place,
    market: "int",
    asset: "int",
    cause: "smallint",
    amount: "bigint",
    at: "bigint",
  });

  readonly leverageChanges = new Columns({
    ...place,
    market: "int",
    long: "smallint",
    short: "smallint",
    long_before: "smallint",
    short_before: "smallint",
    at: "bigint",
  });
  readonly leverages = new LeverageRun();

  readonly #openPositions: OpenPositions;
  readonly #stories = new Set<PositionStory>();
  readonly #left = new Map<number, bigint>();
  readonly #instruments: () => Instruments;
  #line = 0;
  /** What the last change of a position realised: the takeover that follows says it of its position. */
  #lastPnl = 0n;

  constructor(positions: OpenPositions, instruments: () => Instruments) {
    this.#openPositions = positions;
    this.#instruments = instruments;
  }

  get count(): number {
    const { fundingPayments, fundingSettlements, liquidations, grants, grantChanges, loanChanges, leverageChanges } =
      this;
    const told = [
      fundingPayments,
      fundingSettlements,
      liquidations,
      grants,
      grantChanges,
      loanChanges,
      leverageChanges,
    ];
    return told.reduce((sum, columns) => sum + columns.count, this.#stories.size);
  }

  beginBatch(): void {
    this.#line = 0;
  }

  take(event: EventRow, seq: number, at: number): void {
    const here = (): Place => ({ batch_seq: seq, line: this.#line++, at });
    switch (event.type) {
      case "position_changed":
        return this.#position(event, here());
      case "funding_paid":
        return this.#fundingPaid(event, here());
      case "funding_settled":
      case "funding_skipped":
        return this.#settlement(event, here());
      case "bonus_granted":
      case "bonus_changed":
        return this.#grant(event, here());
      case "loan_changed":
        return this.#loan(event, here());
      case "margin_settings":
        return this.#leverage(event, here());
      default:
        return this.#liquidation(event, here);
    }
  }

  #units(market: number): { tick: bigint; lot: bigint } {
    const entry = this.#instruments().marketOf(market)!;
    return { tick: parseUnits(entry.tickSize)!, lot: parseUnits(entry.lotSize)! };
  }

  #settle(market: number): number {
    const instruments = this.#instruments();
    return instruments.asset(instruments.worthAsset(market))?.id ?? 0;
  }

  /** Positions of the engine itself are nobody's history. */
  #position(event: Event<"position_changed">, { batch_seq, line, at }: Place): void {
    const measure = this.#instruments().measure(event.market);
    this.#lastPnl = 0n;
    if (event.uid === 0 || measure === undefined) return;
    const taken = this.#openPositions.take(event, batch_seq, line, at, this.#units(event.market).lot, measure);
    if (taken === undefined) return;
    this.#lastPnl = taken.pnl;
    this.#stories.add(taken.story);
  }

  #fundingPaid(event: Event<"funding_paid">, here: Place): void {
    const { uid, market, posSide, rate } = event;
    this.fundingPayments.add({
      ...here,
      uid,
      market,
      pos_side: posSide,
      rate,
      amount: joinMoney(event.amountHigh, event.amountLow),
      capitalised: joinMoney(event.capitalisedHigh, event.capitalisedLow),
    });
  }

  #settlement(event: Event<"funding_settled"> | Event<"funding_skipped">, { batch_seq, line }: Place): void {
    const { market, at } = event;
    const isSettled = event.type === "funding_settled";
    this.fundingSettlements.add({
      batch_seq,
      line,
      market,
      due_at: at,
      rate: isSettled ? event.rate : null,
      mark: isSettled ? BigInt(event.mark) * this.#units(market).tick : null,
      positions: isSettled ? event.positions : 0,
      residue: isSettled ? joinMoney(event.residueHigh, event.residueLow) : 0n,
    });
  }

  #grant(event: Event<"bonus_granted"> | Event<"bonus_changed">, here: Place): void {
    const { uid, grant } = event;
    const amount = joinMoney(event.amountHigh, event.amountLow);
    if (event.type === "bonus_granted") {
      const { campaign, kind, ratio, endsAt } = event;
      const { batch_seq, at } = here;
      this.grants.add({
        grant_id: grant,
        batch_seq,
        uid,
        campaign,
        kind,
        amount,
        remaining: amount,
        ratio,
        ends_at: endsAt,
        at,
      });
      return;
    }
    const remaining = joinMoney(event.remainingHigh, event.remainingLow);
    this.#left.set(grant, remaining);
    this.grantChanges.add({ ...here, uid, grant_id: grant, cause: event.cause, amount, remaining });
  }

  #loan(event: Event<"loan_changed">, here: Place): void {
    const { uid, market, asset, cause } = event;
    this.loanChanges.add({ ...here, uid, market, asset, cause, amount: joinMoney(event.amountHigh, event.amountLow) });
  }

  #leverage({ uid, market, longLeverage, shortLeverage }: Event<"margin_settings">, here: Place): void {
    const [long, short] = [longLeverage, shortLeverage];
    const before = this.leverages.change(uid, market, { long, short });
    const [long_before, short_before] = [before?.long ?? null, before?.short ?? null];
    this.leverageChanges.add({ ...here, uid, market, long, short, long_before, short_before });
  }

  #liquidation(event: EventRow, here: () => Place): void {
    switch (event.type) {
      case "liquidation_started":
        return this.#told("STARTED", event, here(), {
          pos_side: event.posSide,
          equity: joinMoney(event.equityHigh, event.equityLow),
          maintenance: joinMoney(event.maintenanceHigh, event.maintenanceLow),
        });
      case "pair_netted":
        return this.#told("NETTED", event, here(), this.#sized(event.market, event.qty, 0, event.mark));
      case "taken_over":
        return this.#told("TAKEN_OVER", event, here(), {
          ...this.#sized(event.market, event.qty, event.bankruptcyPrice, event.mark),
          pos_side: event.posSide,
          value: joinMoney(event.valueHigh, event.valueLow),
          pnl: this.#lastPnl,
          margin: joinMoney(event.marginHigh, event.marginLow),
        });
      case "deleveraged":
        return this.#told("DELEVERAGED", event, here(), {
          ...this.#sized(event.market, event.qty, 0, 0),
          pos_side: event.posSide,
          value: joinMoney(event.valueHigh, event.valueLow),
          // What its profit was cut by belongs to what it came to.
          pnl: joinMoney(event.pnlHigh, event.pnlLow) - joinMoney(event.cutHigh, event.cutLow),
        });
      case "deficit_paid":
        return this.#told("DEFICIT", { uid: event.uid, market: 0 }, here(), {
          asset: event.asset,
          value: joinMoney(event.amountHigh, event.amountLow),
        });
      case "pair_liquidated":
        return this.#told("PAIR", event, here(), {
          level: BigInt(event.level),
          value: joinMoney(event.deficitHigh, event.deficitLow),
        });
      default:
    }
  }

  #told(
    kind: (typeof liquidationKinds)[number],
    { uid, market }: { readonly uid: number; readonly market: number },
    here: Place,
    numbers: object,
  ): void {
    const asset = this.#settle(market);
    this.liquidations.add({ ...nothing, ...here, kind: ofKind(kind), uid, market, asset, ...numbers });
  }

  #sized(market: number, lots: number, price: number, mark: number): object {
    const { tick, lot } = this.#units(market);
    const inTicks = (ticks: number): bigint | null => (ticks === 0 ? null : BigInt(ticks) * tick);
    return { qty: BigInt(lots) * lot, price: inTicks(price), mark: inTicks(mark) };
  }

  /** Fills the columns of what is told by how it stands at the end. */
  finish(): void {
    for (const story of this.#stories) this.positions.add(story);
    for (const [grant, remaining] of this.#left) this.grantsLeft.add({ grant_id: grant, remaining });
  }
}
