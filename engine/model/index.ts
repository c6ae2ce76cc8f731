import { Chance } from "./compare/chance.ts";
import { bonuses, deleveragings, fundings, loans, premiums, settlements } from "./compare/funds.ts";
import { closesInParts, coverings } from "./compare/in-parts.ts";
import { bankruptcies, crossPrices, isolatedPrices, takeovers } from "./compare/liquidations.ts";
import { accounts, isolatedPositions, reserves } from "./compare/margins.ts";
import { positions, tierBorders, values } from "./compare/positions.ts";
import { closings, prices } from "./compare/prices.ts";
import { Tally } from "./compare/tally.ts";

type Chapter = { readonly name: string; readonly rules: string; readonly tell: (chance: Chance, tally: Tally) => void };

/** What a scenario can be about, and the rules it compares. Its number decides, so that every chapter gets its share. */
export const chapters: readonly Chapter[] = [
  { name: "values", rules: "R-2.2 R-2.3 R-7.1 R-13.1 R-13.3", tell: values },
  { name: "positions", rules: "R-3.8 R-7.2 R-7.3 R-7.4 R-7.5", tell: positions },
  { name: "tiers", rules: "R-8.3 R-8.4 R-8.5 R-11.2", tell: tierBorders },
  { name: "reserves", rules: "R-8.5 R-8.6", tell: reserves },
  { name: "accounts", rules: "R-3.3 R-3.4 R-3.5 R-3.6 R-9.5 R-11.1 R-11.7 R-14.3 R-14.4", tell: accounts },
  { name: "isolated positions", rules: "R-8.7 R-8.8 R-8.9", tell: isolatedPositions },
  { name: "isolated liquidation prices", rules: "R-8.11", tell: isolatedPrices },
  { name: "cross liquidation prices", rules: "R-8.11 R-8.12", tell: crossPrices },
  { name: "prices", rules: "R-2.6 R-2.7 R-5.5 R-5.6 R-9.2 R-9.3", tell: prices },
  { name: "closing", rules: "R-5.9 R-6.1 R-6.14 R-6.15 R-6.19 R-14.1", tell: closings },
  { name: "bankruptcies", rules: "R-5.9 R-8.10 R-11.2 R-12.6", tell: bankruptcies },
  { name: "takeovers", rules: "R-11.4", tell: takeovers },
  { name: "premiums", rules: "R-10.1", tell: premiums },
  { name: "funding", rules: "R-10.2 R-10.3 R-10.4 R-10.5", tell: fundings },
  { name: "deleveraging", rules: "R-12.3 R-12.5 R-12.6", tell: deleveragings },
  { name: "covered deleveraging", rules: "R-12.6", tell: coverings },
  { name: "closes in parts", rules: "R-5.9 R-8.9", tell: closesInParts },
  { name: "settlement", rules: "R-2.4 R-3.9", tell: settlements },
  { name: "bonus", rules: "R-14.2", tell: bonuses },
  { name: "loans", rules: "R-15.1 R-15.2 R-15.3 R-15.4", tell: loans },
];

export type ModelReport = {
  readonly compared: number;
  /** Scenarios told of each chapter. */
  readonly counts: ReadonlyMap<string, number>;
  readonly differences: readonly string[];
};

type Run = {
  readonly seed: number;
  readonly scenarios: number;
  /** Number of the first scenario: with a count of one it tells a single scenario of a longer run again. */
  readonly first?: number;
  /** One chapter only. */
  readonly only?: string;
  readonly onProgress?: (done: number) => void;
};

/** Random scenarios, computed by the model in exact fractions and by money's formulas, compared figure by figure. */
export function compareWithModel({ seed, scenarios, first = 0, only, onProgress }: Run): ModelReport {
  const tally = new Tally();
  const told = chapters.filter(({ name }) => only === undefined || name === only);
  for (let i = first; i < first + scenarios; i += 1) {
    const chapter = told[i % told.length]!;
    tally.begin(chapter.name, i);
    try {
      chapter.tell(new Chance(seed, i), tally);
    } catch (error) {
      tally.holds(`throws ${String(error)}`, false);
    }
    if (i % 10_000 === 0) onProgress?.(i - first);
  }
  return { compared: tally.compared, counts: tally.counts, differences: tally.differences };
}
