import type { MenuEntry, MenuFlag, WhitelistFlags } from "@tidemark/contracts";

/** Which of the visitor's flags an entry's flag asks for. */
const flagOf: Readonly<Record<MenuFlag, keyof WhitelistFlags>> = {
  p2p: "p2pWhite",
  kyc: "kycWhite",
  korean: "koreanWhite",
  koreaIP: "koreaIP",
};

export type Visitor = {
  readonly flags: WhitelistFlags;
  /** Parts of the product that are on; what is not named is off. */
  readonly switches: Readonly<Record<string, boolean>>;
};

function isShown(entry: MenuEntry, { flags, switches }: Visitor): boolean {
  if (entry.flag !== undefined && !flags[flagOf[entry.flag]]) return false;
  return entry.switch === undefined || switches[entry.switch] === true;
}

/** What this visitor sees of a menu. A group of which nothing is left, and which leads nowhere by itself, goes too. */
export function shownEntries(entries: readonly MenuEntry[], visitor: Visitor): readonly MenuEntry[] {
  return entries
    .filter((entry) => isShown(entry, visitor))
    .map((entry) => (entry.entries === undefined ? entry : { ...entry, entries: shownEntries(entry.entries, visitor) }))
    .filter((entry) => entry.path !== undefined || entry.entries === undefined || entry.entries.length > 0);
}

/** The path alone, without what is asked of it; an address after a hash is part of the path. */
const bare = (path: string): string => path.replace(/[?].*$/, "").replace(/(.)\/+$/, "$1");

/**
 * The part of a path by which a section is known: a market's page belongs to the section whichever market it shows, and a page below
 * another belongs to it.
 */
function sectionOf(path: string): string {
  const [, first = "", second = ""] = bare(path).split("/");
  if (first === "spot" || first === "margin") return `/${first}`;
  if (first === "contract" && ["usdt", "coin", "simul"].includes(second)) return `/contract/${second}`;
  return bare(path);
}

const isWithin = (section: string, path: string): boolean => path === section || path.startsWith(`${section}/`);

/** Whether the entry leads to the page at this path, or to a page above it. */
export function isEntryOf(entry: MenuEntry, path: string): boolean {
  if (entry.path !== undefined && isWithin(sectionOf(entry.path), bare(path))) return true;
  return entry.entries?.some((child) => isEntryOf(child, path)) ?? false;
}

/** The one entry of a menu that the page belongs to: of two that fit, the one that says more. */
export function entryAt(entries: readonly MenuEntry[], path: string): MenuEntry | undefined {
  const fitting = entries.filter((entry) => isEntryOf(entry, path));
  const lengthOf = (entry: MenuEntry): number => (entry.path === undefined ? 0 : sectionOf(entry.path).length);
  return fitting.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
}

/** How many entries stand in a row of this width; where not all do, room is left for the button that holds the rest. */
export function fittingCount(
  widths: readonly number[],
  available: number,
  moreWidth: number,
  hasMore: boolean,
): number {
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total + (hasMore ? moreWidth : 0) <= available) return widths.length;
  let used = moreWidth;
  const count = widths.findIndex((width) => (used += width) > available);
  return count === -1 ? widths.length : count;
}
