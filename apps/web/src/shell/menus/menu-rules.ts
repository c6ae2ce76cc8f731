import type { MenuEntry, MenuFlag, WhitelistFlags } from "@tidemark/contracts";
import { isSimulatedPath } from "../../lib/client/simulated-path.ts";

/** The user flag that an entry's flag requires. */
const flagOf: Readonly<Record<MenuFlag, keyof WhitelistFlags>> = {
  p2p: "p2pWhite",
  kyc: "kycWhite",
  korean: "koreanWhite",
  koreaIP: "koreaIP",
};

export type Visitor = {
  readonly flags: WhitelistFlags;
  /** Enabled parts of the product; parts that are not named are disabled. */
  readonly switches: Readonly<Record<string, boolean>>;
  /** Whether this page has a host of the simulated exchange. */
  readonly hasSimulated: boolean;
};

/** The path without its query; a path after a hash belongs to it. */
const bare = (path: string): string => path.replace(/[?].*$/, "").replace(/(.)\/+$/, "$1");

function isShown(entry: MenuEntry, { flags, switches, hasSimulated }: Visitor): boolean {
  // Its page could only say that it is not available here.
  if (entry.path !== undefined && !hasSimulated && isSimulatedPath(bare(entry.path))) return false;
  if (entry.flag !== undefined && !flags[flagOf[entry.flag]]) return false;
  return entry.switch === undefined || switches[entry.switch] === true;
}

/** The entries that this visitor sees. A group without entries and without a path is left out. */
export function shownEntries(entries: readonly MenuEntry[], visitor: Visitor): readonly MenuEntry[] {
  return entries
    .filter((entry) => isShown(entry, visitor))
    .map((entry) => (entry.entries === undefined ? entry : { ...entry, entries: shownEntries(entry.entries, visitor) }))
    .filter((entry) => entry.path !== undefined || entry.entries === undefined || entry.entries.length > 0);
}

/** The entry that logs out: its path is where that leads, not a page of its own. */
export const isLogOut = ({ id }: MenuEntry): boolean => id === "log-out";
/** Without a path of its own it leads to the root of the site. */
export const pathAfterLogOut = (entry: MenuEntry | undefined): string => entry?.path ?? "/";

/** The part of a path that identifies a section: the page of any market belongs to the section, and so does a page below another. */
function sectionOf(path: string): string {
  const [, first = "", second = ""] = bare(path).split("/");
  if (first === "spot" || first === "margin") return `/${first}`;
  if (first === "contract" && ["usdt", "coin", "simul"].includes(second)) return `/contract/${second}`;
  return bare(path);
}

const isWithin = (section: string, path: string): boolean => path === section || path.startsWith(`${section}/`);

/** Whether the entry links to the page at this path, or to a page above it. */
export function isEntryOf(entry: MenuEntry, path: string): boolean {
  if (entry.path !== undefined && isWithin(sectionOf(entry.path), bare(path))) return true;
  return entry.entries?.some((child) => isEntryOf(child, path)) ?? false;
}

/** The entry that the page belongs to: of two matches, the more specific one. */
export function entryAt(entries: readonly MenuEntry[], path: string): MenuEntry | undefined {
  const fitting = entries.filter((entry) => isEntryOf(entry, path));
  const lengthOf = (entry: MenuEntry): number => (entry.path === undefined ? 0 : sectionOf(entry.path).length);
  return fitting.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
}

/** How many entries fit into a row of this width; if not all do, space is left for the button of the rest. */
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
