import type { CrashFigures } from "./crash.ts";
import { isAcked, type Recorded } from "./load.ts";
import type { Verdict } from "./model.ts";

const orderP99MaxMs = 1_000;
/** What fell short of its margin or its stop by a hair is no failure; a crash that did not happen is. */
const hitShareMin = 0.95;

/** Within this time so large a share was answered; what was turned away or never answered has taken for ever. */
export function answeredWithin(
  records: readonly Pick<Recorded, "code" | "sentAt" | "answeredAt">[],
  share: number,
): number {
  const waits = records.map((one) => (isAcked(one) ? one.answeredAt - one.sentAt : Number.POSITIVE_INFINITY));
  return waits.sort((a, b) => a - b)[Math.ceil(waits.length * share) - 1] ?? Number.POSITIVE_INFINITY;
}

export type CrashResult = {
  readonly wish: { readonly accounts: number; readonly seconds: number };
  readonly figures: CrashFigures;
  readonly verdict: Verdict;
  readonly offered: number;
  readonly offeredMin: number;
  readonly leniency: number;
  /** Of the ordinary traders, while the market fell. */
  readonly orders: readonly Recorded[];
  readonly foks: readonly Recorded[];
};

/** One line with the figures, and one for each that is not as it must be. */
export function reportCrash(result: CrashResult, say: (line: string) => void): boolean {
  const { wish, figures, verdict, offered, offeredMin, leniency, orders, foks } = result;
  const { accounts, seconds } = wish;
  const { liquidated, fired, longestGapMs } = figures;
  const p99 = answeredWithin(orders, 0.99);
  say(
    `crash of ${seconds} s: ${liquidated} of ${accounts} accounts liquidated, ${fired} of ${accounts} stops fired, ` +
      `${foks.filter(isAcked).length} of ${foks.length} fill-or-kill answered; ${orders.length} orders of others, ` +
      `p50 ${answeredWithin(orders, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (goal ${orderP99MaxMs}), ` +
      `journal silent for ${longestGapMs.toFixed(0)} ms at most; ${verdict.epochs - 1} changes of leader, ` +
      `${verdict.acked} acknowledged, ${verdict.unknown} unknown, ${verdict.lost} lost, ${verdict.doubled} doubled, ` +
      `${verdict.rows} rows, ${verdict.commands} commands, ${verdict.snapshots} snapshots compared; ` +
      `C1–C8: ${verdict.broken.length} violations`,
  );
  for (const line of verdict.broken.slice(0, 12)) say(`  ${line}`);
  const failures = [
    [verdict.broken.length > 0, "what was said, kept or shown is not what the journal says"],
    [verdict.epochs > 1, "the leader changed"],
    [p99 > orderP99MaxMs * leniency, `orders of others took longer than ${orderP99MaxMs * leniency} ms`],
    [offered < offeredMin, `fewer than ${offeredMin} commands a second were offered`],
    [Math.min(liquidated, fired) < accounts * hitShareMin, "the market did not fall on everybody it was to fall on"],
  ] as const;
  for (const [isSo, words] of failures) if (isSo) say(`  FAILED: ${words}`);
  return failures.every(([isSo]) => !isSo);
}
