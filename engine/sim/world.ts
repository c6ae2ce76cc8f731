import { keyOf, readEvents } from "@tidemark/contracts/codec";
import { type Command, noKey, unchanged } from "@tidemark/contracts/journal";
import { parseUnits, printUnits } from "@tidemark/money";
import { apply, beginBatch, resume } from "../src/apply.ts";
import { balanceOf, depthOf, openOrdersOf } from "../src/read/questions.ts";
import { createState } from "../src/state/logic-version.ts";
import type { State } from "../src/state/state.ts";
import { asset, btcUsdt, journaled, opening, placing, producer, type Wish } from "./scene.ts";

const assetIds: Record<string, number> = { USDT: asset.usdt, BTC: asset.btc, ETH: asset.eth };
const products: Record<string, number> = { wallet: 1, spot: 2, coin: 3, futures: 4 };
const buckets: Record<string, number> = { avail: 0, hold: 1, cash: 3 };
export const people = { alice: 11, bob: 12, carol: 13, dave: 14, erin: 15, frank: 16 } as const;
export type Person = keyof typeof people;

type Order = Omit<Wish, "uid" | "price" | "qty" | "quoteAmount"> & {
  by: Person;
  price?: string;
  qty?: string;
  quoteAmount?: string;
};

/** A small exchange for tests that read as sentences: BTC/USDT trades at an index of 50,000; amounts are decimal text. */
export class World {
  readonly state: State;
  readonly operator = producer(1);
  readonly wallet = producer(2);
  at = 1_700_000_000_000;
  private index = 0;
  private deposits = 0;

  constructor(money: Partial<Record<Person, string[]>> = {}, indexPrice: string | null = "50000", logicVer?: number) {
    this.state = createState(logicVer);
    this.batch();
    for (const command of opening(this.operator)) this.do(command);
    if (indexPrice !== null) this.price(indexPrice);
    for (const [name, amounts] of Object.entries(money))
      for (const amount of amounts ?? []) this.give(name as Person, amount);
  }

  /** A new batch, `ms` later. */
  batch(ms = 1): void {
    this.at += ms;
    let ended = beginBatch(this.state, this.at);
    while (!ended) ended = resume(this.state);
    this.index = 0;
  }

  /** The code it was answered with. */
  do(command: Command): number {
    let ended = apply(this.state, command, (this.index += 1));
    while (!ended) ended = resume(this.state);
    return this.state.result.code;
  }

  price(text: string, sources = [0, 1, 2, 3], market = btcUsdt): void {
    for (const source of sources)
      this.do(
        journaled({
          type: "source_price_set",
          producer: 0,
          number: 0,
          market,
          source,
          price: Number(parseUnits(text)),
        }),
      );
  }

  give(name: Person, text: string): void {
    const [amount, code] = text.split(" ") as [string, string];
    const units = parseUnits(amount)!;
    this.do(
      this.wallet({
        type: "credit_deposit",
        uid: people[name],
        asset: assetIds[code]!,
        amount: units,
        reference: this.reference(),
      }),
    );
    this.move(name, text, "wallet", "spot");
  }

  /** What no deposit of this world has carried yet. */
  reference(): string {
    this.deposits += 1;
    return `given ${this.deposits}`;
  }

  move(name: Person, text: string, from: string, to: string, key = ""): number {
    const [amount, code] = text.split(" ") as [string, string];
    return this.do(
      journaled({
        type: "transfer",
        uid: people[name],
        key: key === "" ? noKey : keyOf(key),
        fromProduct: products[from] ?? 5,
        fromSub: 0,
        toProduct: products[to] ?? 5,
        toSub: 0,
        asset: assetIds[code] ?? 9,
        amount: parseUnits(amount)!,
      }),
    );
  }

  order(wish: Order): Command {
    const { by, price, qty, quoteAmount, ...rest } = wish;
    const units = (text: string | undefined): number => Number(parseUnits(text ?? "0"));
    return placing({
      ...rest,
      uid: people[by],
      price: units(price),
      qty: units(qty),
      quoteAmount: units(quoteAmount),
      tick: 1,
      lot: 1,
    });
  }

  place(wish: Order): number {
    return this.do(this.order(wish));
  }

  /** Places and returns the new order's id. */
  placed(wish: Order): number {
    const code = this.place(wish);
    if (code !== 200) throw new Error(`refused with ${code}`);
    return this.state.result.ref;
  }

  cancel(by: Person, orderId: number): number {
    return this.do(journaled({ type: "cancel_order", uid: people[by], key: noKey, orderId }));
  }

  amend(by: Person, orderId: number, change: { price?: string; qty?: string }): number {
    const units = (text: string | undefined): number => (text === undefined ? unchanged : Number(parseUnits(text)));
    return this.do(
      journaled({
        type: "amend_order",
        uid: people[by],
        key: noKey,
        orderId,
        price: units(change.price),
        qty: units(change.qty),
        trigger: unchanged,
      }),
    );
  }

  cancelAll(by: Person, market = 65_535): number {
    return this.do(
      journaled({
        type: "cancel_all",
        uid: people[by],
        key: noKey,
        market,
        product: 0,
        posSide: 0,
        includeTriggers: true,
        includeTpsl: false,
      }),
    );
  }

  status(status: number, market = btcUsdt, liquidates = false): number {
    return this.do(this.operator({ type: "set_market_status", market, status, liquidates }));
  }

  /** Ends a market for good, a perpetual's positions at this mark. */
  settle(mark = "0", market = btcUsdt): number {
    return this.do(this.operator({ type: "settle_market", market, mark: Number(parseUnits(mark)) }));
  }

  balance(name: Person, code: string, bucket = "avail", product = "spot"): string {
    return printUnits(balanceOf(this.state, people[name], products[product]!, assetIds[code]!, buckets[bucket]!));
  }

  /** The book as people read it: [price in USDT, size in BTC]. */
  book(): { bids: string[]; asks: string[] } {
    const { bids, asks } = depthOf(this.state, btcUsdt);
    const text = ([price, total]: [number, number]): string =>
      `${printUnits(BigInt(price) * 1_000_000n)} × ${printUnits(BigInt(total) * 1_000n)}`;
    return { bids: bids.map(text), asks: asks.map(text) };
  }

  open(name: Person): number[] {
    return openOrdersOf(this.state, people[name]).map((order) => order.id);
  }

  events(): ReturnType<typeof readEvents> {
    return readEvents(this.state.events.a.slice(0, this.state.events.length));
  }

  /** How each ended order of this batch ended: [id, status, cause, filled lots]. */
  endings(): [number, number, number, number][] {
    return this.events().flatMap(
      (event) =>
        (event.type === "order_closed" ? [[event.orderId, event.status, event.cause, event.filled]] : []) as [
          number,
          number,
          number,
          number,
        ][],
    );
  }

  fills(): [maker: number, ticks: number, lots: number][] {
    return this.events().flatMap(
      (event) =>
        (event.type === "order_filled" ? [[event.makerOrder, event.price, event.qty]] : []) as [
          number,
          number,
          number,
        ][],
    );
  }
}
