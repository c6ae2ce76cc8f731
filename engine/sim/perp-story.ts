import { keyOf } from "@tidemark/contracts/codec";
import { type Command, noKey, unchanged } from "@tidemark/contracts/journal";
import { triggersOf } from "../src/read/questions-perps.ts";
import type { State } from "../src/state/state.ts";
import { listing, perpIds, perpMeasures, perpOpening, type PerpTerms } from "./perp-scene.ts";
import { randomTrailing } from "./random-stops.ts";
import { asset, btcUsdt, journaled } from "./scene.ts";
import { type Batch, Story } from "./story.ts";

const one = 100_000_000n;
export const campaign = 77;

/**
 * The random story with perpetuals: positions of every kind, triggers, settings, bonus, vouchers, loans, marks that walk, jump and stand
 * still, indices that fall silent, markets that close.
 */
export class PerpStory extends Story {
  /** Funding every ten minutes, and funds that a bad day empties. */
  protected readonly terms: PerpTerms = { fundingIntervalMs: 600_000, funds: [12_000n, 1n, 12n] };
  protected readonly index: Record<number, number> = { 3: 500_000, 4: 250_000, 5: 500_000, 6: 250_000 };
  /** The four perpetuals that trade now: a settled one is followed by another like it. */
  protected readonly perps: { id: number; like: number }[] = perpIds.map((id) => ({ id, like: id }));
  private listed = 100;
  protected readonly closed: (() => Command[])[] = [];
  protected grants = 0;

  protected override beginning(): Command[] {
    const commands = [...super.beginning(), ...perpOpening(this.operator as never, this.wallet as never, this.terms)];
    for (let uid = 1; uid <= this.users; uid += 1) {
      commands.push(this.move(uid, 2, 4, asset.usdt, 15_000n * one));
      commands.push(this.move(uid, 2, 3, asset.btc, one / 2n));
      commands.push(this.move(uid, 2, 3, asset.eth, 8n * one));
      commands.push(this.move(uid, 2, 5, asset.usdt, 20_000n * one, btcUsdt));
      for (const market of perpIds)
        commands.push(
          journaled({
            type: "set_leverage",
            uid,
            key: noKey,
            market,
            posSide: 0,
            leverage: this.random.pick([20, 50, 100, 125]),
          }),
        );
    }
    commands.push(
      this.operator({ type: "fund_campaign", campaign, product: 4, asset: asset.usdt, amount: 4_000n * one }),
      ...perpIds.flatMap((market) => this.marks(market)),
    );
    return commands;
  }

  /** Seconds pass faster here: marks, funding and interest happen at their times. */
  protected override silence(): number {
    const r = this.random;
    if (r.chance(3_000)) return r.between(60_000, 86_400_000);
    return r.chance(30) ? r.between(5_000, 90_000) : r.between(50, 1_500);
  }

  override next(state: State): Batch {
    const batch = super.next(state);
    // Indices are kept fresh most of the time.
    for (const { id: market } of this.perps) if (this.random.chance(3)) batch.commands.unshift(...this.marks(market));
    return batch;
  }

  protected measure(market: number): (typeof perpMeasures)[number] {
    return perpMeasures[this.likeness(market)]!;
  }

  private likeness(market: number): number {
    return this.perps.find(({ id }) => id === market)?.like ?? market;
  }

  protected move(uid: number, from: number, to: number, coin: number, amount: bigint, sub = 0): Command {
    return journaled({
      type: "transfer",
      uid,
      key: noKey,
      fromProduct: from,
      fromSub: from === 5 ? sub : 0,
      toProduct: to,
      toSub: to === 5 ? sub : 0,
      asset: coin,
      amount,
    });
  }

  protected marks(market: number): Command[] {
    const r = this.random;
    const { tick } = this.measure(market);
    const before = this.index[market]!;
    const jump = r.chance(150) ? Math.floor((before * r.between(-800, 800)) / 10_000) : 0;
    const walk = Math.floor((before * r.between(-20, 20)) / 10_000);
    // Prices stay within a factor of four of where they began.
    const home = [3, 5].includes(this.likeness(market)) ? 500_000 : 250_000;
    this.index[market] = Math.max(home / 4, Math.min(home * 4, before + jump + walk));
    const sources = r.chance(20) ? [0] : r.chance(10) ? [0, 1] : [0, 1, 2, 3];
    return sources.map((source) =>
      journaled({
        type: "source_price_set",
        producer: 0,
        number: 0,
        market,
        source,
        price: (this.index[market]! + r.between(-3, 3)) * tick,
      }),
    );
  }

  protected override something(state: State): Command[] {
    const r = this.random;
    if (r.chance(3)) return super.something(state);
    const dice = r.below(1_000);
    const market = r.pick(this.perps).id;
    if (dice < 480) return [this.keep(this.perpOrder(market))];
    if (dice < 600) return this.marks(market);
    if (dice < 680) return [this.cancelSomething(state)];
    if (dice < 740) return [this.amendSomething(state, market)];
    if (dice < 800) return [this.setting(market)];
    if (dice < 850) return [this.exits(market)];
    if (dice < 880) return [this.closing(market)];
    if (dice < 920) return [this.transferring()];
    if (dice < 950) return this.bonus(market);
    if (dice < 980) return [this.lending()];
    if (dice < 984 || this.closed.length > 0) return this.pausePerp(market);
    if (dice === 999 && r.chance(200)) return this.ending(market);
    return this.rest();
  }

  /** A price around where the market stands, in whole ticks of 1e-8. */
  protected near(market: number, permille: number): number {
    const r = this.random;
    const { tick } = this.measure(market);
    const at = this.index[market]!;
    return Math.max(1, at + Math.floor((at * r.between(-permille, permille)) / 1_000)) * tick;
  }

  protected size(market: number): number {
    const r = this.random;
    const { kind, lot } = this.measure(market);
    const most = r.chance(30) ? 2_000_000 : r.chance(4) ? 60_000 : 4_000;
    return r.between(1, kind === 1 ? most : most * 4) * lot;
  }

  protected perpOrder(market: number): Command {
    const r = this.random;
    const isMarket = r.chance(6);
    const posSide = r.between(1, 2);
    const side = r.chance(3) ? posSide % 2 : posSide - 1;
    const isOpening = side === posSide - 1;
    const key = this.key();
    const exit = (permille: number): { price: number; by: number; limit: number } | undefined =>
      isOpening && r.chance(8)
        ? {
            price: this.near(market, permille),
            by: r.below(3),
            limit: r.chance(3) ? this.near(market, permille) : 0,
          }
        : undefined;
    return journaled({
      type: "place_order",
      uid: this.user(),
      key: key === "" ? noKey : keyOf(key),
      market,
      product: 0,
      side,
      orderType: isMarket ? 1 : 0,
      tif: isMarket ? 1 : r.pick([0, 0, 0, 0, 1, 2]),
      postOnly: !isMarket && r.chance(8),
      stp: r.below(3),
      price: isMarket ? 0 : this.near(market, r.pick([1, 2, 5, 30])),
      qty: this.size(market),
      quoteAmount: 0,
      posSide,
      trigger: r.chance(10) ? { price: this.near(market, 20), by: r.below(3) } : undefined,
      tp: exit(30),
      sl: exit(30),
    });
  }

  private oneOf(state: State, uid: number): number {
    const waiting = triggersOf(state, uid);
    return waiting.length > 0 && this.random.chance(3) ? this.random.pick(waiting).id : this.existing(state, uid);
  }

  private cancelSomething(state: State): Command {
    const uid = this.user();
    if (this.random.chance(12))
      return journaled({
        type: "cancel_all",
        uid,
        key: noKey,
        market: this.random.pick([65_535, ...this.perps.map(({ id }) => id)]),
        product: this.random.pick([0, 3, 4]),
        posSide: this.random.below(3),
        includeTriggers: this.random.chance(2),
        includeTpsl: this.random.chance(2),
      });
    return journaled({ type: "cancel_order", uid, key: noKey, orderId: this.oneOf(state, uid) });
  }

  protected amendSomething(state: State, market: number): Command {
    const r = this.random;
    const uid = this.user();
    return journaled({
      type: "amend_order",
      uid,
      key: noKey,
      orderId: this.oneOf(state, uid),
      price: r.chance(2) ? unchanged : this.near(market, 20),
      qty: r.chance(2) ? unchanged : this.size(market),
      trigger: r.chance(3) ? this.near(market, 30) : unchanged,
    });
  }

  private setting(market: number): Command {
    const r = this.random;
    const common = { uid: this.user(), key: noKey, market };
    if (r.chance(4)) return journaled({ type: "set_margin_mode", ...common, mode: r.below(2) });
    if (r.chance(2))
      return journaled({
        type: "set_leverage",
        ...common,
        posSide: r.below(3),
        leverage: r.pick([1, 10, 20, 50, 50, 100, 100, 125, 126]),
      });
    const amount = BigInt(r.between(-200_000, 200_000)) * (this.measure(market).kind === 1 ? 10_000_000n : 1_000n);
    return journaled({ type: "change_margin", ...common, posSide: r.between(1, 2), amount });
  }

  protected exits(market: number): Command {
    const r = this.random;
    if (r.chance(3)) {
      const position = { uid: this.user(), market, posSide: r.between(1, 2), qty: r.chance(2) ? 0 : this.size(market) };
      return randomTrailing(r, position, r.chance(3) ? this.near(market, 5) : 0);
    }
    const exit = (): { price: number; by: number; limit: number } | undefined =>
      r.chance(3)
        ? undefined
        : { price: this.near(market, 30), by: r.below(3), limit: r.chance(4) ? this.near(market, 30) : 0 };
    return journaled({
      type: "set_tpsl",
      uid: this.user(),
      key: noKey,
      market,
      posSide: r.between(1, 2),
      qty: r.chance(2) ? 0 : this.size(market),
      tp: exit(),
      sl: exit(),
    });
  }

  protected closing(market: number): Command {
    const r = this.random;
    const uid = this.user();
    if (r.chance(6)) return journaled({ type: "close_all", uid, key: noKey, product: r.pick([0, 3, 4]) });
    if (r.chance(6))
      return journaled({
        type: "cancel_after",
        uid,
        key: noKey,
        ms: r.pick([0, 1_000, 5_000, 300_001]),
        market: r.pick([65_535, market]),
        product: 0,
      });
    const type = r.chance(3) ? "reverse_position" : "flash_close";
    return journaled({ type, uid, key: noKey, market, posSide: r.between(1, 2) });
  }

  private transferring(): Command {
    const r = this.random;
    const coin = r.pick([asset.usdt, asset.usdt, asset.btc, asset.eth]);
    const amount = BigInt(r.between(1, 50_000)) * (coin === asset.usdt ? one : one / 1_000n);
    return this.move(this.user(), r.between(1, 5), r.between(1, 5), coin, amount, btcUsdt);
  }

  protected bonus(market: number): Command[] {
    const r = this.random;
    const uid = this.user();
    if (r.chance(3)) return [this.operator({ type: "recall_grant", grant: r.between(1, this.grants + 1) })];
    if (r.chance(3))
      return [
        this.operator({
          type: "open_voucher",
          uid,
          voucher: (this.grants += 1),
          campaign,
          market,
          posSide: r.between(1, 2),
          leverage: r.pick([5, 20, 50]),
          face: BigInt(r.between(5, 500)) * one,
        }),
      ];
    if (r.chance(8)) {
      const amount = BigInt(r.between(1, 3_000)) * one;
      return [this.operator({ type: "reverse_profit", uid, campaign, coupon: this.grants, amount })];
    }
    if (r.chance(8))
      return [this.operator({ type: "fund_campaign", campaign, product: 4, asset: asset.usdt, amount: 100n * one })];
    return [
      this.operator({
        type: "grant_bonus",
        uid,
        grant: (this.grants += 1),
        campaign,
        kind: r.below(2),
        amount: BigInt(r.between(1, 300)) * one,
        ratio: r.pick([100_000_000, 100_000_000, 30_000_000, 50_000_000]),
        endsAt: this.at + r.pick([5_000, 60_000, 3_600_000, 86_400_000]),
        market: r.pick([0, 0, 0, 3]),
        minLeverage: 0,
        maxLeverage: r.pick([0, 0, 50]),
      }),
    ];
  }

  protected lending(): Command {
    const r = this.random;
    const uid = this.user();
    const coin = r.pick([asset.usdt, asset.btc]);
    const amount = BigInt(r.between(1, 40_000)) * (coin === asset.usdt ? one : one / 50_000n);
    if (r.chance(3))
      return journaled({
        type: "place_order",
        uid,
        key: noKey,
        market: btcUsdt,
        product: 5,
        side: r.below(2),
        orderType: 0,
        tif: r.pick([0, 1]),
        postOnly: false,
        stp: 0,
        price: (this.mid[btcUsdt]! + r.between(-20_000, 20_000)) * 1_000_000,
        qty: r.between(1, 30_000) * 1_000,
        quoteAmount: 0,
        posSide: 0,
      });
    return journaled({ type: r.chance(2) ? "borrow" : "repay", uid, key: noKey, market: btcUsdt, asset: coin, amount });
  }

  /** An operator closes something, and opens it again the next time he is heard of. */
  protected pausePerp(market: number): Command[] {
    const r = this.random;
    const again = this.closed.splice(0);
    if (again.length > 0) return again.flatMap((open) => open());
    const to = (status: number): Command =>
      this.operator({ type: "set_market_status", market, status, liquidates: status === 3 && r.chance(3) });
    if (r.chance(3)) {
      const uid = this.user();
      const where = r.pick([0, market]);
      const stop = (stopped: boolean): Command =>
        this.operator({ type: "set_trading_stop", uid, market: where, stopped });
      this.closed.push(() => [stop(false)]);
      return [stop(true)];
    }
    this.closed.push(() => [to(3), to(2)]);
    return r.pick([[3], [4], [3, 4]]).map(to);
  }

  /** A market closes for good, at a mark near where it stood, and another like it opens. */
  protected ending(market: number): Command[] {
    const { tick } = this.measure(market);
    const mark = Math.floor(this.near(market, 50) / tick) * tick;
    const place = this.perps.findIndex(({ id }) => id === market);
    const { like } = this.perps[place]!;
    const id = (this.listed += 1);
    const commands = [
      this.operator({ type: "set_market_status", market, status: 3, liquidates: false }),
      this.operator({ type: "settle_market", market, mark }),
      ...listing(this.operator as never, id, like, this.terms),
    ];
    this.perps[place] = { id, like };
    this.index[id] = this.index[market]!;
    return [...commands, ...this.marks(id)];
  }

  private rest(): Command[] {
    const r = this.random;
    const uid = this.user();
    const amount = BigInt(r.between(1, 1_000)) * one;
    return [
      r.pick([
        () => journaled({ type: "earn_subscribe", uid, key: noKey, asset: asset.usdt, amount }),
        () => journaled({ type: "earn_redeem", uid, key: noKey, asset: asset.usdt, amount }),
        () => this.wallet({ type: "reverse_deposit", deposit: r.between(1, 60), uid, asset: asset.usdt, amount }),
        () => this.operator({ type: "request_withdrawal", uid, asset: asset.usdt, amount }),
        () =>
          this.wallet({ type: "end_withdrawal", withdrawal: r.between(1, 60), fee: one / 10n, isSent: r.chance(2) }),
        () => this.operator({ type: "sweep_rounding", product: r.pick([3, 4]), asset: r.pick([1, 2, 3]) }),
        () => this.operator({ type: "pay_referral", uid, product: 4, asset: asset.usdt, amount: one, day: 20_408 }),
        () => this.operator({ type: "set_kyc_level", uid, level: r.below(3) }),
      ])(),
    ];
  }
}
