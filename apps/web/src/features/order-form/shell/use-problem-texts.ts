import { group } from "@tidemark/money";
import { useOwnAmounts } from "../../../lib/storage/own-amounts.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { FormProblem } from "./form-problems.ts";
import { m } from "./ticket-messages.ts";

/** The sentence of the first problem with one of these codes, with its numbers. */
export function useProblemTexts(problems: readonly FormProblem[]) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  return (...codes: FormProblem["code"][]): string | undefined => {
    const problem = problems.find(({ code }) => codes.includes(code));
    if (problem === undefined) return undefined;
    const { code, ...facts } = problem;
    const texts = Object.entries(facts).map(([name, text]) => [
      name,
      name === "asset" ? text : name === "available" ? own(group(text)) : group(text),
    ]);
    return t(m[code], Object.fromEntries(texts) as Record<string, string>);
  };
}

export const priceProblemCodes = [
  "price_large",
  "price_missing",
  "price_tick",
] as const satisfies readonly FormProblem["code"][];

export const sizeProblemCodes = [
  "size_large",
  "size_missing",
  "size_step",
  "size_range",
  "close_large",
  "position_missing",
  "value_small",
  "balance_short",
] as const satisfies readonly FormProblem["code"][];
