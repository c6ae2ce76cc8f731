const commandGroups = ["markets", "pages", "actions"] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** One command of the palette: its title, other search terms, and its group. */
export type Command = {
  readonly id: string;
  readonly group: CommandGroup;
  readonly title: string;
  /** Its section in the menus: Orders · Spot. */
  readonly section?: string;
  /** Other search terms; never shown. */
  readonly texts?: string;
};

const resultsMax = 40;
/** Number of commands that each group shows before anything is typed. */
const offeredPerGroupMax = 8;

/** Lower case without accents, as users type. */
const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{Diacritic}/gu, "")
    .toLowerCase();

const termsOf = (text: string): readonly string[] =>
  plain(text)
    .split(/[\s/_·-]+/)
    .filter(Boolean);

/** The rank of a command for the typed terms, lower is better; undefined if a term does not match. */
function distanceOf(command: Command, typed: readonly string[]): number | undefined {
  const title = plain(command.title);
  const joined = title.replaceAll(/[\s/_·-]/g, "");
  const terms = termsOf(command.title);
  const others = termsOf(`${command.section ?? ""} ${command.texts ?? ""}`);
  let distance = 0;
  for (const [index, text] of typed.entries()) {
    if (terms.includes(text)) distance += index;
    else if (terms.some((term) => term.startsWith(text))) distance += 1;
    else if (joined.startsWith(text)) distance += 1;
    else if (title.includes(text)) distance += 3;
    else if (others.some((term) => term.startsWith(text))) distance += 4;
    else return undefined;
  }
  return distance + (terms[0]?.startsWith(typed[0] ?? "") === true ? 0 : 1);
}

const offered = (commands: readonly Command[]): readonly Command[] =>
  commandGroups.flatMap((group) => commands.filter((command) => command.group === group).slice(0, offeredPerGroupMax));

/** The matching commands, best first; without terms, the first of every group. */
export function answering(commands: readonly Command[], typed: string): readonly Command[] {
  const texts = termsOf(typed);
  if (texts.length === 0) return offered(commands);
  return commands
    .flatMap((command, order) => {
      const distance = distanceOf(command, texts);
      return distance === undefined ? [] : [{ command, distance, order }];
    })
    .toSorted((a, b) => a.distance - b.distance || a.order - b.order)
    .slice(0, resultsMax)
    .map(({ command }) => command);
}

/** The groups that have commands; the one with the best match is first. */
export const groupsIn = (found: readonly Command[]): readonly CommandGroup[] => [
  ...new Set(found.map(({ group }) => group)),
];
