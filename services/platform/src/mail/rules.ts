/** When a notice has expired. Pure. */

/** An expired code is not sent: it would not work. */
export function isTooLate(facts: Readonly<Record<string, string>>, madeAt: number, now: number): boolean {
  const minutes = Number(facts.minutes);
  return Number.isInteger(minutes) && minutes > 0 && now - madeAt >= minutes * 60_000;
}
