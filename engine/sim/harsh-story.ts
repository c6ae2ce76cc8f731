import { keyOf } from "@tidemark/contracts/codec";
import { type Command, noKey, unchanged } from "@tidemark/contracts/journal";
import { openOrdersOf } from "../src/read/questions.ts";
import { positionsOf, triggersOf } from "../src/read/questions-perps.ts";
import type { State } from "../src/state/state.ts";
import { Crowd } from "./crowd.ts";
import type { PerpTerms } from "./perp-scene.ts";
import { campaign, PerpStory } from "./perp-story.ts";
import { asset, btcUsdt, ethBtc, journaled, placing } from "./scene.ts";
import type { Batch } from "./story.ts";

const one = 100_000_000n;

/** What stands behind losses: usual funds, next to nothing, or nothing at all and a company without money. */
const means: readonly PerpTerms[] = [
  { fundingIntervalMs: 600_000, funds: [12_000n, 1n, 12n] },
  { fundingIntervalMs: 300_000, funds: [0n, 0n, 0n], isPoor: true },
  { fundingIntervalMs: 300_000, funds: [400n, 1n, 1n] },
];

/**
 * The random story at its edges, which of them more often decides the seed: funds and company without money, ladders of orders at the
 * bankruptcy price of a position, crowds that stand at one price, operators who close markets and stop users in the middle, indices that are
 * silent for minutes, margin pairs of every leverage in a slump, orders that are changed in every way.
 */
export class HarshStory extends PerpStory {
  protected override readonly terms: PerpTerms;
  private readonly crowd: Crowd;
  private readonly silent = new Map<number, number>();
  private slump: { market: number; left: number; step: number } | undefined;
  private coming: (() => Command[])[] = [];

  constructor(seed: number, users = 8) {
    super(seed, users);
    this.terms = means[Math.abs(seed) % means.length]!;
    this.crowd = new Crowd(this.random, this.wallet as never);
  }

  protected override beginning(): Command[] {
    // In this order: producers count their commands.
    const usual = super.beginning();
    const money = 40_000n * one;
    // Campaign money is the company's: it gets just that, so that one without money has none left.
    const give = [
      this.wallet({ type: "credit_treasury", asset: asset.usdt, amount: money }),
      this.operator({ type: "move_treasury", product: 4, asset: asset.usdt, amount: money }),
      this.operator({ type: "fund_campaign", campaign, product: 4, asset: asset.usdt, amount: money }),
    ];
    const own: Command[] = [];
    for (let uid = 1; uid <= this.users; uid += 1) own.push(this.move(uid, 2, 5, asset.btc, 2n * one, ethBtc));
    const pairs = [btcUsdt, ethBtc].map((market) => this.pairTerms(market));
    return [...usual, ...give, ...pairs, ...own];
  }

  private pairTerms(market: number): Command {
    const leverage = this.random.pick([3, 5, 10]);
    return this.operator({ type: "configure_pair", market, leverage, baseRate: 1_000, quoteRate: 2_000 });
  }

  /** Markets trade most of the time: it is the index of one of them that falls silent. */
  protected override silence(): number {
    const r = this.random;
    if (r.chance(4_000)) return r.between(60_000, 86_400_000);
    return r.chance(40) ? r.between(2_000, 9_000) : r.between(50, 1_500);
  }

  override next(state: State): Batch {
    const r = this.random;
    for (const [market, until] of this.silent) if (this.at >= until) this.silent.delete(market);
    const batch = super.next(state);
    const next = this.coming.shift();
    if (next !== undefined) batch.commands.push(...next());
    else if (r.chance(150)) this.coming = this.crowd.gather(this.crowdSize(), this.place());
    if (this.slump !== undefined) batch.commands.push(...this.prices(this.slump.market));
    if (r.chance(500))
      this.silent.set(r.pick(this.perps).id, this.at + r.pick([15_000, 15_000, 70_000, 130_000, 400_000]));
    return batch;
  }

  private crowdSize(): number {
    const r = this.random;
    if (r.chance(100)) return 2_000;
    return r.chance(30) ? 500 : r.between(10, 60);
  }

  private place() {
    const { id: market } = this.random.pick(this.perps.filter((each) => this.measure(each.id).kind === 1));
    return { market, ticks: () => this.index[market]!, measure: this.measure(market) };
  }

  /** Sources say nothing of an index that is silent, and what a crash of its crowd says. */
  protected override marks(market: number): Command[] {
    if (this.silent.has(market)) return [];
    const fall = this.crowd.fallIn(market);
    if (fall !== 0) this.index[market] = Math.max(1, this.index[market]! + fall);
    return super.marks(market);
  }

  /** A slump of a spot index, and its recovery: what liquidates margin pairs. */
  protected override prices(market: number): Command[] {
    const r = this.random;
    if (this.slump === undefined && r.chance(60)) {
      const which = r.pick([btcUsdt, ethBtc]);
      const home = which === btcUsdt ? 5_000_000 : 50_000;
      const isLow = this.mid[which]! < home * (r.chance(2) ? 0.7 : 1.3);
      const permille = r.pick([2, 4]) * (isLow ? 1 : -1);
      this.slump = { market: which, left: r.between(40, 80), step: Math.floor((this.mid[which]! * permille) / 1_000) };
    }
    if (this.slump?.market === market) {
      this.mid[market] = Math.max(1_000, this.mid[market]! + this.slump.step);
      this.slump.left -= 1;
      if (this.slump.left === 0) this.slump = undefined;
    }
    return super.prices(market);
  }

  protected override something(state: State): Command[] {
    const r = this.random;
    const dice = r.below(1_000);
    const market = r.pick(this.perps).id;
    if (dice < 40) return this.ladder(state);
    if (dice < 80) return [this.changeOwn(state)];
    if (dice < 110) return [this.fillOrKill(market)];
    if (dice < 130) return [this.attached(market)];
    if (dice < 136) return this.operators(market);
    if (dice < 145) return [this.lendingElsewhere()];
    if (dice === 145) return [this.pairTerms(r.pick([btcUsdt, ethBtc]))];
    if (dice === 146 && r.chance(12)) return this.ending(market);
    if (dice < 148) return this.bonus(market);
    if (dice < 154) return this.voucher();
    if (dice < 180) return this.gearUp();
    return super.something(state);
  }

  /** Several small orders exactly at the bankruptcy price of an open position, or a tick beside it; then it is closed, or the mark comes near. */
  private ladder(state: State): Command[] {
    const r = this.random;
    const uid = this.user();
    const positions = positionsOf(state, uid).filter((position) => {
      const known = this.perps.some(({ id }) => id === position.market);
      return (
        known && position.bankruptcyTicks > 0 && Math.abs(position.bankruptcyTicks - position.mark) * 20 < position.mark
      );
    });
    if (positions.length === 0) return [];
    const position = r.pick(positions);
    const { tick, lot } = this.measure(position.market);
    const rungs = r.between(1, 8);
    const isLong = position.posSide === 1;
    const commands: Command[] = [];
    for (let i = 0; i < rungs; i += 1)
      commands.push(
        this.perp({
          uid: ((uid + r.between(0, this.users - 2)) % this.users) + 1,
          market: position.market,
          posSide: position.posSide,
          side: isLong ? 0 : 1,
          price: (position.bankruptcyTicks + r.pick([0, 0, 0, 1, -1])) * tick,
          qty: Math.max(1, Math.ceil(position.qty / r.between(1, rungs + 1))) * lot,
        }),
      );
    if (r.chance(3)) this.index[position.market] = this.besides(position.bankruptcyTicks, isLong);
    if (r.chance(3)) commands.push(...this.marks(position.market));
    commands.push(
      this.closeOf(uid, position.market, position.posSide, position.qty * lot, position.bankruptcyTicks * tick),
    );
    return commands;
  }

  /** A little on the safe side of a price, where a position is liquidated or nearly so. */
  private besides(ticks: number, isLong: boolean): number {
    const away = Math.ceil((ticks * this.random.between(0, 60)) / 10_000);
    return isLong ? ticks + away : Math.max(1, ticks - away);
  }

  private closeOf(uid: number, market: number, posSide: number, qty: number, price: number): Command {
    const r = this.random;
    if (r.chance(3)) return journaled({ type: "flash_close", uid, key: noKey, market, posSide });
    const side = posSide === 1 ? 1 : 0;
    if (r.chance(2)) return this.perp({ uid, market, posSide, side, price: 0, qty });
    return this.perp({ uid, market, posSide, side, price, qty, tif: r.pick([0, 1, 2]) });
  }

  /** An order of a perpetual; without a price at market. */
  private perp(order: {
    uid: number;
    market: number;
    posSide: number;
    side: number;
    price: number;
    qty: number;
    tif?: number;
  }): Command {
    const { tif = order.price === 0 ? 1 : 0 } = order;
    return journaled({
      type: "place_order",
      key: noKey,
      product: 0,
      orderType: order.price === 0 ? 1 : 0,
      postOnly: false,
      stp: this.random.below(3),
      quoteAmount: 0,
      ...order,
      tif,
    });
  }

  /** one of the user's own orders or triggers, in every way: smaller, larger, to what is filled, elsewhere, both. */
  private changeOwn(state: State): Command {
    const r = this.random;
    const uid = this.user();
    const waiting = triggersOf(state, uid);
    const known = new Set(this.perps.map(({ id }) => id));
    const orders = openOrdersOf(state, uid).filter(({ market }) => known.has(market));
    if (orders.length === 0 || (waiting.length > 0 && r.chance(3))) {
      const trigger = waiting.length === 0 ? undefined : r.pick(waiting);
      if (trigger === undefined || !known.has(trigger.market)) return this.amendSomething(state, r.pick(this.perps).id);
      return this.amendment(uid, trigger.id, trigger.market, r.pick([unchanged, this.size(trigger.market)]), true);
    }
    const order = r.pick(orders);
    const { lot } = this.measure(order.market);
    const qty = r.pick([
      order.qty - 1,
      order.filled + 1,
      order.filled,
      order.qty + 1,
      r.between(1, order.qty),
      order.qty,
    ]);
    return this.amendment(uid, order.id, order.market, Math.max(1, qty) * lot, false);
  }

  private amendment(uid: number, orderId: number, market: number, qty: number, isTrigger: boolean): Command {
    const r = this.random;
    return journaled({
      type: "amend_order",
      uid,
      key: r.chance(2) ? noKey : keyOf(`h${(this.keys += 1)}`),
      orderId,
      price: r.chance(3) ? this.near(market, 20) : unchanged,
      qty,
      trigger: isTrigger && r.chance(2) ? this.near(market, 30) : unchanged,
    });
  }

  /** of all sizes, from one lot to more than anybody offers. */
  private fillOrKill(market: number): Command {
    const r = this.random;
    const posSide = r.between(1, 2);
    const side = r.chance(3) ? posSide % 2 : posSide - 1;
    const { lot } = this.measure(market);
    const qty = r.pick([1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]) * r.between(1, 9) * lot;
    const price = this.near(market, r.pick([1, 10, 40]));
    return this.perp({ uid: this.user(), market, posSide, side, price, qty, tif: 2 });
  }

  /** an opening order, or a trigger that opens, with TP and SL on their right sides. */
  private attached(market: number): Command {
    const r = this.random;
    const { tick } = this.measure(market);
    const posSide = r.between(1, 2);
    const at = this.index[market]!;
    const beyond = (sign: number, permille: number): number =>
      Math.max(1, at + sign * Math.ceil((at * r.between(1, permille)) / 1_000)) * tick;
    const up = posSide === 1 ? 1 : -1;
    const exit = (sign: number) =>
      r.chance(4) ? undefined : { price: beyond(sign, 15), by: r.below(3), limit: r.chance(3) ? beyond(sign, 20) : 0 };
    return journaled({
      type: "place_order",
      uid: this.user(),
      key: noKey,
      market,
      product: 0,
      side: posSide - 1,
      orderType: 0,
      tif: 0,
      postOnly: false,
      stp: r.below(3),
      price: this.near(market, 3),
      qty: this.size(market),
      quoteAmount: 0,
      posSide,
      trigger: r.chance(3) ? { price: this.near(market, 10), by: r.below(3) } : undefined,
      tp: exit(up),
      sl: exit(-up),
    });
  }

  /** Operators in the middle: cancel-only with and without liquidation, halt, post-only, stops of users, and all of it back again. */
  private operators(market: number): Command[] {
    const r = this.random;
    const to = (status: number, where = market): Command =>
      this.operator({ type: "set_market_status", market: where, status, liquidates: status === 3 && r.chance(2) });
    // Markets that deleveraging could not cover stay halted until somebody opens them.
    if (r.chance(3)) return this.perps.flatMap(({ id }) => [to(3, id), to(2, id)]);
    if (r.chance(2)) {
      const uid = this.user();
      const where = r.pick([0, market]);
      const stop = (stopped: boolean): Command =>
        this.operator({ type: "set_trading_stop", uid, market: where, stopped });
      this.closed.push(() => [stop(false)]);
      return [stop(true)];
    }
    this.closed.push(() => [to(3), to(2)]);
    return [to(r.pick([1, 2, 3, 3, 4])), ...(r.chance(3) ? [to(r.pick([2, 3, 4]))] : [])];
  }

  /** a voucher's position beside whatever the user has set and holds in that contract. */
  private voucher(): Command[] {
    const r = this.random;
    const { market } = this.place();
    return [
      this.operator({
        type: "open_voucher",
        uid: this.user(),
        voucher: (this.grants += 1),
        campaign,
        market,
        posSide: r.between(1, 2),
        leverage: r.pick([5, 20, 50, 100]),
        face: BigInt(r.between(5, 400)) * one,
      }),
    ];
  }

  /** A margin pair that borrows and buys (or sells) with it: what a slump, or a recovery, liquidates. */
  private gearUp(): Command[] {
    const r = this.random;
    const uid = this.user();
    const isLong = !r.chance(4);
    const units = BigInt(r.between(2_000, 90_000));
    const amount = isLong ? units * one : (units * one) / 50_000n;
    const coin = isLong ? asset.usdt : asset.btc;
    const mid = this.mid[btcUsdt]!;
    const qty = Math.max(1, Math.floor((Number(units) * 100_000) / (mid / 100)));
    const trade = (who: number, product: number, side: "BUY" | "SELL", price: number, tif: "GTC" | "IOC"): Command =>
      placing({ uid: who, product, side, price, qty, tif });
    const [own, other] = isLong ? (["BUY", "SELL"] as const) : (["SELL", "BUY"] as const);
    const worst = Math.floor((mid * (isLong ? 103 : 97)) / 100);
    return [
      journaled({ type: "borrow", uid, key: noKey, market: btcUsdt, asset: coin, amount }),
      trade((uid % this.users) + 1, 2, other, mid, "GTC"),
      trade(uid, 5, own, worst, "IOC"),
    ];
  }

  private lendingElsewhere(): Command {
    const r = this.random;
    const uid = this.user();
    const coin = r.pick([asset.btc, asset.btc, asset.eth]);
    const amount = BigInt(r.between(1, 40_000)) * (one / 5_000n);
    return journaled({ type: r.chance(3) ? "repay" : "borrow", uid, key: noKey, market: ethBtc, asset: coin, amount });
  }
}
