import type { EventRow } from "@tidemark/contracts/journal";
import { parseUnits, printUnits } from "@tidemark/money";
import { checkAll } from "../src/check/invariants.ts";
import { accountKey } from "../src/ledger/accounts.ts";
import { balanceOf, depthOf } from "../src/read/questions.ts";
import {
  type MarginAccountNow,
  marginAccountsOf,
  type PositionNow,
  positionsOf,
  type TriggerNow,
  triggersOf,
} from "../src/read/questions-perps.ts";
import { PerpDesk } from "./perp-desk.ts";
import { perp, perpMeasures } from "./perp-scene.ts";
import { asset } from "./scene.ts";
import { people, type Person } from "./world.ts";

/** What an ended trigger says of itself: its id, how it ended, why, and the refusal it met. */
type Ending = { id: number; status: number; cause: number; result: number };
type Named<T extends EventRow["type"]> = Extract<EventRow, { type: T }>;

/** The small exchange with its perpetuals, and what tests ask it: amounts are decimal text or minor units. */
export class PerpWorld extends PerpDesk {
  positions(by: Person): PositionNow[] {
    return positionsOf(this.state, people[by]);
  }

  position(by: Person, posSide: 1 | 2 = 1, market: number = perp.btcUsdt): PositionNow | undefined {
    return this.positions(by).find((position) => position.posSide === posSide && position.market === market);
  }

  /** How much the engine itself holds of a side. */
  enginePosition(posSide: 1 | 2, market: number = perp.btcUsdt): number {
    return (
      positionsOf(this.state, 0).find((position) => position.posSide === posSide && position.market === market)?.qty ??
      0
    );
  }

  waiting(by: Person): TriggerNow[] {
    return triggersOf(this.state, people[by]);
  }

  /** The margin account of a coin; one that was never used holds nothing. */
  account(by: Person, code = "USDT"): MarginAccountNow {
    const found = marginAccountsOf(this.state, people[by]).find(({ asset: id }) => id === assetOf(code));
    if (found === undefined) throw new Error(`${by} has no margin account in ${code}`);
    return found;
  }

  cash(by: Person, code = "USDT"): string {
    return signed(balanceOf(this.state, people[by], code === "USDT" ? 4 : 3, assetOf(code), 3));
  }

  /** A system account of a product, as decimal text. */
  system(which: number, product: number, code = "USDT", sub = 0): string {
    return signed(balanceOf(this.state, 0, product, assetOf(code), which, sub));
  }

  /** What a campaign of the USDT futures has left. */
  promo(campaign: number): string {
    return signed(balanceOf(this.state, campaign, 4, asset.usdt, 23));
  }

  /** The insurance fund behind a settle asset. */
  fundOf(code = "USDT"): string {
    return this.system(19, code === "USDT" ? 4 : 3, code);
  }

  /** Brings a fund to an amount, from the company or back to it: only tests may take from it. */
  setFund(text: string, code = "USDT"): void {
    const { ledger } = this.state;
    const of = (which: number): number =>
      ledger.account(0, accountKey(code === "USDT" ? 4 : 3, 0, assetOf(code), which));
    const change = parseUnits(text)! - ledger.balance(of(19));
    ledger.beginEntry(0, 0);
    ledger.lineBig(of(19), change);
    ledger.lineBig(of(28), -change);
    ledger.endEntry();
  }

  /** Takes the company's money out of the USDT futures, to the fees: only tests may. */
  emptyTreasury(): void {
    const { ledger } = this.state;
    const of = (which: number): number => ledger.account(0, accountKey(4, 0, asset.usdt, which));
    const amount = ledger.balance(of(28));
    ledger.beginEntry(0, 0);
    ledger.lineBig(of(28), -amount);
    ledger.lineBig(of(18), amount);
    ledger.endEntry();
  }

  /** Puts the margin of an isolated position to an amount by hand, the rest to cash: what the vectors start from no order may reach. */
  setMargin(by: Person, posSide: 1 | 2, text: string, market: number = perp.btcUsdt): void {
    const { ledger } = this.state;
    const of = (sub: number, which: number): number =>
      ledger.account(people[by], accountKey(4, sub, asset.usdt, which));
    const iso = of(market, posSide === 1 ? 6 : 9);
    const change = parseUnits(text)! - ledger.balance(iso);
    ledger.beginEntry(0, 0);
    ledger.lineBig(iso, change);
    ledger.lineBig(of(0, 3), -change);
    ledger.endEntry();
  }

  /** The book of a perpetual as people read it. */
  perpBook(market: number = perp.btcUsdt): { bids: string[]; asks: string[] } {
    const { bids, asks } = depthOf(this.state, market);
    const { tick, lot } = perpMeasures[market] ?? perpMeasures[perp.btcUsdt]!;
    const text = ([price, total]: [number, number]): string =>
      `${printUnits(BigInt(price) * BigInt(tick))} × ${printUnits(BigInt(total) * BigInt(lot))}`;
    return { bids: bids.map(text), asks: asks.map(text) };
  }

  /** Events of one kind in this batch. */
  told<T extends EventRow["type"]>(type: T): Named<T>[] {
    return this.events().filter((event): event is Named<T> => event.type === type);
  }

  endedTriggers(): Ending[] {
    return this.told("trigger_ended").map(({ orderId, status, cause, result }) => ({
      id: orderId,
      status,
      cause,
      result,
    }));
  }

  statusOf(market: number = perp.btcUsdt): number {
    return this.state.memory.w[this.state.markets.at(market) + 2]!;
  }

  /** No child failed and was taken back, and every invariant of section 16 holds. */
  sound(): void {
    if (this.state.fault !== undefined) throw this.state.fault;
    const broken = checkAll(this.state);
    if (broken.length > 0) throw new Error(broken.join("\n"));
  }
}

const assetOf = (code: string): number => ({ USDT: asset.usdt, BTC: asset.btc, ETH: asset.eth })[code] ?? 0;
export const signed = (amount: bigint): string => (amount < 0n ? `-${printUnits(-amount)}` : printUnits(amount));
