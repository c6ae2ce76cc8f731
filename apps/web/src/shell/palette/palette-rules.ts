const commandGroups = ["markets", "pages", "actions"] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** One line of the palette: what it is called, what else people may type for it, and what it does. */
export type Command = {
  readonly id: string;
  readonly group: CommandGroup;
  readonly title: string;
  /** Where it stands: Orders, Spot. */
  readonly place?: string;
  /** Other words for it; never shown. */
  readonly words?: string;
};

const resultsMax = 40;
/** Before anything is typed each group shows what it begins with. */
const offeredPerGroupMax = 8;

/** Small letters without accents: what people type in a hurry. */
const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{Diacritic}/gu, "")
    .toLowerCase();

const termsOf = (text: string): readonly string[] =>
  plain(text)
    .split(/[\s/_·-]+/)
    .filter(Boolean);

/** How well a command answers what was typed; none where a typed word is nowhere in it. Lower is better. */
function distanceOf(command: Command, typed: readonly string[]): number | undefined {
  const title = plain(command.title);
  const joined = title.replaceAll(/[\s/_·-]/g, "");
  const terms = termsOf(command.title);
  const others = termsOf(`${command.place ?? ""} ${command.words ?? ""}`);
  let distance = 0;
  for (const [index, word] of typed.entries()) {
    if (terms.includes(word)) distance += index;
    else if (terms.some((term) => term.startsWith(word))) distance += 1;
    else if (joined.startsWith(word)) distance += 1;
    else if (title.includes(word)) distance += 3;
    else if (others.some((term) => term.startsWith(word))) distance += 4;
    else return undefined;
  }
  return distance + (terms[0]?.startsWith(typed[0] ?? "") === true ? 0 : 1);
}

const offered = (commands: readonly Command[]): readonly Command[] =>
  commandGroups.flatMap((group) => commands.filter((command) => command.group === group).slice(0, offeredPerGroupMax));

/** The commands that answer what was typed, the best first; without a word, the first of every group. */
export function answering(commands: readonly Command[], typed: string): readonly Command[] {
  const words = termsOf(typed);
  if (words.length === 0) return offered(commands);
  return commands
    .flatMap((command, order) => {
      const distance = distanceOf(command, words);
      return distance === undefined ? [] : [{ command, distance, order }];
    })
    .toSorted((a, b) => a.distance - b.distance || a.order - b.order)
    .slice(0, resultsMax)
    .map(({ command }) => command);
}

/** The groups that have something to show; the one with the best answer comes first. */
export const groupsIn = (found: readonly Command[]): readonly CommandGroup[] => [
  ...new Set(found.map(({ group }) => group)),
];
