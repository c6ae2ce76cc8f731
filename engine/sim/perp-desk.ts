import { keyOf } from "@tidemark/contracts/codec";
import { type Command, noKey, unchanged } from "@tidemark/contracts/journal";
import { parseUnits, printUnits } from "@tidemark/money";
import { asset, journaled } from "./scene.ts";
import { perp, perpContract, perpIds, perpMeasures, perpOpening } from "./perp-scene.ts";
import { people, type Person, World } from "./world.ts";

type GrantTerms = {
  campaign: number;
  kind: 0 | 1;
  ratio: number;
  endsAt: number;
  market: number;
  minLeverage: number;
  maxLeverage: number;
};

type Exit = { price: string; by?: "LAST" | "MARK" | "INDEX"; limit?: string };
export type PerpOrder = {
  by: Person;
  /** What the four buttons send. */
  do: "open long" | "open short" | "close long" | "close short";
  market?: number;
  price?: string;
  qty: string;
  type?: "LIMIT" | "MARKET";
  tif?: "GTC" | "IOC" | "FOK";
  postOnly?: boolean;
  stp?: 0 | 1 | 2;
  key?: string;
  trigger?: { price: string; by?: "LAST" | "MARK" | "INDEX" };
  tp?: Exit;
  sl?: Exit;
  /** Sent without its side, by a client with one position a contract. */
  isNet?: boolean;
};

const sources = ["LAST", "MARK", "INDEX"] as const;
const units = (text: string): number => Number(parseUnits(text));
const exitOf = (exit: Exit | undefined): { price: number; by: number; limit: number } | undefined =>
  exit === undefined
    ? undefined
    : { price: units(exit.price), by: sources.indexOf(exit.by ?? "LAST"), limit: units(exit.limit ?? "0") };

export type Trailing = { qty?: string; by?: "LAST" | "MARK"; bps?: number; ticks?: number; activation?: string };
export const trailingStop = (uid: number, market: number, posSide: number, stop: Trailing): Command =>
  journaled({
    type: "place_trailing_stop",
    uid,
    key: noKey,
    market,
    posSide,
    qty: units(stop.qty ?? "0"),
    by: sources.indexOf(stop.by ?? "MARK"),
    callbackBps: stop.bps ?? 0,
    callbackTicks: stop.ticks ?? 0,
    activation: units(stop.activation ?? "0"),
  });

/** What can be said to the small exchange with its perpetuals: BTC at 50,000, ETH at 2,500; money goes to the futures accounts. */
export class PerpDesk extends World {
  constructor(money: Partial<Record<Person, string[]>> = {}) {
    super({}, "50000");
    for (const command of perpOpening(this.operator as never, this.wallet as never)) {
      const code = this.do(command);
      if (code !== 200) throw new Error(`${command.type} was refused with ${code}`);
    }
    this.feed(perp.btcUsdt, "50000");
    this.feed(perp.btcUsd, "50000");
    this.feed(perp.ethUsdt, "2500");
    this.feed(perp.ethUsd, "2500");
    this.batch(1_000);
    for (const [name, amounts] of Object.entries(money))
      for (const amount of amounts ?? []) this.fund(name as Person, amount);
  }

  /** Other terms for a contract, from now on. */
  reconfigure(market: number, change: object): void {
    for (const command of perpContract(this.operator as never, market, perpMeasures[market]!, change)) {
      const code = this.do(command);
      if (code !== 200) throw new Error(`${command.type} was refused with ${code}`);
    }
  }

  /** Deposits and moves on to the futures account of its coin. */
  fund(name: Person, text: string): void {
    const [, code] = text.split(" ") as [string, string];
    this.give(name, text);
    this.move(name, text, "spot", code === "USDT" ? "futures" : "coin");
  }

  /** Every source says this price. */
  feed(market: number, price: string): void {
    this.price(price, [0, 1, 2, 3], market);
  }

  /** A new index, and a second later the mark that follows from it. */
  mark(price: string, market: number = perp.btcUsdt): void {
    this.feed(market, price);
    this.batch(1_000);
    if (this.markOf(market) !== price) throw new Error(`the mark is ${this.markOf(market)}, not ${price}`);
  }

  /** Keeps every index fresh while time passes, a second at a time. */
  wait(seconds: number, prices: Readonly<Record<number, string>> = {}): void {
    for (let i = 0; i < seconds; i += 1) {
      if (i % 5 === 0) for (const market of perpIds) this.feed(market, prices[market] ?? this.indexText(market));
      this.batch(1_000);
    }
  }

  /** A second before the next settlement of funding, every index fresh; the batch after it settles. */
  beforeFunding(prices: Readonly<Record<number, string>> = {}): void {
    const intervalMs = 28_800_000;
    this.until(Math.floor(this.at / intervalMs) * intervalMs + intervalMs - 1_000, prices);
  }

  /** Long stretches of time: an outage, and the minute of its return, so that every market trades again at the time given. */
  until(at: number, prices: Readonly<Record<number, string>> = {}): void {
    const returnMs = 70_000;
    const kept = Object.fromEntries(perpIds.map((market) => [market, prices[market] ?? this.indexText(market)]));
    if (at - this.at > returnMs) this.batch(at - returnMs - this.at);
    this.wait(Math.floor((at - this.at) / 1_000), kept);
    if (this.at < at) this.batch(at - this.at);
  }

  /** Walks an index, and the mark with it, as far as it takes without the breaker: at most 9 % a minute. */
  drift(price: string, market: number = perp.btcUsdt): void {
    const to = units(price);
    for (;;) {
      const now = units(this.indexText(market));
      this.wait(61);
      if (Math.abs(to - now) * 100 <= now * 9) return this.mark(price, market);
      const step = Math.floor((now * (to > now ? 1.08 : 0.92)) / 100_000_000) * 100_000_000;
      this.mark(printUnits(BigInt(step)), market);
    }
  }

  indexText(market: number): string {
    const { w } = this.state.memory;
    const index = w[this.state.markets.at(market) + 13]!;
    return printUnits(BigInt(index) * BigInt(perpMeasures[market]!.tick));
  }

  markOf(market: number = perp.btcUsdt): string {
    const { w } = this.state.memory;
    const contract = w[this.state.markets.at(market) + 29]!;
    return printUnits(BigInt(w[contract + 2]!) * BigInt(perpMeasures[market]!.tick));
  }

  perpOrder(wish: PerpOrder): Command {
    const type = wish.type ?? (wish.price === undefined ? "MARKET" : "LIMIT");
    const buys = wish.do === "open long" || wish.do === "close short";
    return journaled({
      type: "place_order",
      uid: people[wish.by],
      key: wish.key === undefined ? noKey : keyOf(wish.key),
      market: wish.market ?? perp.btcUsdt,
      product: 0,
      side: buys ? 0 : 1,
      orderType: type === "LIMIT" ? 0 : 1,
      tif: ["GTC", "IOC", "FOK"].indexOf(wish.tif ?? (type === "MARKET" ? "IOC" : "GTC")),
      postOnly: wish.postOnly ?? false,
      stp: wish.stp ?? 0,
      price: units(wish.price ?? "0"),
      qty: units(wish.qty),
      quoteAmount: 0,
      posSide: wish.isNet === true ? 3 : wish.do.endsWith("long") ? 1 : 2,
      trigger:
        wish.trigger === undefined
          ? undefined
          : { price: units(wish.trigger.price), by: sources.indexOf(wish.trigger.by ?? "LAST") },
      tp: exitOf(wish.tp),
      sl: exitOf(wish.sl),
    });
  }

  send(wish: PerpOrder): number {
    return this.do(this.perpOrder(wish));
  }

  /** Sends and returns the new order's id. */
  sent(wish: PerpOrder): number {
    const code = this.send(wish);
    if (code !== 200) throw new Error(`refused with ${code}`);
    return this.state.result.ref;
  }

  /** Two traders meet at a price: one goes long, the other short. */
  meet(long: Person, short: Person, qty: string, price: string, market: number = perp.btcUsdt): void {
    this.sent({ by: short, do: "open short", qty, price, market });
    this.sent({ by: long, do: "open long", qty, price, market });
  }

  tpsl(by: Person, posSide: 1 | 2, set: { qty?: string; tp?: Exit; sl?: Exit }, market: number = perp.btcUsdt): number {
    return this.do(
      journaled({
        type: "set_tpsl",
        uid: people[by],
        key: noKey,
        market,
        posSide,
        qty: units(set.qty ?? "0"),
        tp: exitOf(set.tp),
        sl: exitOf(set.sl),
      }),
    );
  }

  /** A trailing stop; without `qty` of the whole position. */
  trailing(by: Person, posSide: 1 | 2, stop: Trailing, market: number = perp.btcUsdt): number {
    return this.do(trailingStop(people[by], market, posSide, stop));
  }

  reverse(by: Person, posSide: 1 | 2, market: number = perp.btcUsdt): number {
    return this.do(journaled({ type: "reverse_position", uid: people[by], key: noKey, market, posSide }));
  }

  flash(by: Person, posSide: 1 | 2, market: number = perp.btcUsdt): number {
    return this.do(journaled({ type: "flash_close", uid: people[by], key: noKey, market, posSide }));
  }

  closeAll(by: Person, product = 0): number {
    return this.do(journaled({ type: "close_all", uid: people[by], key: noKey, product }));
  }

  cancelAfter(by: Person, ms: number, scope: { market?: number; product?: number } = {}): number {
    const { market = 0, product = 0 } = scope;
    return this.do(journaled({ type: "cancel_after", uid: people[by], key: noKey, ms, market, product }));
  }

  sweep(by: Person, scope: { market?: number; posSide?: number; triggers?: boolean; tpsl?: boolean }): number {
    const { market = 65_535, posSide = 0, triggers = true, tpsl = false } = scope;
    return this.do(
      journaled({
        type: "cancel_all",
        uid: people[by],
        key: noKey,
        market,
        product: 0,
        posSide,
        includeTriggers: triggers,
        includeTpsl: tpsl,
      }),
    );
  }

  mode(by: Person, mode: "cross" | "isolated", market: number = perp.btcUsdt): number {
    return this.do(
      journaled({ type: "set_margin_mode", uid: people[by], key: noKey, market, mode: mode === "cross" ? 0 : 1 }),
    );
  }

  leverage(by: Person, leverage: number, market: number = perp.btcUsdt, posSide: 0 | 1 | 2 = 0): number {
    return this.do(journaled({ type: "set_leverage", uid: people[by], key: noKey, market, posSide, leverage }));
  }

  addMargin(by: Person, posSide: 1 | 2, amount: string, market: number = perp.btcUsdt): number {
    const amountUnits = amount.startsWith("-") ? -parseUnits(amount.slice(1))! : parseUnits(amount)!;
    return this.do(
      journaled({ type: "change_margin", uid: people[by], key: noKey, market, posSide, amount: amountUnits }),
    );
  }

  /** Campaign money of the USDT futures, from the company. */
  campaign(campaign: number, text: string, product = 4): number {
    const amount = parseUnits(text)!;
    return this.do(this.operator({ type: "fund_campaign", campaign, product, asset: asset.usdt, amount }));
  }

  grant(by: Person, terms: Partial<GrantTerms> & { id: number; amount: bigint }): number {
    const { id, amount, campaign = 1, kind = 0, ratio = 100_000_000, endsAt = this.at + 86_400_000 } = terms;
    const { market = 0, minLeverage = 0, maxLeverage = 0 } = terms;
    const limits = { market, minLeverage, maxLeverage };
    const uid = people[by];
    return this.do(
      this.operator({ type: "grant_bonus", uid, grant: id, campaign, kind, amount, ratio, endsAt, ...limits }),
    );
  }

  voucher(
    by: Person,
    terms: { id: number; face: string; posSide?: 1 | 2; leverage?: number; campaign?: number },
  ): number {
    const { id, face, posSide = 1, leverage = 20, campaign = 1 } = terms;
    return this.do(
      this.operator({
        type: "open_voucher",
        uid: people[by],
        voucher: id,
        campaign,
        market: perp.btcUsdt,
        posSide,
        leverage,
        face: parseUnits(face)!,
      }),
    );
  }

  /** No fees at all, for figures that speak of losses alone. */
  withoutFees(): void {
    const rates = { spotMaker: 0, spotTaker: 0, perpMaker: 0, perpTaker: 0 };
    this.do(this.operator({ type: "configure_fees", level: 0, ...rates }));
  }

  amendTrigger(by: Person, orderId: number, change: { trigger?: string; price?: string; qty?: string }): number {
    const part = (text: string | undefined): number => (text === undefined ? unchanged : units(text));
    return this.do(
      journaled({
        type: "amend_order",
        uid: people[by],
        key: noKey,
        orderId,
        price: part(change.price),
        qty: part(change.qty),
        trigger: part(change.trigger),
      }),
    );
  }
}
