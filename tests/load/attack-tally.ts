/** What an attack has come to: messages that left the attacker, connections that were made, and answers or refusals that came back. */
export type Tally = { sent: number; connected: number; answered: number };

/** Of the attack that runs in this process; there is one at a time. */
export const tally: Tally = { sent: 0, connected: 0, answered: 0 };

/** The counts so far, which begin anew. */
export function takeTally(): Tally {
  const taken = { ...tally };
  Object.assign(tally, { sent: 0, connected: 0, answered: 0 });
  return taken;
}

export const addTallies = (all: readonly Tally[]): Tally => ({
  sent: all.reduce((sum, { sent }) => sum + sent, 0),
  connected: all.reduce((sum, { connected }) => sum + connected, 0),
  answered: all.reduce((sum, { answered }) => sum + answered, 0),
});

/** Below this it is no attack: each a second, a quarter of what it tries, since the attacker has the lowest priority. */
export type LeastLoad = { readonly sentPerSecond: number; readonly connected: number; readonly answered: number };

/** What an attack lacks, in words; undefined where it was strong enough to say something. */
export function weaknessOf(reached: Tally, least: LeastLoad, seconds: number): string | undefined {
  const sentMin = least.sentPerSecond * seconds;
  const lacks = [
    ...(reached.sent < sentMin ? [`${reached.sent} of ${sentMin.toFixed(0)} messages`] : []),
    ...(reached.connected < least.connected ? [`${reached.connected} of ${least.connected} connections`] : []),
    ...(reached.answered < least.answered ? [`${reached.answered} of ${least.answered} answers`] : []),
  ];
  return lacks.length === 0 ? undefined : `attack too weak: ${lacks.join(", ")}`;
}
