import { printUnits } from "@tidemark/money";
import { availableOf, contractProducts, type Held, heldOf, type Ledger, sumOf, totalOf, valueOf } from "./ledger.ts";
import type { Rows } from "./screen.ts";

const places = { wallet: 1, spot: 2, derivatives: 4, coin: 3, margin: 5 } as const;
type Place = keyof typeof places;
/** The overview has no account of its own. */
export type PageName = "overview" | Place;
export const pageNames: readonly PageName[] = ["overview", "wallet", "spot", "derivatives", "coin", "margin"];

/** The figures of one question of a page: all of them must be those of one sequence. */
export const groups = ["holdings", "margins", "positions", "chart"] as const;
export type Group = (typeof groups)[number];
export type PageFigures = Readonly<Record<Group, Rows>>;

type Row = Readonly<Record<string, string>>;
const isContract = (product: number): boolean =>
  product === contractProducts.coin || product === contractProducts.derivatives;
const printed = (value: string | bigint): string => (typeof value === "string" ? value : printUnits(value));

function rowOf(ledger: Ledger, held: Held): Row {
  return {
    total: printUnits(totalOf(held)),
    available: printed(availableOf(ledger, held)),
    locked: printUnits(held.held + held.isolated + held.earn),
    value: printUnits(valueOf(ledger, held.asset, totalOf(held))),
    ...(isContract(held.product) ? { uPnl: printUnits(held.uPnl) } : {}),
    ...(held.product === places.margin ? { owed: printUnits(-held.owed) } : {}),
  };
}

const equityOf = (held: Held): Row => ({
  cash: printUnits(totalOf(held) - held.uPnl - held.bonus),
  upnl: printUnits(held.uPnl),
  ...(held.bonus === 0n ? {} : { bonus: printUnits(held.bonus) }),
  total: printUnits(totalOf(held)),
});

function marginOf({ margins }: Ledger, held: Held): Row {
  const { figures } = margins.rows.find(({ product, asset }) => product === held.product && asset === held.asset)!;
  const bound = sumOf([figures.initialMargin, figures.orderMargin]) + held.isolated + held.held;
  return { use: printUnits(bound), leave: figures.availOut, ratio: figures.marginRatio };
}

function positionsOf({ positions }: Ledger, product: number): Rows {
  return new Map(
    positions.rows
      .filter((row) => row.product === product)
      .map(({ symbol, posSide, qty, entryPrice, figures }) => [
        `${symbol.replace(/-PERP$/, "")} ${posSide === "LONG" ? "Long" : "Short"}`,
        {
          size: qty,
          value: figures.markValue,
          entry: entryPrice,
          mark: figures.markPrice,
          pnl: figures.uPnl,
          roe: figures.roe,
          margin: figures.margin,
          liquidation: figures.liquidationPrice,
        },
      ]),
  );
}

const bonusesOf = ({ margins }: Ledger, product: number): (readonly [string, Row])[] =>
  margins.rows
    .filter((row) => row.product === product)
    .flatMap(({ figures }) => figures.grants)
    .map(({ remaining }, at) => [`bonus ${at}`, { remaining }] as const);

/** Every figure that a page of the assets must show of this ledger. */
export function expectedOn(name: PageName, ledger: Ledger): PageFigures {
  const product = name === "overview" ? undefined : places[name];
  const all = heldOf(ledger);
  const here = all.filter((held) => product === undefined || held.product === product);
  /** Each row is cut once, and every sum is one of rows. */
  const worthUnits = (rows: readonly Held[], unitsIn: (held: Held) => bigint): bigint =>
    rows.reduce((sum, held) => sum + valueOf(ledger, held.asset, unitsIn(held)), 0n);
  const worthOf = (rows: readonly Held[], unitsIn: (held: Held) => bigint): string =>
    printUnits(worthUnits(rows, unitsIn));
  const worth = worthOf(here, totalOf);
  const accounts = Object.entries(places).map(([place, id]) => {
    const rows = all.filter((held) => held.product === id);
    const bonus = rows.some((held) => held.bonus !== 0n) ? { bonus: worthOf(rows, (held) => held.bonus) } : {};
    // What earns is a part of its own.
    const value = printUnits(worthUnits(rows, totalOf) - worthUnits(rows, (held) => held.earn));
    return [`account ${place}`, { value, ...bonus }] as const;
  });
  const earn = ["account earn", { value: worthOf(all, (held) => held.earn) }] as const;
  const contracts = product !== undefined && isContract(product) ? here : [];
  return {
    holdings: new Map<string, Row>([
      ["total", { value: worth, fiat: worth }],
      ...(product === undefined ? [...accounts, earn] : []),
      ...here.map((held) => [`${held.product} ${held.asset} ${held.sub}`, rowOf(ledger, held)] as const),
      ...contracts.map((held) => [`equity ${held.asset}`, equityOf(held)] as const),
    ]),
    margins: new Map<string, Row>([
      ...contracts.map((held) => [`margin ${held.asset}`, marginOf(ledger, held)] as const),
      ...(contracts.length === 0 ? [] : bonusesOf(ledger, product!)),
    ]),
    positions: contracts.length === 0 ? new Map() : positionsOf(ledger, product!),
    // What open positions would come to is no balance.
    chart: new Map([["value", { now: worthOf(here, (held) => totalOf(held) - held.uPnl) }]]),
  };
}
