import { type LeastLoad, type Tally, weaknessOf } from "./attack-tally.ts";
import { answeredWithin } from "./crash-report.ts";
import type { Recorded } from "./load.ts";
import type { Verdict } from "./model.ts";
import type { Window } from "./acknowledged-rows.ts";

/** How much longer orders of others may take while an attack runs. */
const p50TimesMax = 2;
const p99TimesMax = 5;

export type AttackRun = {
  readonly name: string;
  /** In turns: without the attack, and with it. */
  readonly without: readonly Window[];
  readonly during: readonly Window[];
  /** What the attack came to, and what it must come to. */
  readonly reached: Tally;
  readonly least: LeastLoad;
  readonly leaderChanges: number;
  readonly streamsCut: number;
};

const ordersIn = (records: readonly Recorded[], windows: readonly Window[]): Recorded[] =>
  records.filter(
    ({ kind, sentAt }) => kind === "place" && windows.some(({ from, to }) => sentAt >= from && sentAt < to),
  );

/** One line of an attack, and what is not as it must be: `broken` everywhere, `slow` on a machine of one's own. */
export function reportAttack(
  run: AttackRun,
  records: readonly Recorded[],
  say: (line: string) => void,
): { readonly broken: readonly string[]; readonly slow: readonly string[] } {
  const { name, leaderChanges, streamsCut, reached } = run;
  const seconds = run.during.reduce((sum, { from, to }) => sum + (to - from) / 1_000, 0);
  const weakness = weaknessOf(reached, run.least, seconds);
  const quantiles = (windows: readonly Window[]): readonly [number, number] => {
    const orders = ordersIn(records, windows);
    return [answeredWithin(orders, 0.5), answeredWithin(orders, 0.99)];
  };
  const [before, during] = [quantiles(run.without), quantiles(run.during)];
  const times = [during[0] / before[0], during[1] / before[1]] as const;
  const figure = (i: 0 | 1, goal: number): string =>
    `${before[i].toFixed(0)} → ${during[i].toFixed(0)} ms (×${times[i].toFixed(1)}, goal ${goal})`;
  say(
    `${name}: ${ordersIn(records, run.during).length} orders of others, p50 ${figure(0, p50TimesMax)}, p99 ${figure(1, p99TimesMax)}; ` +
      `${leaderChanges} changes of leader, ${streamsCut} streams cut; ` +
      `the attack sent ${reached.sent}, connected ${reached.connected}, was answered ${reached.answered} times`,
  );
  return {
    broken: [
      ...(weakness === undefined ? [] : [`${name}: ${weakness}`]),
      ...(leaderChanges > 0 ? [`${name}: the leader changed`] : []),
      ...(streamsCut > 0 ? [`${name}: ${streamsCut} streams of others were cut`] : []),
    ],
    slow: [
      ...(times[0] <= p50TimesMax ? [] : [`${name}: the p50 of others is ${times[0].toFixed(1)} times as long`]),
      ...(times[1] <= p99TimesMax ? [] : [`${name}: the p99 of others is ${times[1].toFixed(1)} times as long`]),
    ],
  };
}

/** All attacks of a run. Where others use the machine as well only broken promises fail, not times. */
export function reportAttacks(
  runs: readonly AttackRun[],
  records: readonly Recorded[],
  verdict: Verdict,
  isShort: boolean,
  say: (line: string) => void,
): boolean {
  const reports = runs.map((run) => reportAttack(run, records, say));
  say(
    `${runs.length} attacks: ${verdict.acked} acknowledged, ${verdict.unknown} unknown, ${verdict.lost} lost, ${verdict.doubled} doubled, ` +
      `${verdict.epochs - 1} changes of leader, ${verdict.rows} rows, ${verdict.commands} commands; C1–C8: ${verdict.broken.length} violations`,
  );
  for (const line of verdict.broken.slice(0, 12)) say(`  ${line}`);
  const slow = reports.flatMap((report) => report.slow);
  const failures = [
    ...(verdict.broken.length > 0 ? ["what was said, kept or shown is not what the journal says"] : []),
    ...(verdict.epochs > 1 ? ["the leader changed"] : []),
    ...reports.flatMap((report) => report.broken),
    ...(isShort ? [] : slow),
  ];
  for (const words of isShort ? slow : []) say(`  slow: ${words}`);
  for (const words of failures) say(`  FAILED: ${words}`);
  return failures.length === 0;
}
