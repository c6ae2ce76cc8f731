import type { AnswerOf } from "@tidemark/kit-client";
import { requireUnits } from "../../lib/format/require-units.ts";

export type MarkParts = AnswerOf<"markParts">;
export type MarkPart = "fundingBasis" | "bookBasis" | "last";
export const markPartNames = ["fundingBasis", "bookBasis", "last"] as const;

/** Which of the three is the middle one; the funding basis where one of the others is missing. */
export function medianPartOf(parts: Pick<MarkParts, MarkPart>): MarkPart {
  const known = markPartNames.flatMap((name) =>
    parts[name] === "" ? [] : [{ name, units: requireUnits(parts[name]) }],
  );
  if (known.length < markPartNames.length) return "fundingBasis";
  return known.toSorted((a, b) => (a.units === b.units ? 0 : a.units < b.units ? -1 : 1))[1]!.name;
}

/** A source's part of the weights that count, in hundredths of a percent. */
export function weightShares(sources: MarkParts["sources"]): readonly (number | undefined)[] {
  const sum = sources.reduce((all, { weight, counted }) => all + (counted === "" ? 0 : weight), 0);
  return sources.map(({ weight, counted }) => (counted === "" ? undefined : Math.round((weight * 10_000) / sum)));
}
