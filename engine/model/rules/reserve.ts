import { type Kind, type Listed, exactValue, marginValue } from "./contract.ts";
import { feeOn } from "./fees.ts";
import { least, most, Ratio, whole } from "./ratio.ts";

export type OpeningSide = "buy" | "sell";

/** table 1.2. */
export const marginOf = (value: bigint, leverage: bigint): bigint => new Ratio(value, leverage).ceil();

/** Section 8.4, the table. An empty opposite side leaves the order's own price. */
export function assumedOfLimit(kind: Kind, side: OpeningSide, price: bigint, opposite: bigint | undefined): bigint {
  const other = opposite ?? price;
  if (kind === "linear" && side === "sell") return most(price, other);
  if (kind === "inverse" && side === "buy") return least(price, other);
  return price;
}

/** Section 8.4, the line MARKET. */
export function assumedOfMarket(
  kind: Kind,
  side: OpeningSide,
  protection: bigint,
  mark: bigint,
  opposite: bigint | undefined,
): bigint {
  if (kind === "linear") return side === "buy" ? protection : most(mark, opposite ?? mark);
  return side === "buy" ? least(mark, opposite ?? mark) : protection;
}

/** the loss of a fill at the limit, seen from the mark; each value rounded so that the loss is not understated. */
function lossOnOpening(contract: Listed, side: OpeningSide, limit: bigint, mark: bigint, qty: bigint): bigint {
  const atLimit = exactValue(contract, whole(limit), qty);
  const atMark = exactValue(contract, whole(mark), qty);
  if (contract.kind === "linear") {
    const difference = limit - mark;
    const ticks = side === "buy" ? difference : -difference;
    return most(0n, exactValue(contract, whole(1n), qty).ceil() * ticks);
  }
  return most(0n, side === "buy" ? atMark.ceil() - atLimit.floor() : atLimit.ceil() - atMark.floor());
}

export type Opening = {
  readonly side: OpeningSide;
  readonly isCross: boolean;
  readonly qty: bigint;
  readonly leverage: bigint;
  readonly takerRate: number;
  readonly assumed: bigint;
  readonly limit: bigint;
  readonly mark: bigint;
};

/** */
export function reserveOf(contract: Listed, order: Opening) {
  const value = marginValue(contract, order.assumed, order.qty);
  const margin = marginOf(value, order.leverage);
  const fee = feeOn(value, order.takerRate);
  const loss = order.isCross ? lossOnOpening(contract, order.side, order.limit, order.mark, order.qty) : 0n;
  return { value, margin, fee, loss, reserve: margin + fee + loss };
}

/** Table 1.2: what stays after a partial fill is rounded up (V035). */
export const reserveLeft = (reserve: bigint, remaining: bigint, qty: bigint): bigint =>
  new Ratio(reserve * remaining, qty).ceil();

/** and 3.3, "isolated opening fill": margin gets what the fill asks, or what its share leaves after the fee. */
export function divided(share: bigint, fee: bigint, asked: bigint): { readonly margin: bigint; readonly cash: bigint } {
  const margin = least(asked, share - fee);
  return { margin, cash: share - fee - margin };
}
