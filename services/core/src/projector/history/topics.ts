import { candlePart, candlePrices, type Instruments, topics } from "@tidemark/contracts";
import type { Signer } from "@tidemark/contracts/codec";
import { type Bus, type HistoryChange, sealQuestion, subjects, type Time } from "@tidemark/kit-node";
import type pg from "pg";
import { type CandleChange, readSimulatedBefore } from "../markets/candles.ts";
import { candleRowOf } from "../markets/market-answers.ts";
import { MarketDays } from "../markets/market-days.ts";
import { RunningCandles } from "../markets/running-candles.ts";

/** Charts and lists are redrawn no more often than this. */
const publishEveryMs = 200;

export type HistoryTopicsDeps = {
  readonly bus: Bus;
  readonly core: string;
  readonly signer: Signer;
  readonly time: Time;
};

type Loaded = {
  readonly days: MarketDays;
  readonly candles: RunningCandles;
  readonly simulatedBefore: number | undefined;
};

/** What the projector publishes beside the history: running candles and the last 24 hours of each market. */
export class HistoryTopics {
  /** Candles that begin before this time are simulated; undefined where all are real. */
  readonly simulatedBefore: number | undefined;
  readonly #deps: HistoryTopicsDeps;
  readonly #days: MarketDays;
  readonly #candles: RunningCandles;
  /** Markets and prices, as `market:price`, and markets, that have changed since the last message. */
  readonly #changedCandles = new Set<string>();
  readonly #changedDays = new Set<number>();
  #publishedSeq: number;
  #publishedAt = 0;

  private constructor(deps: HistoryTopicsDeps, { days, candles, simulatedBefore }: Loaded, seq: number) {
    this.#deps = deps;
    this.#days = days;
    this.#candles = candles;
    this.simulatedBefore = simulatedBefore;
    this.#publishedSeq = seq;
  }

  /** As the history stands at `seq`. */
  static async load(
    deps: HistoryTopicsDeps,
    client: Pick<pg.ClientBase, "query">,
    now: number,
    seq: number,
  ): Promise<HistoryTopics> {
    const simulatedBefore = await readSimulatedBefore(client);
    // A journal that has not begun has no time yet; a simulated past ends where it will begin.
    const at = Math.max(now, simulatedBefore ?? 0);
    const [days, candles] = [await MarketDays.load(client, at), await RunningCandles.load(client, at)];
    return new HistoryTopics(deps, { days, candles, simulatedBefore }, seq);
  }

  get days(): MarketDays {
    return this.#days;
  }

  /** Takes in what a committed write has changed. */
  take(minutes: Iterable<CandleChange>, now: number): void {
    const changes = [...minutes];
    this.#candles.take(changes);
    for (const { market, price } of changes) this.#changedCandles.add(`${market}:${price}`);
    for (const market of this.#days.take(changes, now)) this.#changedDays.add(market);
  }

  /** Sends what has changed up to `seq`, at most five times a second; a lost message shows as a gap in the numbers of the next. */
  publish(instruments: Instruments, seq: number, now: number): void {
    const { time, bus, core, signer } = this.#deps;
    if (this.#changedCandles.size + this.#changedDays.size === 0) return;
    if (time.steady() - this.#publishedAt < publishEveryMs) return;
    const changes = [...this.#candleChanges(instruments), ...this.#dayChanges(instruments, now)];
    const message = { call: "", uid: 0, ask: { prev: this.#publishedSeq, seq, changes } };
    bus.publish(
      subjects(core).historyTopics,
      sealQuestion(message, { by: "core", sender: signer.node, seal: signer }, time.now()),
    );
    this.#publishedSeq = seq;
    this.#publishedAt = time.steady();
    this.#changedCandles.clear();
    this.#changedDays.clear();
  }

  *#candleChanges(instruments: Instruments): Generator<HistoryChange> {
    for (const key of this.#changedCandles) {
      const [market, price] = key.split(":").map(Number) as [number, number];
      const entry = instruments.marketOf(market);
      if (entry === undefined) continue;
      for (const [interval, candle] of this.#candles.of(market, price))
        yield [topics.candles.name, market, candlePart(candlePrices[price]!, interval), [candleRowOf(entry, candle)]];
    }
  }

  *#dayChanges(instruments: Instruments, now: number): Generator<HistoryChange> {
    const rows = [...this.#changedDays].flatMap((market) => {
      const entry = instruments.marketOf(market);
      return entry === undefined ? [] : [this.#days.row(instruments, entry, now)];
    });
    if (rows.length > 0) yield [topics.days.name, 0, "", rows];
  }
}
