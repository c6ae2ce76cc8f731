import { type CommandDraft } from "@tidemark/contracts/codec";
import { type Command, noKey } from "@tidemark/contracts/journal";
import type { Random } from "./random.ts";
import { asset, journaled } from "./scene.ts";

const one = 100_000_000n;
const firstUid = 1_001;
const whale = 1_000;
const fallSteps = 8;

type Say = (draft: Omit<Extract<CommandDraft, { producer: number }>, "producer" | "number">) => Command;
type Place = {
  readonly market: number;
  readonly ticks: () => number;
  readonly measure: { readonly tick: number; readonly lot: number };
};

/**
 * Many users who stand at one price: they open at the same price with the same leverage against one other, some with a stop at the same
 * trigger, and then the index falls through all of them within a few updates.
 */
export class Crowd {
  declare private readonly random: Random;
  declare private readonly wallet: Say;
  private deposits = 0;
  private fall: { market: number; left: number; step: number } | undefined;

  constructor(random: Random, wallet: Say) {
    this.random = random;
    this.wallet = wallet;
  }

  /** By how much the next index of a market is lower (or higher). */
  fallIn(market: number): number {
    if (this.fall?.market !== market || this.fall.left === 0) return 0;
    this.fall.left -= 1;
    return this.fall.step;
  }

  /** The batches of one gathering, made when their turn comes: money, then positions and stops, and from then on the fall. */
  gather(count: number, place: Place): (() => Command[])[] {
    const r = this.random;
    const posSide = r.between(1, 2);
    const uids = Array.from({ length: count }, (_, i) => firstUid + i);
    return [() => this.prepare(uids, place), () => this.meet(uids, place, posSide)];
  }

  private prepare(uids: readonly number[], { market }: Place): Command[] {
    const r = this.random;
    const leverage = r.pick([50, 100, 125]);
    const mode = r.chance(3) ? 0 : 1;
    // In this order: the producer counts its commands.
    const first = this.deposit(whale, 5_000_000n);
    const money = uids.flatMap((uid) => [
      ...this.deposit(uid, 40n),
      journaled({ type: "set_margin_mode", uid, key: noKey, market, mode }),
      journaled({ type: "set_leverage", uid, key: noKey, market, posSide: 0, leverage }),
    ]);
    return [...first, ...money];
  }

  private meet(uids: readonly number[], place: Place, posSide: number): Command[] {
    const r = this.random;
    const against = posSide === 1 ? 2 : 1;
    const ticks = place.ticks();
    const qty = r.between(20, 60) * (place.measure.lot === 10_000 ? 1 : 2);
    const opening = uids.map((uid) => this.order(uid, place, posSide, ticks, qty));
    const stops = r.chance(3) ? [] : this.stops(uids, place, posSide, ticks);
    const step = Math.ceil((ticks * 3) / 1_000) * (posSide === 1 ? -1 : 1);
    this.fall = { market: place.market, left: fallSteps, step };
    return [this.order(whale, place, against, ticks, qty * uids.length), ...opening, ...stops];
  }

  private deposit(uid: number, units: bigint): Command[] {
    const amount = units * one;
    const reference = `crowd${(this.deposits += 1)}`;
    return [
      this.wallet({ type: "credit_deposit", uid, asset: asset.usdt, amount, reference } as never),
      journaled({
        type: "transfer",
        uid,
        key: noKey,
        fromProduct: 1,
        fromSub: 0,
        toProduct: 4,
        toSub: 0,
        asset: asset.usdt,
        amount,
      }),
    ];
  }

  private order(uid: number, { market, measure }: Place, posSide: number, ticks: number, lots: number): Command {
    return journaled({
      type: "place_order",
      uid,
      key: noKey,
      market,
      product: 0,
      side: posSide - 1,
      orderType: 0,
      tif: 0,
      postOnly: false,
      stp: 0,
      price: ticks * measure.tick,
      qty: lots * measure.lot,
      quoteAmount: 0,
      posSide,
    });
  }

  /** One trigger price for all: of the whole position, or of a part. */
  private stops(uids: readonly number[], place: Place, posSide: number, ticks: number): Command[] {
    const r = this.random;
    const by = r.below(3);
    const away = Math.ceil((ticks * r.between(2, 6)) / 1_000);
    const price = (posSide === 1 ? ticks - away : ticks + away) * place.measure.tick;
    const qty = r.chance(2) ? 0 : 5 * place.measure.lot;
    return uids.map((uid) =>
      journaled({
        type: "set_tpsl",
        uid,
        key: noKey,
        market: place.market,
        posSide,
        qty,
        tp: undefined,
        sl: { price, by, limit: 0 },
      }),
    );
  }
}
