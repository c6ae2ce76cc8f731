/** A bug as somebody might really write it, and the tests that must notice. */
export type Mutant = {
  /** What goes wrong, as a sentence. */
  readonly name: string;
  readonly file: string;
  /** Exact text that occurs once in the file; a text that moved or was repeated makes the table wrong, and the run fails. */
  readonly find: string;
  readonly replace: string;
  /** Test files, or folders of them, that must fail; part of a path, as the test runner takes it. */
  readonly tests: readonly string[];
};

export type Planted = { readonly text: string } | { readonly fault: string };

/** The file's text with the bug in it. */
export function planted(text: string, { find, replace }: Mutant): Planted {
  const occurrences = text.split(find).length - 1;
  if (occurrences !== 1) return { fault: `its text occurs ${occurrences} times` };
  if (find === replace) return { fault: "it changes nothing" };
  return { text: text.replace(find, () => replace) };
}

/** So many in turn: the next ones in every next turn, round and round. */
export function turnOf<T>(all: readonly T[], turn: number, count: number): readonly T[] {
  const size = Math.min(count, all.length);
  return Array.from({ length: size }, (_, i) => all[(turn * size + i) % all.length]!);
}
