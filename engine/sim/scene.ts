import { classOfProducer, type Command, journalCommands, producers } from "@tidemark/contracts/journal";
import { type CommandDraft, decodeCommand, encodeCommand, keyOf, Writer } from "@tidemark/contracts/codec";
import { noKey } from "@tidemark/contracts/journal";

/** A command as the journal would give it back: through the real codec, with its real hashes. */
export function journaled(draft: CommandDraft): Command {
  const out = new Writer();
  encodeCommand(draft, out);
  return decodeCommand(out.bytes, 0, out.length);
}

export const asset = { usdt: 1, btc: 2, eth: 3 } as const;
export const btcUsdt = 1;
export const ethBtc = 2;

type Unnumbered<D> = D extends { producer: number } ? Omit<D, "producer" | "number"> : D;

export type Say = (draft: Unnumbered<CommandDraft>) => Command;

/** Commands of a numbered producer, in their order; what the platform alone may give goes under a number of the platform. */
export function producer(id: number): Say {
  const own = classOfProducer(id);
  const last = new Map<number, number>();
  return (draft) => {
    const counter = journalCommands[draft.type].by === own ? id : producers.identity;
    const number = (last.get(counter) ?? 0) + 1;
    last.set(counter, number);
    return journaled({ ...draft, producer: counter, number } as CommandDraft);
  };
}

/** The opening of every story: three assets, two markets that trade, fee levels of the rule book. */
export function opening(say: Say): Command[] {
  const assetOf = (id: number, code: string): Command =>
    say({
      type: "configure_asset",
      asset: id,
      code,
      scale: 8,
      displayDecimals: 8,
      maxHeld: 4_000_000_000n * 100_000_000n,
    });
  const market = (id: number, symbol: string, base: number, quote: number, tick: number, lot: number): Command =>
    say({
      type: "configure_market",
      market: id,
      symbol,
      kind: 0,
      base,
      quote,
      product: 2,
      tick,
      lot,
      minQty: 1,
      maxQty: 100_000_000,
      maxMarketQty: 50_000_000,
      minNotional: quote === asset.usdt ? 500_000_000 : 10_000,
      maxNotional: 1_000_000_000_000_000,
      minPrice: 1,
      maxPrice: 100_000_000,
      band: 5_000_000,
      farBand: 50_000_000,
      marketProtection: 5_000_000,
      indexCap: 3_000_000,
      breaker: 10_000_000,
      maxOpenOrders: 200,
      weights: [30, 30, 20, 20],
    });
  const rates: [number, number, number, number][] = [
    [100_000, 100_000, 20_000, 55_000],
    [67_500, 80_000, 18_000, 40_000],
    [65_000, 77_500, 16_000, 37_500],
    [62_500, 75_000, 14_000, 35_000],
    [50_000, 60_000, 12_000, 32_000],
    [40_000, 50_000, 10_000, 32_000],
  ];
  return [
    assetOf(asset.usdt, "USDT"),
    assetOf(asset.btc, "BTC"),
    assetOf(asset.eth, "ETH"),
    market(btcUsdt, "BTC/USDT", asset.btc, asset.usdt, 1_000_000, 1_000),
    market(ethBtc, "ETH/BTC", asset.eth, asset.btc, 1_000, 100_000),
    ...rates.map(([spotMaker, spotTaker, perpMaker, perpTaker], level) =>
      say({ type: "configure_fees", level, spotMaker, spotTaker, perpMaker, perpTaker }),
    ),
    ...[btcUsdt, ethBtc].flatMap((id) => [
      say({ type: "set_market_status", market: id, status: 1, liquidates: false }),
      say({ type: "set_market_status", market: id, status: 2, liquidates: false }),
    ]),
  ];
}

/** Words of a place order; whatever is left out is the usual. Prices and sizes in ticks and lots of BTC/USDT unless told otherwise. */
export type Wish = {
  uid: number;
  side: "BUY" | "SELL";
  price?: number;
  qty?: number;
  quoteAmount?: number;
  type?: "LIMIT" | "MARKET";
  tif?: "GTC" | "IOC" | "FOK";
  postOnly?: boolean;
  stp?: 0 | 1 | 2;
  key?: string;
  market?: number;
  product?: number;
  tick?: number;
  lot?: number;
};

export function placing(wish: Wish): Command {
  const type = wish.type ?? "LIMIT";
  return journaled({
    type: "place_order",
    uid: wish.uid,
    key: wish.key === undefined ? noKey : keyOf(wish.key),
    market: wish.market ?? btcUsdt,
    product: wish.product ?? 2,
    side: wish.side === "BUY" ? 0 : 1,
    orderType: type === "LIMIT" ? 0 : 1,
    tif: ["GTC", "IOC", "FOK"].indexOf(wish.tif ?? (type === "MARKET" ? "IOC" : "GTC")),
    postOnly: wish.postOnly ?? false,
    stp: wish.stp ?? 0,
    price: (wish.price ?? 0) * (wish.tick ?? 1_000_000),
    qty: (wish.qty ?? 0) * (wish.lot ?? 1_000),
    quoteAmount: wish.quoteAmount ?? 0,
    posSide: 0,
  });
}
