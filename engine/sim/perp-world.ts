import { type Command, type EventRow, keyOf, noKey, unchanged } from "@tidemark/contracts/codec";
import { parseUnits, printUnits } from "@tidemark/money";
import { checkAll } from "../src/invariants.ts";
import { balanceOf, depthOf } from "../src/questions.ts";
import {
  type MarginAccountNow,
  marginAccountsOf,
  type PositionNow,
  positionsOf,
  type TriggerNow,
  triggersOf,
} from "../src/questions-perps.ts";
import { accountKey } from "../src/ledger/accounts.ts";
import { asset, journaled } from "./scene.ts";
import { perp, perpContract, perpIds, perpMeasures, perpOpening } from "./perp-scene.ts";
import { people, type Person, World } from "./world.ts";

/** What an ended trigger says of itself: its id, how it ended, why, and the refusal it met. */
type Ending = { id: number; status: number; cause: number; result: number };
type GrantTerms = {
  campaign: number;
  kind: 0 | 1;
  ratio: number;
  endsAt: number;
  market: number;
  minLeverage: number;
  maxLeverage: number;
};
type Named<T extends EventRow["type"]> = Extract<EventRow, { type: T }>;

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
};

const sources = ["LAST", "MARK", "INDEX"] as const;
const units = (text: string): number => Number(parseUnits(text));
const exitOf = (exit: Exit | undefined): { price: number; by: number; limit: number } | undefined =>
  exit === undefined
    ? undefined
    : { price: units(exit.price), by: sources.indexOf(exit.by ?? "LAST"), limit: units(exit.limit ?? "0") };

/** The small exchange with its perpetuals: BTC at 50,000, ETH at 2,500; money goes to the futures accounts. */
export class PerpWorld extends World {
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
    const next = Math.floor(this.at / intervalMs) * intervalMs + intervalMs;
    const kept = Object.fromEntries(perpIds.map((market) => [market, prices[market] ?? this.indexText(market)]));
    this.batch(next - 2_000 - this.at);
    for (const market of perpIds) this.feed(market, kept[market]!);
    this.batch(1_000);
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
      posSide: wish.do.endsWith("long") ? 1 : 2,
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

  positions(by: Person): PositionNow[] {
    return positionsOf(this.state, people[by]);
  }

  leg(by: Person, posSide: 1 | 2 = 1, market: number = perp.btcUsdt): PositionNow | undefined {
    return this.positions(by).find((leg) => leg.posSide === posSide && leg.market === market);
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

  /** Puts the margin of an isolated leg to an amount by hand, the rest to cash: what the vectors start from no order may reach. */
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
