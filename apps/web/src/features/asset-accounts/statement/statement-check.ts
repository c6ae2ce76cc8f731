import type { AnswerOf, AskOf } from "@tidemark/kit-client";
import { sumOf } from "../../../lib/format/number-text.ts";
import { requireUnits } from "../../../lib/format/require-units.ts";

/** Lines of own money, of trading bonus, of what pays funding only, or of the margin of voucher positions. */
export type StatementPart = NonNullable<AskOf<"statement">["part"]>;
export type Line = AnswerOf<"statement">["list"][number];
type Balances = AnswerOf<"balances">;
type Bucket = Line["bucket"];

/** The account and coin whose figure was opened. A margin pair has an account of its own; elsewhere `sub` is empty and all of them count. */
export type Opened = { readonly product: number; readonly sub: string; readonly asset: string };

export type Part = "own" | "held" | "isolated" | "earn" | "bonus" | "owed";

/** Which term of the sum a bucket belongs to. Funding bonus is none: it pays funding and is not worth anything else. */
const partOf: Readonly<Partial<Record<Bucket, Part>>> = {
  avail: "own",
  cash: "own",
  hold: "held",
  iso: "isolated",
  iso_short: "isolated",
  earn: "earn",
  bonus: "bonus",
  loan: "owed",
  interest: "owed",
};
const order: readonly Part[] = ["own", "held", "isolated", "earn", "bonus", "owed"];

const rowsIn = ({ rows }: Balances, { product, sub, asset }: Opened) =>
  rows.filter((row) => row.product === product && row.asset === asset && (sub === "" || row.sub === sub));

/** The terms of a figure, in minor units: own money always, the others where there are any. */
export function termsOf(balances: Balances, opened: Opened): readonly { part: Part; units: bigint }[] {
  const rows = rowsIn(balances, opened);
  const amountsOf = (part: Part) => rows.filter(({ bucket }) => partOf[bucket] === part).map(({ amount }) => amount);
  return order
    .map((part) => ({ part, units: sumOf(amountsOf(part)) }))
    .filter(({ part, units }) => part === "own" || units !== 0n);
}

/** `behind`: the lines do not reach the balances yet, so nothing can be said. */
export type Check = "agrees" | "differs" | "behind";

type Lines = { readonly seq: number; readonly list: readonly Line[] };

/**
 * Compares two records of the same money: the balances of the core, and the lines of the history, the newest first. The newest line of each
 * bucket must have left what the core has, and each line must start from what the one before it left.
 */
export function checkLines(lines: Lines, balances: Balances, opened: Opened): Check {
  if (lines.seq < balances.seq) return "behind";
  const keyOf = ({ bucket, sub }: { bucket: Bucket; sub: string }) => `${bucket} ${sub}`;
  // A bucket without a row is empty.
  const core = new Map(rowsIn(balances, opened).map((row) => [keyOf(row), requireUnits(row.amount)]));
  const compared = new Set<string>();
  const expected = new Map<string, bigint>();
  for (const line of lines.list) {
    const key = keyOf(line);
    const balance = requireUnits(line.balance);
    // Lines after the moment of the balances are compared among themselves only.
    if (line.seq <= balances.seq && !compared.has(key)) {
      const left = core.get(key);
      if (left === undefined ? balance !== 0n : balance !== left) return "differs";
      compared.add(key);
    }
    if (balance !== (expected.get(key) ?? balance)) return "differs";
    expected.set(key, balance - requireUnits(line.delta));
  }
  return "agrees";
}
