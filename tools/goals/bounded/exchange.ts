import { type CommandDraft } from "@tidemark/contracts/codec";
import { type Command, type CommandOf, noKey } from "@tidemark/contracts/journal";
import { apply, beginBatch, createState, positionsOf, resume, type State, triggersOf } from "@tidemark/engine";
import { asset, btcUsdt, journaled, opening, perp, perpContract, perpMeasures, producer } from "@tidemark/engine/sim";
import type { Watch } from "./watch.ts";

const one = 100_000_000n;
export const market: number = perp.btcUsdt;
export const { tick, lot } = perpMeasures[market]!;
/** Ticks of BTCUSDT-PERP at 50,000, where every index begins. */
export const par = 500_000;
export const side = { long: 1, short: 2 } as const;
export const by = { last: 0, mark: 1 } as const;
export const tif = { gtc: 0, ioc: 1, fok: 2 } as const;
export const product = { wallet: 1, spot: 2, futures: 4, margin: 5 } as const;

/** Users of the crowd are numbered from here; the few others have numbers below. */
export const crowd = 1_000;
export const dealer = 11;
/** A time at which funding settles. Setting up takes no time on the engine's clock. */
const fundingAt = 59_028 * 28_800_000;
/** Hours from the next one, unless a scenario is about it. */
export const beforeFundingMs = 3_000;
const usualMs = 14_400_000;
const commandsPerBatch = 256;

const unkeyed = { key: noKey, keyHigh: 0, keyLow: 0, bodyHash: 0 } as const;

/** Money of the insurance fund and of the lending pool, and how long before funding the exchange opens. */
type Terms = { readonly fund?: bigint; readonly pool?: bigint; readonly opensMs?: number };
type OrderMore = Partial<Pick<CommandOf<"place_order">, "tif" | "orderType">>;

/** BTCUSDT-PERP and BTC/USDT at 50,000, with the money that a scenario wants behind them. */
export class Exchange {
  readonly state: State = createState();
  private at = fundingAt;
  private sent = 0;
  private number = 0;
  private readonly operator = producer(1);
  declare private readonly watch: Watch;

  constructor(watch: Watch, { fund = 0n, pool = 0n, opensMs = usualMs }: Terms = {}) {
    this.watch = watch;
    this.at -= opensMs;
    const { operator } = this;
    this.batch(0);
    for (const command of opening(operator)) this.must(command);
    for (const command of perpContract(operator as never, market, perpMeasures[market]!)) this.must(command);
    for (const status of [1, 2]) this.must(operator({ type: "set_market_status", market, status, liquidates: false }));
    this.must(operator({ type: "configure_pair", market: btcUsdt, leverage: 5, baseRate: 1_000, quoteRate: 2_000 }));
    this.seed(product.futures, 0, fund);
    this.seed(product.margin, 1, pool);
    this.index(par);
    this.batch(1_000);
  }

  private seed(to: number, fund: number, units: bigint): void {
    if (units === 0n) return;
    const amount = units * one;
    this.number += 1;
    const treasury = { type: "credit_treasury", producer: 2, number: this.number, asset: asset.usdt, amount } as const;
    this.must(journaled(treasury as CommandDraft));
    this.must(this.operator({ type: "move_treasury", product: to, asset: asset.usdt, amount }));
    this.must(this.operator({ type: "seed_fund", fund, product: to, asset: asset.usdt, amount }));
  }

  /** Applies a command to its end and says what it was answered. */
  run(command: Command): number {
    const { state, watch } = this;
    this.sent += 1;
    if (this.sent % commandsPerBatch === 0) this.batch(0);
    let ended = watch.slice(() => apply(state, command, 0));
    while (!ended) ended = watch.slice(() => resume(state));
    this.lookForFault();
    return state.result.code;
  }

  must(command: Command): void {
    const code = this.run(command);
    if (code !== 200) throw new Error(`${command.type} was refused with ${code}`);
  }

  operate(draft: Parameters<ReturnType<typeof producer>>[0]): void {
    this.must(this.operator(draft));
  }

  /** The next batch, so many milliseconds later, with everything that is due by then. */
  batch(ms: number): void {
    const { state, watch } = this;
    this.at += ms;
    let ended = watch.slice(() => beginBatch(state, this.at));
    while (!ended) ended = watch.slice(() => resume(state));
    this.lookForFault();
  }

  private lookForFault(): void {
    const { fault } = this.state;
    if (fault === undefined) return;
    this.watch.wrong.push(`fault: ${fault instanceof Error ? fault.message : "of no kind"}`);
    this.state.fault = undefined;
  }

  /** Every source says this price, of both markets. */
  index(ticks: number): void {
    for (const id of [market, btcUsdt])
      for (const source of [0, 1, 2, 3]) {
        const price = ticks * tick;
        this.run({ type: "source_price_set", producer: 0, number: 0, bodyHash: 0, market: id, source, price });
      }
  }

  /** A deposit, moved on to the futures account, or to another. */
  fund(uid: number, units: bigint, toProduct: number = product.futures, toSub = 0): void {
    const amount = units * one;
    this.number += 1;
    const counted = { producer: 2, number: this.number, bodyHash: 0 };
    this.must({ type: "credit_deposit", ...counted, uid, asset: asset.usdt, amount, reference: `x${this.number}` });
    const way = { fromProduct: product.wallet, fromSub: 0, toProduct, toSub };
    this.must({ type: "transfer", uid, ...unkeyed, ...way, asset: asset.usdt, amount });
  }

  /** Money of a margin pair, and a loan on it. */
  borrow(uid: number, own: bigint, loan: bigint): void {
    this.fund(uid, own, product.margin, btcUsdt);
    this.must({ type: "borrow", uid, ...unkeyed, market: btcUsdt, asset: asset.usdt, amount: loan * one });
  }

  /** One with money for everything, who pays for positions in full: no tier and no margin test is in its way. */
  dealer(uid: number = dealer): void {
    this.fund(uid, 1_000_000_000n);
    this.must({ type: "set_leverage", uid, ...unkeyed, market, posSide: 0, leverage: 1 });
  }

  isolate(uid: number, leverage: number): void {
    this.must({ type: "set_margin_mode", uid, ...unkeyed, market, mode: 1 });
    this.must({ type: "set_leverage", uid, ...unkeyed, market, posSide: 0, leverage });
  }

  /** Opens a position, or what rests of it, at a limit. */
  open(uid: number, posSide: number, ticks: number, lots: number, more: OrderMore = {}): number {
    return this.run({
      type: "place_order",
      uid,
      ...unkeyed,
      market,
      product: 0,
      side: posSide - 1,
      orderType: more.orderType ?? 0,
      tif: more.tif ?? tif.gtc,
      postOnly: false,
      stp: 0,
      price: ticks * tick,
      qty: lots * lot,
      quoteAmount: 0,
      posSide,
      trigger: undefined,
      tp: undefined,
      sl: undefined,
    });
  }

  mustOpen(uid: number, posSide: number, ticks: number, lots: number, more: OrderMore = {}): void {
    const code = this.open(uid, posSide, ticks, lots, more);
    if (code !== 200) throw new Error(`an order of ${uid} was refused with ${code}`);
  }

  /** Stop loss, or take profit as well, of a long: of so many lots, or with 0 of all of it. */
  exits(uid: number, lots: number, source: number, stopTicks: number, profitTicks = 0): void {
    const exit = (ticks: number): CommandOf<"set_tpsl">["sl"] => ({ price: ticks * tick, by: source, limit: 0 });
    const tp = profitTicks === 0 ? undefined : exit(profitTicks);
    const what = { market, posSide: side.long, qty: lots * lot, tp, sl: exit(stopTicks) };
    this.must({ type: "set_tpsl", uid, ...unkeyed, ...what });
  }

  closeAll(uid: number): number {
    return this.run({ type: "close_all", uid, ...unkeyed, product: 0 });
  }

  /** So many users go long against the dealer, each with the same lots and money. */
  longs(count: number, lots: number, units: bigint, leverage = 0): void {
    for (let i = 0; i < count; i += 1) {
      if (i % 1_000 === 0) this.mustOpen(dealer, side.short, par, lots * Math.min(1_000, count - i));
      const uid = crowd + i;
      this.fund(uid, units);
      if (leverage > 0) this.isolate(uid, leverage);
      this.mustOpen(uid, side.long, par, lots);
    }
  }

  /** Lots of all open positions of one side among so many of the crowd, looking at every `step`th. */
  held(count: number, step = 1, posSide: number = side.long, from: number = crowd): number {
    let sum = 0;
    for (let i = 0; i < count; i += step) sum += this.lotsOf(from + i, posSide);
    return sum;
  }

  lotsOf(uid: number, posSide: number = side.long): number {
    return positionsOf(this.state, uid).find((position) => position.posSide === posSide)?.qty ?? 0;
  }

  /** Triggers that wait among so many of the crowd. */
  waiting(count: number): number {
    let sum = 0;
    for (let i = 0; i < count; i += 1) sum += triggersOf(this.state, crowd + i).length;
    return sum;
  }
}
