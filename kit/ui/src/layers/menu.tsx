import type { ReactNode } from "react";
import type { MenuEntry, MenuListProps } from "./menu-list.tsx";
import { openedLater } from "./opened-later.tsx";

export type MenuProps = {
  /** Names the list and, where the face says nothing by itself, the button. */
  label: string;
  /** The button: what stands in it and how it looks. */
  face: ReactNode;
  faceClassName: string;
  /** The face is words that can be read out: they name the button. */
  isFaceWords?: boolean;
  testId?: string;
  /** A line stands between two groups. */
  entries: readonly (MenuEntry | "line")[];
  /** Stands above the list; nothing in it can be pressed. For more than actions, take a `PanelButton`. */
  head?: ReactNode;
  /** Width from 768 px on; below it is a sheet of full width. */
  menuClassName?: string;
  placement?: MenuListProps["placement"];
};

const List = openedLater<MenuListProps>(async () => (await import("./menu-list.tsx")).MenuList);

/** A button that opens a list of actions; on a phone, a sheet from the bottom. */
export function Menu(props: MenuProps) {
  return (
    <List
      buttonLabel={props.isFaceWords === true ? undefined : props.label}
      buttonClassName={props.faceClassName}
      menuLabel={props.label}
      menuClassName={props.menuClassName}
      placement={props.placement ?? "bottom end"}
      testId={props.testId}
      face={props.face}
      entries={props.entries}
      head={props.head}
    />
  );
}
