import { entryCauses, type Instruments, posSides, productIds } from "@tidemark/contracts";
import { joinMoney, readEvents } from "@tidemark/contracts/codec";
import {
  type MarginAccountNow,
  type PairNow,
  pairsOf,
  type PositionNow,
  positionsOf,
  type Preview,
} from "@tidemark/engine";
import { printUnits } from "@tidemark/money";
import { transferable } from "./now-assets.ts";
import { marginAccountsNow, ratioText } from "./now-perps.ts";
import type { NowContext } from "./refuse.ts";

export type TransferAsk = {
  readonly fromProduct: number;
  readonly fromSubProduct?: string | undefined;
  readonly toProduct: number;
  readonly toSubProduct?: string | undefined;
  readonly asset: string;
};

/** What a transfer can change, read before it and again as it would leave it. */
type Standing = {
  readonly from: bigint;
  readonly to: bigint;
  readonly margins: readonly MarginAccountNow[];
  readonly positions: readonly PositionNow[];
  readonly pairs: readonly PairNow[];
};

export function standingOf(here: NowContext, ask: TransferAsk): Standing {
  const { state, instruments, uid } = here;
  const asset = instruments.asset(ask.asset)?.id ?? 0;
  const touched = [ask.fromProduct, ask.toProduct];
  return {
    from: transferable(here, { product: ask.fromProduct, sub: ask.fromSubProduct, asset }),
    to: transferable(here, { product: ask.toProduct, sub: ask.toSubProduct, asset }),
    margins: marginAccountsNow(state, uid).filter((one) => touched.includes(one.product) && one.asset === asset),
    positions: positionsOf(state, uid).filter(({ market }) => settlesHere(instruments, market, touched, ask.asset)),
    pairs: touched.includes(productIds.margin) ? pairsOf(state, uid) : [],
  };
}

const settlesHere = (instruments: Instruments, market: number, products: readonly number[], asset: string): boolean =>
  products.includes(instruments.marketOf(market)?.product ?? 0) && instruments.worthAsset(market) === asset;

type Change = { readonly before: string; readonly after: string };

/** What differs between two readings, each thing once, by what names it. */
function changes<Thing, Shown>(
  before: readonly Thing[],
  after: readonly Thing[],
  isSame: (a: Thing, b: Thing) => boolean,
  textOf: (one: Thing) => string,
  show: (one: Thing, change: Change) => Shown,
): Shown[] {
  const all = [...before, ...after.filter((one) => !before.some((other) => isSame(one, other)))];
  return all.flatMap((one) => {
    const [first, second] = [before, after].map((list) => list.find((other) => isSame(one, other)));
    const change = {
      before: first === undefined ? "" : textOf(first),
      after: second === undefined ? "" : textOf(second),
    };
    return change.before === change.after ? [] : [show(one, change)];
  });
}

function marginChanges(instruments: Instruments, before: Standing, after: Standing): object[] {
  return after.margins.map((account) => {
    const was = before.margins.find((one) => one.product === account.product);
    const equity = (one: MarginAccountNow | undefined): string => instruments.amount(account.asset, one?.equity ?? 0n);
    return {
      product: account.product,
      asset: instruments.assetOf(account.asset)?.asset ?? "",
      equity: { before: equity(was), after: equity(account) },
      marginRatio: { before: ratioText(was?.ratioBasisPoints), after: ratioText(account.ratioBasisPoints) },
    };
  });
}

const forfeit = entryCauses.indexOf("FORFEIT");

/** What is forfeited is read from the events that end grants, not from rules repeated here. */
function forfeitedOf(done: Preview, uid: number): bigint {
  return readEvents(done.events).reduce(
    (sum, event) =>
      event.type === "bonus_changed" && event.uid === uid && event.cause === forfeit
        ? sum + joinMoney(event.amountHigh, event.amountLow)
        : sum,
    0n,
  );
}

export function transferOutcome(here: NowContext, ask: TransferAsk, before: Standing, done: Preview): object {
  const { instruments, uid } = here;
  const after = standingOf(here, ask);
  const asset = instruments.asset(ask.asset)?.id ?? 0;
  const amount = (units: bigint): string => instruments.amount(asset, units);
  return {
    from: { before: amount(before.from), after: amount(after.from) },
    to: { before: amount(before.to), after: amount(after.to) },
    forfeited: amount(forfeitedOf(done, uid)),
    margins: marginChanges(instruments, before, after),
    positions: changes(
      before.positions,
      after.positions,
      (a, b) => a.market === b.market && a.posSide === b.posSide,
      ({ market, liquidationTicks }) => (liquidationTicks === 0 ? "" : instruments.price(market, liquidationTicks)),
      ({ market, posSide }, liquidationPrice) => ({
        symbol: instruments.marketOf(market)?.symbol ?? "",
        posSide: posSides[posSide]!,
        liquidationPrice,
      }),
    ),
    pairs: changes(
      before.pairs,
      after.pairs,
      (a, b) => a.market === b.market,
      ({ level }) => (level === undefined ? "" : printUnits(level)),
      ({ market }, level) => ({ symbol: instruments.marketOf(market)?.symbol ?? "", level }),
    ),
  };
}
