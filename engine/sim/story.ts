import { keyOf } from "@tidemark/contracts/codec";
import { type Command, noKey, unchanged } from "@tidemark/contracts/journal";
import { openOrdersOf } from "../src/read/questions.ts";
import type { State } from "../src/state/state.ts";
import { Random } from "./random.ts";
import { Senders } from "./senders.ts";
import { asset, btcUsdt, ethBtc, journaled, opening, placing, producer } from "./scene.ts";

export type Batch = { at: number; commands: Command[] };

/**
 * A random story of a small exchange: users who place, change and cancel all kinds of orders, money that comes and moves, prices that walk,
 * jump and fall silent, markets that close and open, commands that come twice. It looks at the state only to name orders that exist.
 */
export class Story {
  protected readonly random: Random;
  protected readonly operator = producer(1);
  protected readonly wallet = producer(2);
  private readonly senders: Senders;
  private deposits = 0;
  protected at = 1_700_000_000_000;
  protected readonly users: number;
  protected readonly mid: Record<number, number> = { [btcUsdt]: 5_000_000, [ethBtc]: 50_000 };
  private readonly told: Command[] = [];
  protected keys = 0;
  private started = false;

  constructor(seed: number, users = 8) {
    this.random = new Random(seed);
    this.senders = new Senders(this.random, this.operator);
    this.users = users;
  }

  next(state: State): Batch {
    const r = this.random;
    this.senders.compare(state);
    if (!this.started) {
      this.started = true;
      return {
        at: this.at,
        commands: this.beginning(),
      };
    }
    this.at += this.silence();
    const commands: Command[] = [];
    // Heartbeats: time passes and nobody does anything.
    if (r.chance(12)) return { at: this.at, commands };
    for (let left = r.between(1, 48); left > 0; left -= 1) commands.push(...this.something(state));
    if (r.chance(2)) commands.push(...this.senders.something(this.user(), this.at));
    return { at: this.at, commands };
  }

  /** Now and then a long silence: sources grow stale, keys grow old, orders grow too old. */
  protected silence(): number {
    const r = this.random;
    if (r.chance(2_000)) return r.between(100_000, 20 * 86_400_000);
    return r.chance(50) ? r.between(1_000, 15_000) : r.between(1, 40);
  }

  protected beginning(): Command[] {
    return [...opening(this.operator), ...this.endowment(), ...this.prices(btcUsdt), ...this.prices(ethBtc)];
  }

  protected user(): number {
    return this.random.between(1, this.users);
  }

  private endowment(): Command[] {
    const commands: Command[] = [];
    for (let uid = 1; uid <= this.users; uid += 1)
      for (const [id, units] of [
        [asset.usdt, 1_000_000n],
        [asset.btc, 20n],
        [asset.eth, 300n],
      ] as const) {
        const amount = units * 100_000_000n;
        commands.push(this.wallet({ type: "credit_deposit", uid, asset: id, amount, reference: `tx${uid}-${id}` }));
        commands.push(
          journaled({
            type: "transfer",
            uid,
            key: noKey,
            fromProduct: 1,
            fromSub: 0,
            toProduct: 2,
            toSub: 0,
            asset: id,
            amount: (amount * 9n) / 10n,
          }),
        );
      }
    return commands;
  }

  protected prices(market: number): Command[] {
    const r = this.random;
    const tick = market === btcUsdt ? 1_000_000 : 1_000;
    this.mid[market] = Math.max(
      1_000,
      this.mid[market]! + r.between(-20, 20) + (r.chance(200) ? r.between(-20_000, 20_000) : 0),
    );
    const sources = r.chance(10) ? [0, 1] : [0, 1, 2, 3];
    return sources.map((source) =>
      journaled({
        type: "source_price_set",
        producer: 0,
        number: 0,
        market,
        source,
        price: (this.mid[market]! + r.between(-5, 5)) * tick,
      }),
    );
  }

  protected something(state: State): Command[] {
    const r = this.random;
    const dice = r.below(1_000);
    if (dice < 520) return [this.keep(this.order())];
    if (dice < 760) return [this.keep(this.cancelling(state))];
    if (dice < 840) return [this.keep(this.changing(state))];
    if (dice < 850)
      return [
        journaled({
          type: "cancel_all",
          uid: this.user(),
          key: noKey,
          market: r.pick([65_535, btcUsdt, ethBtc]),
          product: r.pick([0, 2]),
          posSide: 0,
          includeTriggers: true,
          includeTpsl: false,
        }),
      ];
    if (dice < 900) return [this.keep(this.moving())];
    if (dice < 960) return this.prices(r.pick([btcUsdt, ethBtc]));
    if (dice < 970)
      return [
        this.wallet({
          type: "credit_deposit",
          uid: this.user(),
          asset: r.between(1, 4),
          amount: BigInt(r.between(0, 1_000_000_000)),
          reference: `tx${(this.deposits += 1)}`,
        }),
      ];
    if (dice < 975) return [this.operator({ type: "set_vip_level", uid: this.user(), level: r.below(6) })];
    if (dice < 980)
      return [
        this.operator({
          type: "set_account_status",
          uid: this.user(),
          product: r.between(1, 2),
          status: r.chance(3) ? r.below(4) : 3,
        }),
      ];
    if (dice < 983) return this.pause();
    return this.told.length === 0 ? [] : [r.pick(this.told)];
  }

  protected keep(command: Command): Command {
    if (this.told.length < 200) this.told.push(command);
    else this.told[this.random.below(200)] = command;
    return command;
  }

  protected key(): string {
    this.keys += 1;
    const forms = [
      "",
      `k${this.keys}`,
      `a-rather-long-client-order-id-${this.keys}`,
      `00000000-0000-4000-8000-${this.keys.toString(16).padStart(12, "0")}`,
    ];
    return this.random.pick(forms);
  }

  private order(): Command {
    const r = this.random;
    const market = r.chance(3) ? ethBtc : btcUsdt;
    const side = r.chance(2) ? "BUY" : "SELL";
    const mid = this.mid[market]!;
    const away = Math.floor((mid * r.pick([1, 2, 5, 20, 300, 700])) / 10_000) * (r.chance(4) ? -1 : 1);
    const price = Math.max(0, side === "BUY" ? mid - away : mid + away);
    const measure = market === btcUsdt ? { tick: 1_000_000, lot: 1_000 } : { tick: 1_000, lot: 100_000 };
    const qty = r.chance(40) ? r.between(0, 100_000_000) : r.between(1, market === btcUsdt ? 20_000 : 5_000);
    const key = this.key();
    const common = {
      uid: this.user(),
      side,
      market,
      ...measure,
      stp: r.below(3) as 0 | 1 | 2,
      ...(key === "" ? {} : { key }),
    } as const;
    if (r.chance(8)) {
      const byAmount = side === "BUY" && r.chance(2);
      return placing({
        ...common,
        type: "MARKET",
        ...(byAmount ? { quoteAmount: r.between(1, 2_000_000_000_000) } : { qty }),
      });
    }
    return placing({
      ...common,
      price,
      qty,
      tif: r.pick(["GTC", "GTC", "GTC", "GTC", "IOC", "FOK"] as const),
      postOnly: r.chance(6),
    });
  }

  protected existing(state: State, uid: number): number {
    const orders = openOrdersOf(state, uid);
    return orders.length === 0 || this.random.chance(20)
      ? this.random.between(1, 1_000_000)
      : this.random.pick(orders).id;
  }

  private cancelling(state: State): Command {
    const uid = this.user();
    if (this.random.chance(10))
      return journaled({
        type: "cancel_by_key",
        uid,
        key: noKey,
        target: keyOf(`k${this.random.between(1, this.keys + 1)}`),
      });
    return journaled({
      type: "cancel_order",
      uid,
      key: this.random.chance(2) ? noKey : keyOf(`c${(this.keys += 1)}`),
      orderId: this.existing(state, uid),
    });
  }

  private changing(state: State): Command {
    const r = this.random;
    const uid = this.user();
    const tick = r.chance(2) ? 1_000_000 : 1_000;
    const mid = this.mid[tick === 1_000_000 ? btcUsdt : ethBtc]!;
    return journaled({
      type: "amend_order",
      uid,
      key: noKey,
      orderId: this.existing(state, uid),
      price: r.chance(2) ? unchanged : (mid + r.between(-200, 200)) * tick,
      qty: r.chance(3) ? unchanged : r.between(1, 20_000) * (tick === 1_000_000 ? 1_000 : 100_000),
      trigger: unchanged,
    });
  }

  private moving(): Command {
    const r = this.random;
    const amount = r.chance(50)
      ? 4_000_000_000_000_000_000n
      : BigInt(r.below(100_000_000)) * BigInt(r.between(1, 2_000));
    const key = this.key();
    return journaled({
      type: "transfer",
      uid: this.user(),
      key: key === "" ? noKey : keyOf(key),
      fromProduct: r.between(1, 5),
      fromSub: 0,
      toProduct: r.between(1, 4),
      toSub: 0,
      asset: r.between(1, 4),
      amount,
    });
  }

  /** A market closes and opens again, in one breath or over several commands. */
  private pause(): Command[] {
    const market = this.random.pick([btcUsdt, ethBtc]);
    const to = (status: number): Command =>
      this.operator({ type: "set_market_status", market, status, liquidates: false });
    return this.random.chance(2) ? [to(3), to(2)] : [to(4), to(3), to(2)];
  }
}
