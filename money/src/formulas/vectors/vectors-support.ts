// What the vector tests share: reading the fixture's texts, the contracts of the rule book, and the list of vectors only an engine can run.
import { parseUnits } from "../../text.ts";
import { divExact } from "../../decimal.ts";
import { type Fraction, fraction, printFractionCut, times } from "../../fraction.ts";
import { type ContractMeasure, inverseMeasureOf, linearMeasureOf } from "../prices/contract.ts";
import { type Tier, tiersOf } from "../margin/tiers.ts";

/** The fixture's values: all integers are decimal text. Reading is unchecked on purpose, a wrong name fails its test. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Fields = Readonly<Record<string, any>>;
export type Vector = {
  readonly id: string;
  readonly title: string;
  readonly input: Fields;
  readonly expected: Fields;
};

/** The fixture by number, as parsed JSON. */
export function vectorsById(fixture: { readonly vectors: readonly Vector[] }): ReadonlyMap<string, Vector> {
  return new Map(fixture.vectors.map((vector) => [vector.id, vector]));
}

/** Figures as the fixture writes them: whole numbers as text, the rest as it is. */
export function asFixture(value: unknown): unknown {
  if (typeof value === "bigint" || typeof value === "number") return value.toString();
  if (Array.isArray(value)) return value.map(asFixture);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asFixture(inner)]));
}

/** A decimal amount in minor units, as `"49.5"` or with a sign. */
export const minor = (text: string): bigint => (text.startsWith("-") ? -minor(text.slice(1)) : parseUnits(text)!);

export type TestContract = { readonly measure: ContractMeasure; readonly tick: bigint; readonly lot: bigint };

export function linearContract(tick: string, lot: string): TestContract {
  const sizes = { tick: minor(tick), lot: minor(lot) };
  return { ...sizes, measure: linearMeasureOf(sizes.tick, sizes.lot, 8)! };
}

function inverseContract(tick: string): TestContract {
  const sizes = { tick: minor(tick), lot: minor("1") };
  return { ...sizes, measure: inverseMeasureOf(sizes.lot, sizes.tick, 8)! };
}

export const btcUsdt: TestContract = linearContract("0.1", "0.0001");
export const ethUsdt: TestContract = linearContract("0.01", "0.001");
export const btcUsd: TestContract = inverseContract("0.1");
export const ethUsd: TestContract = inverseContract("0.01");
export const btcSpot: TestContract = linearContract("0.01", "0.00001");

export const contractOf = (symbol: string): TestContract =>
  ({ "BTCUSDT-PERP": btcUsdt, "ETHUSDT-PERP": ethUsdt, "BTCUSD-PERP": btcUsd, "ETHUSD-PERP": ethUsd })[symbol]!;

export const ticksOf = (contract: TestContract, price: string): number => Number(divExact(minor(price), contract.tick));
export const qtyOf = (contract: TestContract, size: string): number => Number(divExact(minor(size), contract.lot));

/** A price in ticks as the fixture prints prices: times the tick size, cut. */
export const priceText = (contract: TestContract, ticks: Fraction, decimals: number): string =>
  printFractionCut(times(ticks, fraction(contract.tick, 100_000_000n)), decimals);

/** One tier for everything, as published examples use it. */
export const flatTier = (mmr: number, cum: bigint = 0n): readonly Tier[] => [
  { floor: 0n, cap: 10n ** 40n, mmr, maxLeverage: 125, cum },
];

const rows = (table: readonly (readonly [string, number, number])[]): readonly Tier[] =>
  tiersOf(table.map(([cap, maxLeverage, mmr]) => ({ cap: minor(cap), maxLeverage, mmr })));

/** The two tier tables of; V014 and V015 hold them against the fixture. */
export const btcUsdtTiers: readonly Tier[] = rows([
  ["50000", 125, 400_000],
  ["250000", 100, 500_000],
  ["1000000", 50, 1_000_000],
  ["10000000", 20, 2_500_000],
  ["20000000", 10, 5_000_000],
  ["50000000", 5, 10_000_000],
  ["100000000", 4, 12_500_000],
  ["200000000", 3, 15_000_000],
  ["300000000", 2, 25_000_000],
  ["500000000", 1, 50_000_000],
]);
export const btcUsdTiers: readonly Tier[] = rows([
  ["5", 125, 400_000],
  ["10", 100, 500_000],
  ["20", 50, 1_000_000],
  ["50", 20, 2_500_000],
  ["100", 10, 5_000_000],
  ["200", 5, 10_000_000],
  ["400", 4, 12_500_000],
  ["1000", 3, 15_000_000],
]);

/** Vectors that no formula can prove, with the scenario that the engine's own tests must play. */
export const vectorsForEngine: readonly { readonly id: string; readonly scenario: string }[] = [
  { id: "V081", scenario: "A taker meets its own resting order in the mode EXPIRE_MAKER and goes on." },
  { id: "V082", scenario: "A taker meets its own resting order in the mode EXPIRE_TAKER and ends." },
  { id: "V083", scenario: "A taker meets its own resting order in the mode EXPIRE_BOTH and both end." },
  { id: "V084", scenario: "A fill-or-kill counts the orders of other owners inside its limit only." },
  { id: "V085", scenario: "An amend to a smaller size keeps its place in the queue, any other goes to the tail." },
  {
    id: "V098",
    scenario: "Deposit, transfer, bonus, open, funding, takeover and fund loss, every balance after every step.",
  },
  {
    id: "V116",
    scenario: "The dead-man timer runs out across a change of leader and cancels before the next command.",
  },
  { id: "V118", scenario: "A position stop-loss with a remainder stays armed and is sent again at each mark update." },
  {
    id: "V120",
    scenario: "A TP/SL pair attached to an opening order follows its filled size and fires for the position.",
  },
  { id: "V133", scenario: "A credited deposit is reversed by a reorg and later deposits repay the debt first." },
  { id: "V134", scenario: "A transfer stands in transit between two cores and the sum over cores is zero after it." },
  {
    id: "V141",
    scenario: "The engine's IOC of a partial liquidation carries the user's group and expires his own order.",
  },
  { id: "V146", scenario: "A settlement leaves an account below zero, and nobody can pay all of it." },
  { id: "V148", scenario: "Deleveraging before a funding settlement halts the market, and the settlement is skipped." },
  { id: "V149", scenario: "A position at its margin in every kind of CANCEL_ONLY." },
  { id: "V150", scenario: "The minute after an index was gone, under every status." },
  { id: "V153", scenario: "Funding bonuses are recalled and expire beside open orders." },
  { id: "V154", scenario: "A voucher's position stands beside the user's own settings." },
  { id: "V157", scenario: "One of a TP/SL pair fires and fills in part, whole, or not at all." },
  { id: "V158", scenario: "A fired take profit rests as a limit order beside its stop loss." },
  { id: "V159", scenario: "Attached TP/SL follow the fills of their order, and of the order of their trigger." },
  { id: "V160", scenario: "What a stopped user may do and may not." },
  { id: "V161", scenario: "A flash close over an empty book, beyond its band, and inside it." },
  { id: "V162", scenario: "A market close makes resting closes give way." },
  { id: "V165", scenario: "An amend lowers an order that the band has left behind." },
  { id: "V167", scenario: "A fill-or-kill over a thousand resting orders and one more." },
  { id: "V168", scenario: "An armed stop loss waits for an offer within market protection." },
  { id: "V169", scenario: "A market with many orders is settled in slices." },
  { id: "V170", scenario: "The present trigger of trailing stops." },
  { id: "V171", scenario: "Trailing stops from activation to firing." },
  { id: "V172", scenario: "A position is reversed at the prices of a book." },
  { id: "V173", scenario: "A reverse is refused because the other side's margin does not suffice." },
];
