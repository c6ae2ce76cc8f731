import type { ReactNode } from "react";
import type { MenuEntry, MenuListProps } from "./menu-list.tsx";
import { lazyPopup } from "./lazy-popup.tsx";

export type MenuProps = {
  /** Names the list and, if the face has no text, the button. */
  label: string;
  /** The button: its contents and class names. */
  face: ReactNode;
  faceClassName: string;
  /** The face is text that names the button. */
  isFaceText?: boolean;
  testId?: string;
  /** A line separates two groups. */
  entries: readonly (MenuEntry | "line")[];
  /** Above the list; nothing in it can be pressed. For more than actions, use a `PanelButton`. */
  head?: ReactNode;
  /** Width from 768 px on; below it is a sheet of full width. */
  menuClassName?: string;
  placement?: MenuListProps["placement"];
};

const List = lazyPopup<MenuListProps>(async () => (await import("./menu-list.tsx")).MenuList);

/** A button that opens a list of actions; on a phone, a sheet from the bottom. */
export function Menu(props: MenuProps) {
  return (
    <List
      buttonLabel={props.isFaceText === true ? undefined : props.label}
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
