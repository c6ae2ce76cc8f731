import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Menu as AriaMenu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { Separator } from "react-aria-components/Separator";
import { classNames } from "../theme/class-names.ts";
import { itemRowClassName } from "./item-row.tsx";
import { faceProps, type PopupProps, usePopup } from "./lazy-popup.tsx";
import { SheetGrab } from "./sheet-grab.tsx";

export type MenuEntry = {
  id: string;
  label: string;
  icon?: ReactNode;
  /** At the end of the row: a count, a tag. */
  side?: ReactNode;
  href?: string;
  isDisabled?: boolean;
  testId?: string;
  onAction?: () => void;
};
export type MenuListProps = PopupProps & {
  menuLabel: string;
  /** A line separates two groups. */
  entries: readonly (MenuEntry | "line")[];
  head: ReactNode;
  menuClassName: string | undefined;
  placement: "bottom start" | "bottom end";
};

export function MenuList(props: MenuListProps & { beginsOpen: boolean }) {
  const { button, isOpen, setIsOpen } = usePopup(props.beginsOpen);
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <Button ref={button} {...faceProps(props)} />
      <Popover
        data-sheet
        placement={props.placement}
        offset={6}
        containerPadding={8}
        className={classNames(
          "layer sheet-on-phone z-menu! min-w-48 overflow-auto rounded-panel shadow-raised data-entering:animate-rise-in",
          props.menuClassName,
        )}
      >
        <SheetGrab onClose={() => setIsOpen(false)} />
        {props.head}
        <AriaMenu aria-label={props.menuLabel} className="py-1.5 outline-none">
          {props.entries.map((entry, index) =>
            entry === "line" ? (
              // Lines have no name of their own; their place is what tells them apart.
              // oxlint-disable-next-line react/no-array-index-key
              <Separator key={`line-${index}`} className="my-1.5 border-t border-line" />
            ) : (
              <Entry key={entry.id} entry={entry} />
            ),
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  const { id, label, icon, side, href, isDisabled = false, testId, onAction } = entry;
  return (
    <MenuItem
      id={id}
      textValue={label}
      isDisabled={isDisabled}
      {...(href === undefined ? {} : { href })}
      {...(testId === undefined ? {} : { "data-testid": testId })}
      {...(onAction === undefined ? {} : { onAction })}
      className={itemRowClassName}
    >
      {icon !== undefined && <span className="flex-none text-muted">{icon}</span>}
      <span className="min-w-0 flex-1">{label}</span>
      {side !== undefined && <span className="flex-none text-12 text-muted">{side}</span>}
    </MenuItem>
  );
}
