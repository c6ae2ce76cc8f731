import type { ReactNode } from "react";
import type { MenuEntry, MenuListProps } from "./menu-list.tsx";
import { openedLater } from "./opened-later.tsx";

export type MenuProps = {
  label: string;
  /** The button: what stands in it and how it looks. */
  face: ReactNode;
  faceClassName: string;
  testId?: string;
  entries: readonly MenuEntry[];
  /** Stands above the list. */
  head?: ReactNode;
};

const List = openedLater<MenuListProps>(async () => (await import("./menu-list.tsx")).MenuList);

/** A button that opens a list of actions. */
export function Menu({ label, face, faceClassName, testId, entries, head }: MenuProps) {
  return (
    <List
      buttonLabel={label}
      buttonClassName={faceClassName}
      testId={testId}
      face={face}
      entries={entries}
      head={head}
    />
  );
}
