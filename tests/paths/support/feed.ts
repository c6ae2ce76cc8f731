import type { CommandDraft } from "@tidemark/contracts/codec";
import type { CoreLink } from "../../../tools/dev/core-link.ts";
import { contracts } from "../../../tools/dev/seed/contracts.ts";
import { markets, units } from "../../../tools/dev/seed/listing.ts";

const sources = [0, 1, 2, 3];
/** An index that is not told for ten seconds is stale. */
const everyMs = 400;

type PricedMarket = { readonly id: number; readonly symbol: string };

/** The prices that outside sources say, in a test's hand: all at one price until it is moved. */
export class Feed {
  readonly #link: CoreLink;
  readonly #markets: readonly PricedMarket[];
  readonly #prices = new Map<number, string>();
  readonly #timer: NodeJS.Timeout;

  /** `own` are markets that the test listed itself. */
  constructor(link: CoreLink, own: readonly PricedMarket[] = []) {
    this.#link = link;
    this.#markets = [...markets, ...contracts, ...own];
    this.#timer = setInterval(() => this.#tell(), everyMs);
  }

  set(symbol: string, price: string): void {
    this.#prices.set(this.#markets.find((market) => market.symbol === symbol)!.id, price);
    this.#tell();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tell(): void {
    const told = [...this.#prices].flatMap(([market, price]) =>
      sources.map((source): CommandDraft => ({
        type: "source_price_set",
        producer: 0,
        number: 0,
        market,
        source,
        price: Number(units(price)),
      })),
    );
    if (told.length > 0) this.#link.tell("oracle", told);
  }
}
