import { calls, type InstrumentList, type MarketEntry, refusals, success } from "@tidemark/contracts";
import type { CommandDraft } from "@tidemark/contracts/codec";
import type { CommandSender, CoreClient, Log, Time } from "@tidemark/kit-node";
import type { PriceBoard } from "./price-board.ts";

export type PriceSenderDeps = {
  readonly core: CoreClient;
  readonly commands: CommandSender;
  readonly board: PriceBoard;
  readonly venueCount: number;
  /** Markets whose outside symbol is not their base and quote. */
  readonly outsideSymbols: ReadonlyMap<string, string>;
  readonly everyMs: number;
  readonly time: Time;
  readonly log: Log;
};

/** New markets are found after this. */
const listingEveryMs = 5_000;
/** An unchanged price is sent again after this, well before the engine drops its source (R-9.1: ten seconds). */
const resendAfterMs = 3_000;
const answerMaxMs = 2_000;
/** A source that a market does not weigh is tried again after this: its weights may change without its listing. */
const unweighedForMs = 10 * 60_000;
/** Any other refusal may be over with the next price. */
const refusedForMs = 5_000;

type Followed = { readonly market: number; readonly symbol: string };
type Sent = { readonly price: bigint; readonly at: number };

/** Sends the core every market's price of every venue: as soon as it changes, and again before it would count as stale. */
export class PriceSender {
  readonly #deps: PriceSenderDeps;
  readonly #sent = new Map<string, Sent>();
  /** Until when prices of a source are not sent to a market, as `market:source`, by the steady clock. */
  readonly #refusedUntil = new Map<string, number>();
  /** Refusals that stand in the log already, until the core takes a price of the same source. */
  readonly #logged = new Set<string>();
  #followed: readonly Followed[] = [];
  #listedAt = Number.NEGATIVE_INFINITY;
  #answeredAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;
  #cancel: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(deps: PriceSenderDeps) {
    this.#deps = deps;
    this.#start();
  }

  /** What the venues are asked for. */
  get symbols(): readonly string[] {
    return [...new Set(this.#followed.map(({ symbol }) => symbol))];
  }

  /** When the core last took a price, by the steady clock. */
  get answeredAt(): number {
    return this.#answeredAt;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel();
    await this.#running;
  }

  #start(): void {
    const { time, everyMs, log } = this.#deps;
    const startedAt = time.steady();
    this.#running = this.#round()
      .catch((error: unknown) =>
        log.error({ problem: error instanceof Error ? error.message : "unknown" }, "oracle: prices not sent"),
      )
      .finally(() => {
        if (this.#isClosed) return;
        this.#cancel = time.after(Math.max(everyMs - (time.steady() - startedAt), 0), () => this.#start());
      });
  }

  async #round(): Promise<void> {
    const { time, commands, log } = this.#deps;
    if (time.steady() - this.#listedAt >= listingEveryMs) await this.#readListing();
    const drafts = this.#drafts(time.now());
    if (drafts.length === 0) return;
    const results = await commands.sendAll(drafts, answerMaxMs);
    for (const [place, result] of results.entries()) {
      const { market, source, price } = drafts[place]!;
      const key = `${market}:${source}`;
      if (result?.code === success) {
        this.#answeredAt = time.steady();
        this.#sent.set(key, { price: BigInt(price), at: time.steady() });
        this.#logged.delete(key);
      } else if (result !== undefined) {
        const isUnweighed = result.code === refusals.CONFIG_INVALID.code;
        this.#refusedUntil.set(key, time.steady() + (isUnweighed ? unweighedForMs : refusedForMs));
        if (this.#logged.has(key)) continue;
        this.#logged.add(key);
        log.warn({ market, source, code: result.code }, "oracle: the core refused a price");
      }
    }
  }

  async #readListing(): Promise<void> {
    const { core, time, outsideSymbols } = this.#deps;
    const reply = await core.ask("now", { call: calls.marketInstruments.name, uid: 0, ask: {} });
    if (reply?.code !== success) return;
    const symbolOf = ({ symbol, base, quote }: MarketEntry): string => outsideSymbols.get(symbol) ?? `${base}/${quote}`;
    const followed = (reply.data as InstrumentList).markets.map((market) => ({
      market: market.id,
      symbol: symbolOf(market),
    }));
    this.#listedAt = time.steady();
    if (JSON.stringify(followed) === JSON.stringify(this.#followed)) return;
    this.#followed = followed;
    this.#refusedUntil.clear();
  }

  #drafts(now: number): Extract<CommandDraft, { type: "source_price_set" }>[] {
    const { board, venueCount } = this.#deps;
    return this.#followed.flatMap(({ market, symbol }) =>
      Array.from({ length: venueCount }, (_, source) => source).flatMap((source) => {
        const price = board.priceOf(source, symbol, now);
        if (price === undefined || !this.#isDue(`${market}:${source}`, price)) return [];
        // Prices are not numbered: the newest counts, and a repeated one changes nothing.
        return [{ type: "source_price_set", producer: 0, number: 0, market, source, price: Number(price) } as const];
      }),
    );
  }

  #isDue(key: string, price: bigint): boolean {
    if (this.#deps.time.steady() < (this.#refusedUntil.get(key) ?? 0)) return false;
    const sent = this.#sent.get(key);
    return sent === undefined || sent.price !== price || this.#deps.time.steady() - sent.at >= resendAfterMs;
  }
}
