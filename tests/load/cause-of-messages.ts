/** What makes messages of one sort, and the facts of every message that must follow, in their order. */
export type Cause = {
  readonly name: string;
  readonly uid: number;
  readonly kinds: readonly string[];
  /** The facts in which one message differs from another, written as one text. */
  readonly keyOf: (kind: string, facts: Readonly<Record<string, string>>) => string;
  readonly expected: string[];
};
